// Chinese: the words of Leduc poker.

import type { Words } from "./en";

export const zh: Words = {
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
