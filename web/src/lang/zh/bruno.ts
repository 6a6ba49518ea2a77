// Chinese: the table of Bruno.

import type { Text } from "../en";

export const bruno: Pick<Text, "bruno"> = {
    bruno: {
        toBeat: "要压过的牌",
        afterNine: "9 之后",
        lead: "领出：任意牌都可以",
        atLeast: (rank) => `${rank} 或更大`,
        onlyAce: "一张 A",
        below9: "小于 9",
        orFunction: "或功能牌：2、3、9、10",
        orFunctionStrict: "或 2、3",
        pile: (count) => `牌堆，${count} 张`,
        pileEmpty: "牌堆是空的",
        removedTens: (count) => `${count} 张 10 已出局`,
        hand: (count) => `手牌 ${count} 张`,
        shown: "明牌",
        hidden: (count) => `暗牌 ${count} 张`,
        hiddenCard: "暗牌",
        knownToAll: "所有人都看见这张牌来到这里",
        knownCards: (ranks) => `大家都知道的牌：${ranks}`,
        allowed: (ranks) => `没见过的牌只可能是 ${ranks}`,
        allowedWhy: "收起牌堆的人当时无牌可出：所以这手里没见过的牌，都是当时出不了的。",
        allowedNone: "未知的牌当时没有一张能出",
        skipped: (name) => `${name} 出 3 跳过了你。`,
        redealt: (name, had, got) =>
            `${name} 出了 10：手牌重发。你原有 ${had} 张，现在${got === 0 ? "没有" : ` ${got} 张`}。`,
        turned: {
            low: (card, beat) => `你翻开了：${card}。压不过 ${beat}，只好收起牌堆。`,
            notBelow9: (card) => `你翻开了：${card}。不小于 9，只好收起牌堆。`,
            last: (card) => `你翻开了：${card}。功能牌不能是最后一张，只好收起牌堆。`,
        },
        prompts: {
            only: "只有一种出法",
            choose: "选择一张或多张同点数的牌",
            lead: "由你领出：选择同点数的牌",
            FLIP: "翻开一张你的暗牌",
        },
        pickUp: {
            hand: (beat) => `你的手牌都压不过 ${beat}：收起牌堆`,
            shown: (beat) => `你的明牌都压不过 ${beat}：收起牌堆`,
            nine: "你没有小于 9 的牌，也没有可用的功能牌：收起牌堆",
            last: "功能牌不能是最后一张：收起牌堆",
        },
        moves: { FLIP: "翻开一张", PICKUP: "收起牌堆" },
        functions: {
            "2": "2：把要压过的牌传给下家",
            "3": "3：传给队友",
            "9": "9：下家必须出小于 9 的牌",
            "10": "10：所有手牌重新分发",
        },
    },
};
