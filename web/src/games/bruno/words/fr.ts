// French: the words of Bruno.

import type { Words } from "./en";

export const fr: Words = {
    table: {
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
    guide: {
        /** Small questions about what was just said. */
        ask: {
            order: {
                ask: "À battre : un valet. Que pouvez-vous jouer ?",
                answers: ["un 8", "un roi", "un 5"],
                right: 1,
                because: "Seulement aussi haut ou plus haut : le roi bat le valet.",
            },
            functions: {
                ask: "À battre : un as. Que pouvez-vous jouer ?",
                answers: ["un roi", "une dame", "un 2"],
                right: 2,
                because: "Le 2 est une carte spéciale : il va sur tout, même sur un as.",
            },
        },
        deal: "Chacun a sept cartes en main et, sur la table, trois visibles et trois cachées. Vous voulez vous défaire de toutes : d’abord la main, puis les visibles, enfin les cachées, que personne n’a vues.",
        team: (partner) =>
            `Vous et ${partner}, en face, formez une équipe : le premier de vous deux qui n’a plus de carte gagne pour les deux.`,
        order: "Jouez aussi haut que la carte à battre, ou plus haut ; une carte suffit, même sur deux. De bas en haut : 4 5 6 7 8, valet, dame, roi, as. Les couleurs ne comptent pas.",
        aside: "(2, 3, 9 et 10 sont des cartes à fonction, expliquées plus loin.)",
        card: (rank, held) => (held > 1 ? `une des cartes ${rank}` : `la carte ${rank}`),
        lead: (rank) =>
            `Il n’y a rien à battre, tout est permis. Les petites sont les plus difficiles à placer : commencez par ${rank}.`,
        follow: (beat, rank) =>
            `À battre : ${beat}. Votre plus petite carte qui suffit : ${rank}. Gardez les plus hautes pour plus tard.`,
        below9: (rank) => `Après un 9, il faut jouer au-dessous de 9. Votre ${rank} convient.`,
        several:
            "Les cartes de même valeur peuvent partir ensemble : prenez toutes celles de votre main. (Vos cartes visibles attendent que la main soit vide.)",
        onlyFunction:
            "Vous n’avez aucune carte assez haute. Mais 2, 3, 9 et 10 sont des cartes à fonction, qui vont sur tout.",
        functionCard: (next) =>
            `Les cartes à fonction (2, 3, 9 et 10) vont sur tout. Gênez ${next}, votre adversaire, et gardez votre carte haute.`,
        functions: {
            "2": "Avec un 2 vous passez : le suivant doit battre la même carte.",
            "3": "Un 3 passe la carte en sautant le suivant : c’est au partenaire de qui l’a joué de la battre. Deux 3 à la fois ne font pas plus qu’un.",
            "9": "Après un 9, le suivant doit jouer au-dessous de 9.",
            "10": "Un 10 mélange les mains : toutes les cartes en main sont ramassées et redistribuées à parts égales ; certains en ont une de plus. Le suivant doit battre la même carte, et le 10 quitte le jeu.",
        },
        picksUp: "Qui ne peut pas jouer ramasse toute la pile, puis entame avec ce qu’il veut.",
        pickUp: "Rien ne peut être joué : vous ramassez la pile. Ensuite vous entamez, avec ce que vous voulez.",
        openCards: (name) =>
            `Presque toutes les cartes de ${name} sont maintenant visibles : tout le monde a vu qu’elles étaient ramassées, et de telles cartes peuvent aussi porter un œil. « Non vues : seulement … » dit ce que peuvent être les autres : des cartes injouables à ce moment-là.`,
        jump: "Et ainsi de suite, tour après tour. Nous sautons à la fin de cette partie.",
        zones: {
            shown: "Quelques tours plus tard, votre main est vide. Vous jouez maintenant vos cartes visibles, comme si c’était votre main.",
            hidden: "Vos cartes visibles sont parties aussi. Il ne reste que les cachées.",
        },
        flip: "Retournez-en une, celle que vous voulez : personne ne les a vues. Si elle peut être jouée, elle l’est. Sinon, vous devez la prendre, avec la pile.",
        flipAgain: "Retournez-en une autre : si elle peut être jouée, elle l’est.",
        flipLast: "Retournez votre dernière carte. Si elle peut être jouée, vous avez gagné.",
        flipped: (card) => `Vous avez retourné : ${card}. Elle pouvait être jouée.`,
        end: (card, partner) =>
            `Vous retournez : ${card}. Elle peut être jouée, et c’était votre dernière carte : vous avez gagné, pour ${partner} aussi. Encore une règle : une carte à fonction ne peut jamais être la dernière. Qui n’a plus qu’elle doit ramasser la pile.`,
        refused: {
            low: (rank, beat) => `La carte ${rank} ne suffit pas (à battre : ${beat}).`,
            nine: "Après un 9, on joue au-dessous de 9, ou une carte à fonction.",
            shown: "Les cartes visibles se jouent quand la main est vide.",
            hidden: "Les cartes cachées se retournent quand il n’y a plus ni main ni cartes visibles.",
        },
        learnt: [
            "Jouez aussi haut ou plus haut que la carte à battre, une carte ou plusieurs de même valeur ; une seule peut répondre à deux. Qui ne peut pas jouer ramasse la pile et entame.",
            "2, 3, 9 et 10 vont sur tout : un 2 passe, un 3 passe et saute le suivant, après un 9 on joue au-dessous de 9, après un 10 toutes les mains sont redistribuées.",
            "D’abord la main, puis les cartes visibles, puis les cachées. Une carte à fonction ne peut jamais être la dernière : qui n’a plus qu’elle ramasse la pile.",
        ],
    },
    ending: {
        story: (who, left) => `Plus une carte en main, avant tous : ${who}. Il en restait ${left} aux adversaires.`,
        cardsLeft: "Cartes restantes",
    },
    /** Keys and codes of views and moves. */
    keys: {
        to_beat: "À battre",
        removed_tens: "Dix retirés",
        allowed: "Possibles",
        FLIP: "Retourner une carte",
        PICKUP: "Ramasser la pile",
    },
    options: {
        cap: "Limite",
        shown_one: "Cartes visibles une par une",
        strict_nine: "Neuf strict",
    },
    /** Options of its own bots. */
    agents: {
        "bruno-low": {
            random: "Hasard",
        },
    },
};
