// Chinese: the words of Leduc poker.

import type { Words } from "./en";

export const zh: Words = {
    table: {
        open: (bet) => `过牌，或下注 ${bet} 枚筹码`,
        answer: (owed) => `弃牌，或至少付 ${owed} 枚筹码`,
        hiddenCard: "未知的牌",
        board: "翻开的公共牌",
        noBoard: "第一轮后翻开一张牌",
        pot: (chips) => `底池：${chips} 枚筹码`,
        round: (round) => (round === 1 ? "第一轮下注：每注 2 枚筹码" : "第二轮下注：每注 4 枚筹码"),
        paid: (chips) => `底池中有 ${chips} 枚筹码`,
        pair: "对子",
    },
    ending: {
        card: "牌",
        paid: "已付",
        split: "牌面相同：平分底池。",
        folded: (name, chips) => `${name}赢得 ${chips} 枚筹码：对手弃牌。`,
        pair: (name, chips) => `${name}以对子赢得 ${chips} 枚筹码。`,
        high: (name, chips) => `${name}以较大的牌赢得 ${chips} 枚筹码。`,
    },
    keys: {
        board: "公共牌",
        history: "本轮行动",
        paid: "已付",
        FOLD: "弃牌",
        CHECK: "过牌",
        CALL: "跟注",
        BET: "下注",
        RAISE: "加注",
    },
    options: {
        raises: "每轮下注和加注次数",
    },
    agents: {
        "leduc-cfr": {
            iterations: "迭代次数",
        },
    },
};
