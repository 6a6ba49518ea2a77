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
    guide: {
        deal: (card) => `双方各放 1 枚筹码进底池，各有一张牌。你的牌：${card}。只有你看得到。`,
        cards: "一共六张牌：两张 J、两张 Q、两张 K。第一轮下注后，这里再翻开一张牌。点数与它相同的牌组成对子，对子获胜。没有对子时，较大的牌获胜。",
        check: (name) => `你的牌不大也不小，先谨慎一点。过牌不用付筹码，接着${name}可以过牌或下注。`,
        call: (name, chips) => `${name}下注了。弃牌就放弃底池。跟注要付 ${chips} 枚筹码，然后看下一张牌。`,
        pair: (card) => `翻开：${card}。你有了对子，没有比它更大的牌。`,
        bet: (chips) => `让底池变大。这一轮每注 ${chips} 枚筹码。`,
        callRaise: (name, chips) =>
            `${name}加注：要留下，你得再付 ${chips} 枚筹码。每轮下注和加注合计最多两次，所以你不能再加注。跟注后双方亮牌。`,
        end: (name, card, chips) =>
            `${name}亮牌：${card}。你的对子赢得 ${chips} 枚筹码。如果有人弃牌，另一方拿走底池，双方都不亮牌。`,
        learnt: [
            "过牌或下注。有人下注后：弃牌、跟注或加注。第一轮每注 2 枚筹码，第二轮 4 枚。",
            "第一轮后翻开一张牌。与它成对的获胜，否则较大的牌获胜。",
            "弃牌就放弃底池。拿着差牌下注也可能赢得底池：这就是诈唬。",
        ],
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
