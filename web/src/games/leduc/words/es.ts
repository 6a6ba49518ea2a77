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
    guide: {
        deal: (card) =>
            `Cada jugador ha puesto 1 ficha en el bote y tiene una carta. La tuya: ${card}. Solo tú la ves.`,
        cards: "Hay seis cartas: dos jotas, dos reinas y dos reyes. Tras la primera ronda de apuestas se descubre aquí una carta más. Una carta del mismo valor forma pareja, y la pareja gana. Sin pareja gana la carta más alta.",
        check: (name) =>
            `Tu carta no es ni alta ni baja, así que empieza con prudencia. Si pasas, no pagas nada, y ${name} puede pasar o apostar.`,
        call: (name, chips) =>
            `${name} ha apostado. Si te retiras, pierdes el bote. Si igualas, pagas ${chips} fichas y ves la carta siguiente.`,
        pair: (card) => `Se descubre: ${card}. Ahora tienes pareja, y ninguna mano la supera.`,
        bet: (chips) => `Haz crecer el bote. En esta ronda se apuestan ${chips} fichas.`,
        callRaise: (name, chips) =>
            `${name} sube: para seguir pagas ${chips} fichas más. En cada ronda hay como mucho dos apuestas y subidas en total, así que no puedes volver a subir. Si igualas, se enseñan las dos cartas.`,
        end: (name, card, chips) =>
            `${name} enseña: ${card}. Tu pareja gana ${chips} fichas. Si un jugador se retira, el otro se lleva el bote y no se enseña ninguna carta.`,
        learnt: [
            "Pasa o apuesta. Tras una apuesta: retírate, iguala o sube. Se apuestan 2 fichas en la primera ronda y 4 en la segunda.",
            "Tras la primera ronda se descubre una carta. Gana la pareja con ella; si no, la carta más alta.",
            "Quien se retira pierde el bote. Una apuesta con mala carta puede ganarlo: eso es un farol.",
        ],
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
