// French: what all drawn tables have in common.

import type { tables as shape } from "../en/tables";

export const tables: typeof shape = {
    stage: {
        bar: "Votre coup",
        allMoves: "Tous les coups …",
        unselect: "Désélectionner",
        aimAt: (name) => `Choisir ${name}`,
        goOn: "Continuer",
        roundOver: { any: "La manche est finie.", mus: "La donne est finie." },
        takeTime: "Prenez votre temps : la partie continue quand vous voulez.",
        goesOn: "La partie continue dans un instant, ou quand vous voulez.",
        lastPosition: "Voir la dernière position",
        beside: "À côté de la table",
        tabs: { log: "Journal", chat: "Discussion", rules: "Règles", more: "Table" },
        phrasesLabel: "Phrases toutes faites",
        phrases: {
            any: ["Bonjour !", "Bonne chance !", "Bien joué !", "Oh non !", "Merci !", "Un instant …"],
            mus: [
                "Bonjour !",
                "¡Mus!",
                "¡No hay mus!",
                "¡Órdago!",
                "Jugador de chica, perdedor de mus.",
                "Bien joué !",
            ],
            sabacc: [
                "Bonjour !",
                "Bonne chance !",
                "Sabacc pur !",
                "Ne me parlez pas de probabilités.",
                "Bien joué !",
                "Un instant …",
            ],
        },
        phraseMeans: [
            ["¡Mus!", "changeons de cartes"],
            ["¡No hay mus!", "je coupe"],
            ["¡Órdago!", "je mise tout"],
            ["Jugador de chica, perdedor de mus.", "qui joue pour la chica perd au mus"],
        ],
    },
};
