// Chinese: what the server offers to play, and against whom.

import type { offers as shape } from "../en/offers";

const random = { random: "随机" };
const seats = { 0: "座位 1", 1: "座位 2", 2: "座位 3", 3: "座位 4" };

export const offers: typeof shape = {
    offers: {
        games: {
            bruno: {
                summary: "二对二：把牌全部出完，暗牌留到最后。",
                options: {
                    cap: { name: "手数上限", help: "满这么多手就算平局" },
                    shown_one: { name: "明牌一次一张", help: "明牌一次只能出一张" },
                    strict_nine: { name: "严格的 9", help: "9 上只能出 4 到 8，或用 2、3 传下去" },
                },
            },
            mus: {
                summary: "西班牙的四轮叫注：grande、chica、pares、juego，还有喊出 órdago 的胆量。",
                options: {
                    preset: {
                        name: "玩法",
                        help: "一套规则；下面改动的在此之上生效",
                        words: { F4: "四人两队", S2: "二人，不换牌", F2: "二人，可换牌", X4: "四人各自为战" },
                    },
                    players: { name: "人数", help: "座位数" },
                    teams: { name: "队伍", help: "谁与谁共用比分", words: { PAIRS: "两两一队", FFA: "各自为战" } },
                    kings8: { name: "八王", help: "3 当国王，2 当 A" },
                    mus: {
                        name: "Mus（换牌）",
                        help: "可以或必须换几次牌",
                        words: {
                            UNTIL_CUT: "直到有人喊停",
                            NONE: "不换",
                            MAX_n: "最多 {n} 次",
                            FORCED_n: "正好 {n} 次",
                        },
                    },
                    min_discard: { name: "最少换牌", help: "至少要换几张" },
                    target: { name: "一局的石子", help: "先到者赢这一局" },
                    best_of: { name: "几局几胜", help: "一场（vaca）的局数" },
                    vacas: { name: "场数", help: "赢几场（vaca）算全胜" },
                    pares_order: {
                        name: "对子的大小",
                        help: "duples、medias、par，或按扑克",
                        words: { STD: "通常", POKER: "按扑克" },
                    },
                    real31: {
                        name: "La Real",
                        help: "7 7 7 加侍从（或任何十点牌）胜过所有 31",
                        words: { OFF: "无", SOTA: "加侍从", ANY10: "加任何十点牌" },
                    },
                    deje: {
                        name: "Deje",
                        help: "被拒绝的注得几个石子",
                        words: { LAST_AGREED: "之前约定的", ALWAYS_1: "总是 1" },
                    },
                    min_bet: { name: "最小 envido", help: "最小的注" },
                    min_raise: { name: "最小加注", help: "最少加几个石子" },
                    max_raises: { name: "最多加注", help: "一个 lance 中，不算首注和 órdago", words: { none: "不限" } },
                    raises: { name: "加注", help: "只许这些；这时首注为 2", words: { none: "任意" } },
                    team_answer: {
                        name: "一队的回答",
                        help: "两个回答以哪个为准",
                        words: { FIRST_WINS: "先答的", MAX_WINS: "较高的" },
                    },
                    reshuffle: {
                        name: "重新洗牌",
                        help: "牌堆用完时哪些换掉的牌回来",
                        words: { PREVIOUS: "以前各轮的", ALL: "全部" },
                    },
                    mano_start: { name: "首个 mano", help: "第一手谁当 mano", words: { ...seats, ...random } },
                },
            },
            sabacc: {
                summary: "两张牌，三轮，十六种标记：最接近的一对保住筹码。",
                options: {
                    players: { name: "人数", help: "座位数" },
                    early_reveal: { name: "提前亮牌", help: "一轮中人人都过就结束这一局" },
                    chips: { name: "筹码", help: "开始时每人的筹码" },
                    tokens: { name: "影响力标记", help: "这盘游戏的三个标记", words: random },
                },
            },
            mulle: {
                summary: "两副牌，叠牌与吃牌：两张完全相同的牌得分。",
                options: {
                    omgangar: { name: "Omgångar（大局数）", help: "每大局用完整副牌" },
                    starter: { name: "先手", help: "第一大局谁先", words: { A: "座位 1", B: "座位 2", ...random } },
                },
            },
        },
        agents: {
            gentle: { title: "温和", summary: "适合最初几局：会犯看得出来的错误。", options: {} },
            fair: { title: "一般", summary: "明显的都打得好，但看得不远。", options: {} },
            strong: { title: "强", summary: "每次决定都想一会儿。", options: {} },
            strongest: { title: "最强", summary: "想到人快没耐心为止。", options: {} },
            random: { summary: "每种合法出法机会均等。", options: {} },
            flatmc: {
                summary: "平面蒙特卡洛：设想看不见的牌，试每一手，随机打到底，统计胜局。",
                options: {
                    games: { name: "局数", help: "每次决定随机打多少局" },
                    ms: { name: "毫秒", help: "每次决定用多少毫秒，代替局数" },
                    threads: { name: "线程", help: "共同计算的线程数" },
                },
            },
            ismcts: {
                summary: "在所能看到的信息上做树搜索：设想看不见的牌，沿树而下，打下去，再学习。",
                options: {
                    ms: { name: "毫秒", help: "每次决定用多少毫秒" },
                    sims: { name: "模拟次数", help: "每次决定模拟多少次，代替毫秒" },
                    threads: { name: "线程", help: "每个线程一棵树" },
                    c: { name: "好奇心", help: "探索程度：上界的常数" },
                    seed: { name: "种子", help: "决定一切随机" },
                    memory: { name: "内存", help: "树占用的 MiB" },
                    reuse: { name: "保留搜索树", help: "从一次决定到下一次" },
                    rollout: {
                        name: "树之外",
                        help: "怎样打下去：像该游戏的电脑，或随机",
                        words: { usual: "像电脑", random: "随机" },
                    },
                    weigh: {
                        name: "衡量世界",
                        help: "其他人的出法越可能的世界是否算得越多",
                        words: { usual: "对该游戏最好的", on: "是", off: "否" },
                    },
                    others: { name: "其他人", help: "其他人在树中按该游戏自己的电脑行动的频率" },
                },
            },
            "sabacc-pairs": { summary: "想要一对：拿能成对的明牌，两张牌相差大时就摸牌。", options: {} },
            "bruno-low": {
                summary: "出最小的牌，同点数一起出，功能牌最后。",
                options: {
                    random: { name: "随机", help: "多常改出任意合法的一手" },
                },
            },
            "mulle-greedy": {
                summary: "规则书的策略：先吃 mulle 和牌最多的，否则第一个能叠的，否则弃牌。",
                options: {},
            },
            "mulle-learn": {
                summary: "规则书中会学习的玩家：四个数值，向所得回报靠近。",
                options: {
                    file: { name: "文件", help: "数值保存的地方；没有就从头开始" },
                    epsilon: { name: "ε", help: "多常试一个任意的候选" },
                    alpha: { name: "α", help: "数值每次向回报靠近多少" },
                    learn: { name: "学习", help: "数值是否变化" },
                },
            },
            "mus-bot": {
                summary: "按自己的牌下注，偶尔诈唬，有人快赢时喊 órdago。",
                options: {
                    p_bluff: { name: "诈唬", help: "每次决定时有多常想诈唬" },
                    near: { name: "临近终局", help: "有人只差这么多石子时就放手一搏" },
                    p_ord: { name: "诈唬的 órdago", help: "诈唬时多常接受 órdago" },
                    p_blind: { name: "盲注", help: "诈唬时多常不看牌就下注" },
                    p_raise: { name: "加注", help: "本可接受时多常加注" },
                    max_raises: { name: "最多加注", help: "一个 lance 中自己最多加注几次" },
                    bet: { name: "下注", help: "envido 的石子数" },
                    raise: { name: "加注多少", help: "每次加几个石子" },
                },
            },
            mc: {
                summary: "用蒙特卡洛方法通过大量自我对局学会了双人 Mus（preset S2），不会其他玩法。",
                options: {
                    file: { name: "文件", help: "它学到的内容；不给出时使用随程序附带的文件" },
                },
            },
            exec: {
                summary: "你自己的程序，用什么语言都行，如 exec:./bot.py；服务器上不对陌生人开放。",
                options: {
                    command: { name: "命令", help: "程序，按 shell 的写法；其中的逗号写作 \\," },
                    ms: { name: "毫秒", help: "每次决定用多少毫秒，超过就判负" },
                    start: { name: "启动", help: "第一次决定另加多少毫秒" },
                },
            },
        },
    },
};
