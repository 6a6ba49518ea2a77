// Chinese: what all drawn tables have in common.

import type { tables as shape } from "../en/tables";

export const tables: typeof shape = {
    stage: {
        bar: "你的行动",
        allMoves: "所有出法……",
        unselect: "取消选择",
        aimAt: (name) => `选择${name}`,
        goOn: "继续",
        roundOver: "这一局结束了。",
        takeTime: "慢慢来：你按“继续”后才往下进行。",
        goesOn: "稍后会自动继续，你也可以现在就继续。",
        lastPosition: "看最后的局面",
        beside: "牌桌旁",
        tabs: { log: "记录", chat: "聊天", rules: "规则", more: "牌桌" },
        phrasesLabel: "快捷用语",
        phrases: ["你好！", "祝你好运！", "打得好！", "哎呀！", "谢谢！", "请稍等……"],
    },
};
