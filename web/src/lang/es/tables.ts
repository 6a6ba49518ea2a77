// Spanish: what all drawn tables have in common.

import type { tables as shape } from "../en/tables";

export const tables: typeof shape = {
    stage: {
        bar: "Tu jugada",
        allMoves: "Todas las jugadas …",
        unselect: "Deseleccionar",
        aimAt: (name) => `Elegir a ${name}`,
        goOn: "Seguir",
        roundOver: "La ronda ha terminado.",
        takeTime: "Sin prisa: la partida sigue cuando tú quieras.",
        goesOn: "La partida sigue dentro de un momento, o cuando tú quieras.",
        lastPosition: "Ver la última posición",
        beside: "Junto a la mesa",
        tabs: { log: "Historial", chat: "Chat", rules: "Reglas", more: "Mesa" },
        phrasesLabel: "Frases rápidas",
        phrases: ["¡Hola!", "¡Suerte!", "¡Bien jugado!", "¡Ay, no!", "¡Gracias!", "Un momento …"],
    },
};
