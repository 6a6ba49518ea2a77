// French: what all drawn tables have in common.

import type { tables as shape } from "../en/tables";

export const tables: typeof shape = {
    stage: {
        bar: "Votre coup",
        allMoves: "Tous les coups …",
        unselect: "Désélectionner",
        aimAt: (name) => `Choisir ${name}`,
        goOn: "Continuer",
        roundOver: "La manche est finie.",
        takeTime: "Prenez votre temps : la partie continue quand vous voulez.",
        goesOn: "La partie continue dans un instant, ou quand vous voulez.",
        lastPosition: "Voir la dernière position",
        beside: "À côté de la table",
        tabs: { log: "Journal", chat: "Discussion", rules: "Règles", more: "Table" },
        phrasesLabel: "Phrases toutes faites",
        phrases: ["Bonjour !", "Bonne chance !", "Bien joué !", "Oh non !", "Merci !", "Un instant …"],
    },
};
