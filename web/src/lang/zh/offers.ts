// Chinese: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

export const offers: typeof shape = {
    offers: {
        agents: {
            gentle: { title: "入门" },
            fair: { title: "普通" },
            strong: { title: "强" },
            strongest: { title: "最强" },
            flatmc: {
                options: {
                    games: "局数",
                    ms: "毫秒",
                    threads: "线程",
                },
            },
            ismcts: {
                options: {
                    ms: "毫秒",
                    sims: "模拟次数",
                    threads: "线程",
                    c: "好奇心",
                    seed: "种子",
                    memory: "内存",
                    reuse: "保留搜索树",
                    rollout: {
                        name: "树之外",
                        words: { usual: "像电脑", random: "随机" },
                    },
                    weigh: {
                        name: "衡量世界",
                        words: { usual: "对该游戏最好的", on: "是", off: "否" },
                    },
                    others: "其他人",
                    mix: "混合着法",
                    prior: { name: "先验", words: { usual: "按游戏最佳", bot: "游戏自带电脑" } },
                },
            },
            net: {
                options: {
                    temperature: "温度",
                    sims: "模拟次数",
                    ms: "毫秒",
                    trust: "对网络的信任",
                    manner: {
                        name: "风格",
                        words: { plain: "普通", bold: "大胆", cautious: "谨慎", tricky: "狡猾" },
                    },
                    fallback: "其他规则的搜索",
                    file: "文件",
                },
            },
            exec: {
                options: {
                    command: "命令",
                    ms: "毫秒",
                    start: "启动",
                    keep: "单一进程",
                    numbers: "数字",
                    data: "以数据表示行动",
                    log: "记录到文件",
                },
            },
        },
    },
};
