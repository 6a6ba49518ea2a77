// Spanish: the words of Bruno.

import type { Words } from "./en";

export const es: Words = {
    table: {
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
    guide: {
        /** Small questions about what was just said. */
        ask: {
            order: {
                ask: "A superar: una jota. ¿Qué puedes jugar?",
                answers: ["un 8", "un rey", "un 5"],
                right: 1,
                because: "Solo igual o más alta: el rey supera la jota.",
            },
            functions: {
                ask: "A superar: un as. ¿Qué puedes jugar?",
                answers: ["un rey", "una reina", "un 2"],
                right: 2,
                because: "El 2 es una carta de función: va sobre cualquiera, hasta sobre un as.",
            },
        },
        deal: "Cada uno tiene siete cartas en la mano y, en la mesa, tres a la vista y tres tapadas. Quieres librarte de todas: primero la mano, luego las cartas a la vista y al final las tapadas, que nadie ha visto.",
        team: (partner) =>
            `Tú y ${partner}, enfrente, sois equipo: el primero de los dos que se queda sin cartas gana para ambos.`,
        order: "Juega tan alto como la carta a superar, o más; basta una carta, aunque haya dos. De menor a mayor: 4 5 6 7 8, jota, reina, rey, as. Los palos no importan.",
        aside: "(2, 3, 9 y 10 son cartas de función: los próximos pasos las explican.)",
        card: (rank, held) => (held > 1 ? `una de las cartas ${rank}` : `la carta ${rank}`),
        lead: (rank) =>
            `No hay nada que superar, así que vale todo. Las bajas son las más difíciles de soltar: empieza con ${rank}.`,
        follow: (beat, rank) =>
            `Hay que superar: ${beat}. Tu carta más baja que vale es: ${rank}. Guarda las más altas para después.`,
        below9: (rank) => `Después de un 9 hay que jugar por debajo de 9. Tu ${rank} vale.`,
        several:
            "Las cartas del mismo valor pueden ir juntas, así que juega todas las que tienes en la mano. (Las que están a la vista esperan hasta que la mano esté vacía.)",
        onlyFunction:
            "No tienes ninguna carta bastante alta. Pero 2, 3, 9 y 10 son cartas de función, que van sobre cualquiera.",
        functionCard: (next) =>
            `Las cartas de función (2, 3, 9 y 10) van sobre cualquiera. Pónselo difícil a ${next}, tu rival, y guarda tu carta alta.`,
        functions: {
            "2": "Con un 2 pasas: el siguiente tiene que superar la misma carta.",
            "3": "Un 3 pasa la carta saltando al siguiente: le toca superarla al compañero de quien lo jugó. Dos treses a la vez no hacen más que uno.",
            "9": "Después de un 9, el siguiente debe jugar por debajo de 9.",
            "10": "Un 10 mezcla las manos: se recogen las cartas de mano de todos y se reparten por igual; a algunos les toca una más. El siguiente tiene que superar la misma carta, y el 10 sale del juego.",
        },
        picksUp: "Quien no puede jugar recoge todo el montón, y después sale con lo que quiera.",
        pickUp: "No puedes jugar nada, así que recoges el montón. Después sales tú, con lo que quieras.",
        openCards: (name) =>
            `Casi todas las cartas de ${name} están ahora boca arriba: todos vieron cómo las recogía, y tales cartas pueden llevar también un ojo. «No vistas: solo …» dice cuáles pueden ser las demás: cartas que entonces no se podían jugar.`,
        jump: "Y así sigue, vuelta tras vuelta. Saltamos al final de esta partida.",
        zones: {
            shown: "Unos turnos después tu mano está vacía. Ahora juegas tus cartas a la vista, como si fueran tu mano.",
            hidden: "Tampoco te quedan cartas a la vista. Solo tienes las tapadas.",
        },
        flip: "Descubre una, la que quieras: nadie las ha visto. Si se puede jugar, se juega. Si no, tienes que llevártela, con el montón.",
        flipAgain: "Descubre otra: si se puede jugar, se juega.",
        flipLast: "Descubre tu última carta. Si se puede jugar, has ganado.",
        flipped: (card) => `Has descubierto: ${card}. Se podía jugar.`,
        end: (card, partner) =>
            `Descubres: ${card}. Se puede jugar, y era tu última carta: has ganado, también para ${partner}. Una regla más: una carta de función nunca puede ser la última. Quien solo tiene esa debe recoger el montón.`,
        refused: {
            low: (rank, beat) => `La carta ${rank} no llega (a superar: ${beat}).`,
            nine: "Después de un 9 se juega por debajo de 9, o una carta de función.",
            shown: "Las cartas a la vista se juegan cuando la mano está vacía.",
            hidden: "Las cartas tapadas se descubren cuando no quedan ni mano ni cartas a la vista.",
        },
        learnt: [
            "Juega igual o más alto que la carta a superar, una carta o varias del mismo valor; una puede responder a dos. Quien no puede jugar recoge el montón y sale.",
            "2, 3, 9 y 10 van sobre cualquiera: con un 2 se pasa, con un 3 se pasa y se salta al siguiente, tras un 9 se juega por debajo de 9, tras un 10 se reparten de nuevo todas las manos.",
            "Primero la mano, luego las cartas a la vista, luego las tapadas. Una carta de función nunca puede ser la última: quien solo tiene esa recoge el montón.",
        ],
    },
    ending: {
        story: (who, left) => `Sin cartas antes que nadie: ${who}. A los otros les quedaban ${left}.`,
        cardsLeft: "Cartas que quedan",
    },
    /** Keys and codes of views and moves. */
    keys: {
        to_beat: "Hay que superar",
        removed_tens: "Dieces retirados",
        allowed: "Pueden ser",
        FLIP: "Destapar una",
        PICKUP: "Recoger el montón",
    },
    options: {
        cap: "Límite",
        shown_one: "Cartas a la vista de una en una",
        strict_nine: "Nueve estricto",
    },
    /** Options of its own bots. */
    agents: {
        "bruno-low": {
            random: "Azar",
        },
    },
};
