// French: the table of Bruno.

import type { Text } from "../en";

export const bruno: Pick<Text, "bruno"> = {
    bruno: {
        toBeat: "À battre",
        afterNine: "Après un 9",
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
        knownCards: (ranks) => `Connues de tous : ${ranks}`,
        allowed: (ranks) => `Non vues : seulement ${ranks}`,
        allowedWhy:
            "Qui ramasse la pile n’avait rien à jouer : les cartes non vues de cette main sont donc de celles qui ne convenaient pas alors.",
        allowedNone: "Aucune de ses cartes inconnues n’aurait pu être jouée alors",
        skipped: (name) => `${name} vous a sauté avec un 3.`,
        redealt: (name, had, got) =>
            `${name} a joué un 10 : nouvelles mains. Avant ${had}, maintenant ${got === 0 ? "rien" : got}.`,
        turned: {
            low: (card, beat) =>
                `Vous avez retourné : ${card}. C’est trop bas (à battre : ${beat}), vous ramassez donc la pile.`,
            notBelow9: (card) =>
                `Vous avez retourné : ${card}. Ce n’est pas au-dessous de 9, vous ramassez donc la pile.`,
            last: (card) =>
                `Vous avez retourné : ${card}. Une carte à fonction ne peut pas être la dernière, vous ramassez donc la pile.`,
        },
        prompts: {
            only: "Un seul coup est possible",
            choose: "Choisissez une ou plusieurs cartes de même valeur",
            lead: "À vous d’entamer : choisissez des cartes de même valeur",
            FLIP: "Retournez une de vos cartes cachées",
        },
        pickUp: {
            hand: (beat) => `Rien dans votre main ne suffit (à battre : ${beat}) : ramassez la pile`,
            shown: (beat) => `Aucune de vos cartes visibles ne suffit (à battre : ${beat}) : ramassez la pile`,
            nine: "Vous n’avez rien au-dessous de 9, ni carte à fonction qui convienne : ramassez la pile",
            last: "Une carte à fonction ne peut pas être la dernière : ramassez la pile",
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
