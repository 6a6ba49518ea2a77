// Swedish: the words of Leduc poker.

import type { Words } from "./en";

export const sv: Words = {
    keys: {
        board: "Gemensamt kort",
        history: "Drag i denna runda",
        paid: "Betalt",
        FOLD: "Lägga sig",
        CHECK: "Passa",
        CALL: "Syna",
        BET: "Satsa",
        RAISE: "Höja",
    },
    options: {
        raises: "Satsningar och höjningar per runda",
    },
    agents: {
        "leduc-cfr": {
            iterations: "Iterationer",
        },
    },
};
