// French: the table of Bruno.

import type { Text } from "../en";

export const bruno: Pick<Text, "bruno"> = {
    bruno: {
        toBeat: "À battre",
        lead: "Entame : toute carte convient",
        atLeast: (rank) => `${rank} ou plus`,
        onlyAce: "un as",
        below9: "moins de 9",
        orFunction: "ou une carte à fonction : 2, 3, 9, 10",
        orFunctionStrict: "ou un 2 ou un 3",
        pile: (count) => (count <= 1 ? `Pile, ${count} carte` : `Pile, ${count} cartes`),
        pileEmpty: "La pile est vide",
        removedTens: (count) => (count === 1 ? "Un 10 est hors jeu" : `${count} dix sont hors jeu`),
        hand: (count) => (count <= 1 ? `${count} carte en main` : `${count} cartes en main`),
        shown: "Visibles",
        hidden: (count) => (count <= 1 ? `${count} carte cachée` : `${count} cartes cachées`),
        hiddenCard: "carte cachée",
        knownToAll: "Tout le monde a vu cette carte arriver ici",
        allowed: (ranks) => `Inconnues : seulement ${ranks}`,
        allowedNone: "Aucune de ses cartes inconnues n’aurait pu être jouée alors",
        prompts: {
            choose: "Choisissez une ou plusieurs cartes de même valeur",
            lead: "À vous d’entamer : choisissez des cartes de même valeur",
            FLIP: "Retournez une de vos cartes cachées",
            PICKUP: "Vous ne pouvez pas jouer : ramassez la pile",
        },
        moves: { FLIP: "En retourner une", PICKUP: "Ramasser la pile" },
        functions: {
            "2": "2 : passe la carte à battre au joueur suivant",
            "3": "3 : la passe au partenaire",
            "9": "9 : le suivant doit jouer au-dessous de 9",
            "10": "10 : toutes les mains sont redistribuées",
        },
    },
};
