// Spanish: what all drawn tables have in common.

import type { tables as shape } from "../en/tables";

export const tables: typeof shape = {
    stage: {
        bar: "Tu jugada",
        allMoves: "Todas las jugadas …",
        unselect: "Deseleccionar",
        aimAt: (name) => `Elegir a ${name}`,
        goOn: "Seguir",
        roundOver: { any: "La ronda ha terminado.", mus: "La mano ha terminado." },
        takeTime: "Sin prisa: la partida sigue cuando tú quieras.",
        goesOn: "La partida sigue dentro de un momento, o cuando tú quieras.",
        lastPosition: "Ver la última posición",
        beside: "Junto a la mesa",
        tabs: { log: "Historia", chat: "Charla", rules: "Reglas", more: "Mesa" },
        phrasesLabel: "Frases rápidas",
        phrases: {
            any: ["¡Hola!", "¡Suerte!", "¡Bien jugado!", "¡Ay, no!", "¡Gracias!", "Un momento …"],
            mus: [
                "¡Buenas!",
                "¡Mus!",
                "¡No hay mus!",
                "¡Órdago!",
                "Jugador de chica, perdedor de mus.",
                "¡Bien jugado!",
            ],
            sabacc: [
                "¡Hola!",
                "¡Suerte!",
                "¡Sabacc puro!",
                "No me digas las probabilidades.",
                "¡Bien jugado!",
                "Un momento …",
            ],
        },
        phraseMeans: [
            ["¡Mus!", "cambiamos cartas"],
            ["¡No hay mus!", "corto"],
            ["¡Órdago!", "me lo juego todo"],
            ["Jugador de chica, perdedor de mus.", "quien solo va a chica pierde la partida"],
        ],
    },
};
