// French: the words of Leduc poker.

import type { Words } from "./en";

export const fr: Words = {
    keys: {
        board: "Carte commune",
        history: "Coups de ce tour",
        paid: "Payé",
        FOLD: "Se coucher",
        CHECK: "Parole",
        CALL: "Suivre",
        BET: "Miser",
        RAISE: "Relancer",
    },
    options: {
        raises: "Mises et relances par tour",
    },
    agents: {
        "leduc-cfr": {
            iterations: "Itérations",
        },
    },
};
