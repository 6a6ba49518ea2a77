// Spanish: the table of Bruno.

import type { Text } from "../en";

export const bruno: Pick<Text, "bruno"> = {
    bruno: {
        toBeat: "A superar",
        afterNine: "Tras un 9",
        lead: "Salida: vale cualquier carta",
        atLeast: (rank) => `${rank} o más alta`,
        onlyAce: "un as",
        below9: "menos de 9",
        orFunction: "o una carta de función: 2, 3, 9, 10",
        orFunctionStrict: "o un 2 o un 3",
        pile: (count) => (count === 1 ? "Montón, 1 carta" : `Montón, ${count} cartas`),
        pileEmpty: "El montón está vacío",
        removedTens: (count) => (count === 1 ? "Un 10 está fuera del juego" : `${count} dieces están fuera del juego`),
        hand: (count) => (count === 1 ? "1 carta en la mano" : `${count} cartas en la mano`),
        shown: "A la vista",
        hidden: (count) => (count === 1 ? "1 carta tapada" : `${count} cartas tapadas`),
        hiddenCard: "carta tapada",
        knownToAll: "Todos vieron llegar aquí esta carta",
        knownCards: (ranks) => `Conocidas por todos: ${ranks}`,
        allowed: (ranks) => `No vistas: solo ${ranks}`,
        allowedWhy:
            "Quien recoge el montón no tenía nada que jugar: así que las cartas no vistas de esta mano son de las que no valían entonces.",
        allowedNone: "No tiene ninguna carta desconocida que pudiera jugar entonces",
        skipped: (name) => `${name} te ha saltado con un 3.`,
        redealt: (name, had, got) =>
            `${name} jugó un 10: manos nuevas. Tenías ${had}, ahora ${got === 0 ? "ninguna" : got}.`,
        turned: {
            low: (card, beat) =>
                `Has descubierto: ${card}. No llega (a superar: ${beat}), así que te llevas el montón.`,
            notBelow9: (card) => `Has descubierto: ${card}. No está por debajo de 9, así que te llevas el montón.`,
            last: (card) =>
                `Has descubierto: ${card}. Una carta de función no puede ser la última, así que te llevas el montón.`,
        },
        prompts: {
            only: "Solo hay una jugada posible",
            choose: "Elige una o más cartas del mismo valor",
            lead: "Sales tú: elige cartas del mismo valor",
            FLIP: "Descubre una de tus cartas tapadas",
        },
        pickUp: {
            hand: (beat) => `Nada en tu mano llega (a superar: ${beat}): recoge el montón`,
            shown: (beat) => `Ninguna de tus cartas a la vista llega (a superar: ${beat}): recoge el montón`,
            nine: "No tienes nada por debajo de 9, ni carta de función que valga: recoge el montón",
            last: "Una carta de función no puede ser la última: recoge el montón",
        },
        moves: { FLIP: "Descubrir una", PICKUP: "Recoger el montón" },
        functions: {
            "2": "2: pasa la carta a superar al jugador siguiente",
            "3": "3: la pasa al compañero",
            "9": "9: el siguiente debe jugar por debajo de 9",
            "10": "10: se reparten de nuevo todas las manos",
        },
    },
};
