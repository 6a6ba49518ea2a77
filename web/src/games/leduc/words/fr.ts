// French: the words of Leduc poker.

import type { Words } from "./en";

export const fr: Words = {
    table: {
        open: (bet) => `Passez, ou misez ${bet} jetons`,
        answer: (owed) =>
            owed === 1 ? "Couchez-vous, ou payez 1 jeton ou plus" : `Couchez-vous, ou payez ${owed} jetons ou plus`,
        hiddenCard: "carte cachée",
        board: "La carte commune",
        noBoard: "Une carte est retournée après le premier tour",
        pot: (chips) => (chips === 1 ? "Pot : 1 jeton" : `Pot : ${chips} jetons`),
        round: (round) => (round === 1 ? "Premier tour : mises de 2 jetons" : "Second tour : mises de 4 jetons"),
        paid: (chips) => (chips === 1 ? "1 jeton dans le pot" : `${chips} jetons dans le pot`),
        pair: "Une paire",
    },
    ending: {
        card: "Carte",
        paid: "Payé",
        split: "Cartes égales : le pot est partagé.",
        folded: (name, chips) => `${name} gagne ${chips === 1 ? "1 jeton" : `${chips} jetons`} : l’autre s’est couché.`,
        pair: (name, chips) => `${name} gagne ${chips === 1 ? "1 jeton" : `${chips} jetons`} avec une paire.`,
        high: (name, chips) =>
            `${name} gagne ${chips === 1 ? "1 jeton" : `${chips} jetons`} avec la carte la plus haute.`,
    },
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
