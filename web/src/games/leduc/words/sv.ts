// Swedish: the words of Leduc poker.

import type { Words } from "./en";

export const sv: Words = {
    table: {
        open: (bet) => `Passa, eller satsa ${bet} marker`,
        answer: (owed) =>
            owed === 1 ? "Lägg dig, eller betala minst 1 mark" : `Lägg dig, eller betala minst ${owed} marker`,
        hiddenCard: "dolt kort",
        board: "Det uppvända kortet",
        noBoard: "Ett kort vänds upp efter första rundan",
        pot: (chips) => (chips === 1 ? "Pott: 1 mark" : `Pott: ${chips} marker`),
        round: (round) =>
            round === 1 ? "Första rundan: satsningar om 2 marker" : "Andra rundan: satsningar om 4 marker",
        paid: (chips) => (chips === 1 ? "1 mark i potten" : `${chips} marker i potten`),
        pair: "Ett par",
    },
    ending: {
        card: "Kort",
        paid: "Betalt",
        split: "Lika kort: potten delas.",
        folded: (name, chips) => `${name} vinner ${chips === 1 ? "1 mark" : `${chips} marker`}: den andra lade sig.`,
        pair: (name, chips) => `${name} vinner ${chips === 1 ? "1 mark" : `${chips} marker`} med ett par.`,
        high: (name, chips) => `${name} vinner ${chips === 1 ? "1 mark" : `${chips} marker`} med det högre kortet.`,
    },
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
