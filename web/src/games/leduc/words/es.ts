// Spanish: the words of Leduc poker.

import type { Words } from "./en";

export const es: Words = {
    keys: {
        board: "Carta común",
        history: "Jugadas de esta ronda",
        paid: "Pagado",
        FOLD: "No ir",
        CHECK: "Pasar",
        CALL: "Igualar",
        BET: "Apostar",
        RAISE: "Subir",
    },
    options: {
        raises: "Apuestas y subidas por ronda",
    },
    agents: {
        "leduc-cfr": {
            iterations: "Iteraciones",
        },
    },
};
