// Chinese: the words of Bruno.

import type { Words } from "./en";

export const zh: Words = {
    table: {
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
    guide: {
        /** Small questions about what was just said. */
        ask: {
            order: {
                ask: "要压过 J。你可以出哪一张？",
                answers: ["8", "K", "5"],
                right: 1,
                because: "只能出一样大或更大的：K 压过 J。",
            },
            functions: {
                ask: "要压过 A。你可以出哪一张？",
                answers: ["K", "Q", "2"],
                right: 2,
                because: "2 是功能牌：可以出在任何牌上，连 A 也行。",
            },
        },
        deal: "每人七张手牌，桌上还有三张明牌、三张暗牌。要把它们全部出完：先手牌，再明牌，最后是谁也没看过的暗牌。",
        team: (partner) => `你和对面的 ${partner} 是一队：你们俩谁先出完所有的牌，两人都赢。`,
        order: "要出和要压过的牌一样大或更大的牌；哪怕上家出两张，一张也够。从小到大：4 5 6 7 8、J、Q、K、A。花色无关。",
        aside: "（2、3、9、10 是功能牌：接下来几步会讲。）",
        card: (rank, held) => (held > 1 ? `一张 ${rank} ` : ` ${rank} `),
        lead: (rank) => `没有要压过的牌，出什么都行。小牌最难出掉：从 ${rank} 开始。`,
        follow: (beat, rank) => `要压过：${beat}。你够大的牌里最小的是 ${rank}。更大的留到以后。`,
        below9: (rank) => `9 之后必须出小于 9 的牌。你的 ${rank} 可以。`,
        several: "同点数的牌可以一起出，把手里的都选上。（桌上的明牌要等手牌出完才能出。）",
        onlyFunction: "你没有够大的牌。但 2、3、9、10 是功能牌，可以压任何牌。",
        functionCard: (next) => `功能牌（2、3、9、10）可以压任何牌。给对手 ${next} 出个难题，把大牌留着。`,
        functions: {
            "2": "出 2 等于过：下一位要压同一张牌。",
            "3": "出 3 会跳过下一位，把要压的牌传给出牌人的队友。一次出两张 3，效果和一张一样。",
            "9": "9 之后，下一位必须出小于 9 的牌。",
            "10": "10 会打乱手牌：所有人的手牌都收起来平均重新发，有的人多一张。下一位要压同一张牌，而 10 离开游戏。",
        },
        picksUp: "出不了牌的人收起整个牌堆，然后领出任意牌。",
        pickUp: "你没有能出的牌，只好收起牌堆。然后由你领出，任意牌都行。",
        openCards: (name) =>
            `${name} 的手牌现在大多是明的：大家都看见这些牌被收走，这样的牌也可能带一只眼睛。“没见过的牌只可能是……”说的是其余的牌：都是当时出不了的。`,
        jump: "就这样一圈一圈打下去。我们跳到这盘游戏的结尾。",
        zones: {
            shown: "几轮之后，你的手牌出完了。现在出明牌，就像出手牌一样。",
            hidden: "明牌也出完了，只剩暗牌。",
        },
        flip: "翻开一张，随便哪张：谁也没看过它们。能出就出掉；不能出，就得把它和牌堆一起收走。",
        flipAgain: "再翻开一张：能出就出掉。",
        flipLast: "翻开你的最后一张牌。如果能出，你就赢了。",
        flipped: (card) => `你翻开了：${card}。它能出。`,
        end: (card, partner) =>
            `你翻开：${card}。它能出，而且是你的最后一张：你赢了，${partner} 也一起赢了。还有一条：功能牌永远不能是最后一张。只剩它的人必须收起牌堆。`,
        refused: {
            low: (rank, beat) => `${rank} 压不过 ${beat}。`,
            nine: "9 之后要出小于 9 的牌，或功能牌。",
            shown: "手牌出完才能出明牌。",
            hidden: "手牌和明牌都出完，才能翻暗牌。",
        },
        learnt: [
            "出与要压过的牌一样大或更大的牌，一张或几张同点数；一张也能压两张。出不了牌的人收起牌堆，并领出。",
            "2、3、9、10 可以压任何牌：2 等于过，3 等于过并跳过下一位，9 之后要出小于 9 的牌，10 之后所有手牌重新分发。",
            "先手牌，再明牌，最后暗牌。功能牌永远不能是最后一张：只剩它的人收起牌堆。",
        ],
    },
    ending: {
        story: (who, left) => `最先出完牌的是 ${who}，对方还剩 ${left} 张。`,
        cardsLeft: "剩余的牌",
    },
    /** Keys and codes of views and moves. */
    keys: {
        to_beat: "要压的牌",
        removed_tens: "已移除的 10",
        allowed: "可能的牌",
        FLIP: "翻一张暗牌",
        PICKUP: "收牌",
    },
    options: {
        cap: "手数上限",
        shown_one: "明牌一次一张",
        strict_nine: "严格的 9",
    },
    /** Options of its own bots. */
    agents: {
        "bruno-low": {
            random: "随机",
        },
    },
};
