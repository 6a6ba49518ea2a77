// Spanish: the words of Leduc poker.

import type { Words } from "./en";

export const es: Words = {
    table: {
        open: (bet) => `Pasa, o apuesta ${bet} fichas`,
        answer: (owed) => (owed === 1 ? "Retírate, o paga 1 ficha o más" : `Retírate, o paga ${owed} fichas o más`),
        hiddenCard: "carta oculta",
        board: "La carta común",
        noBoard: "Tras la primera ronda se descubre una carta",
        pot: (chips) => (chips === 1 ? "Bote: 1 ficha" : `Bote: ${chips} fichas`),
        round: (round) => (round === 1 ? "Primera ronda: apuestas de 2 fichas" : "Segunda ronda: apuestas de 4 fichas"),
        paid: (chips) => (chips === 1 ? "1 ficha en el bote" : `${chips} fichas en el bote`),
        pair: "Pareja",
    },
    ending: {
        card: "Carta",
        paid: "Pagado",
        split: "Cartas iguales: el bote se reparte.",
        folded: (name, chips) => `${name} gana ${chips === 1 ? "1 ficha" : `${chips} fichas`}: el otro se retiró.`,
        pair: (name, chips) => `${name} gana ${chips === 1 ? "1 ficha" : `${chips} fichas`} con una pareja.`,
        high: (name, chips) => `${name} gana ${chips === 1 ? "1 ficha" : `${chips} fichas`} con la carta más alta.`,
    },
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
