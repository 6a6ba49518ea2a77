// French: the words of Leduc poker.

import type { Words } from "./en";

export const fr: Words = {
    table: {
        open: (bet) => `Passez, ou misez ${bet} jetons`,
        answer: (owed) =>
            owed === 1 ? "Couchez-vous, ou payez 1 jeton ou plus" : `Couchez-vous, ou payez ${owed} jetons ou plus`,
        hiddenCard: "carte cachée",
        board: "La carte commune",
        noBoard: "Une carte est retournée après le premier tour",
        pot: (chips) => (chips === 1 ? "Pot : 1 jeton" : `Pot : ${chips} jetons`),
        round: (round) => (round === 1 ? "Premier tour : mises de 2 jetons" : "Second tour : mises de 4 jetons"),
        paid: (chips) => (chips === 1 ? "1 jeton dans le pot" : `${chips} jetons dans le pot`),
        pair: "Une paire",
    },
    ending: {
        card: "Carte",
        paid: "Payé",
        split: "Cartes égales : le pot est partagé.",
        folded: (name, chips) => `${name} gagne ${chips === 1 ? "1 jeton" : `${chips} jetons`} : l’autre s’est couché.`,
        pair: (name, chips) => `${name} gagne ${chips === 1 ? "1 jeton" : `${chips} jetons`} avec une paire.`,
        high: (name, chips) =>
            `${name} gagne ${chips === 1 ? "1 jeton" : `${chips} jetons`} avec la carte la plus haute.`,
    },
    guide: {
        deal: (card) => `Chacun a mis 1 jeton dans le pot et a une carte. La vôtre : ${card}. Vous seul la voyez.`,
        cards: "Il y a six cartes : deux valets, deux dames et deux rois. Après le premier tour de mises, une carte de plus est retournée ici. Une carte du même rang forme une paire, et la paire gagne. Sans paire, la carte la plus haute gagne.",
        check: (name) =>
            `Votre carte n’est ni haute ni basse : commencez prudemment. Si vous dites parole, vous ne payez rien, et ${name} peut dire parole ou miser.`,
        call: (name, chips) =>
            `${name} a misé. Si vous vous couchez, vous abandonnez le pot. Si vous suivez, vous payez ${chips} jetons et voyez la carte suivante.`,
        pair: (card) => `Carte retournée : ${card}. Vous avez une paire, et aucune main ne la bat.`,
        bet: (chips) => `Faites grossir le pot. Une mise de ce tour vaut ${chips} jetons.`,
        callRaise: (name, chips) =>
            `${name} relance : pour rester, vous payez encore ${chips} jetons. Un tour a au plus deux mises et relances en tout, vous ne pouvez donc plus relancer. Si vous suivez, les deux cartes sont montrées.`,
        end: (name, card, chips) =>
            `${name} montre : ${card}. Votre paire gagne ${chips} jetons. Si un joueur se couche, l’autre prend le pot et aucune carte n’est montrée.`,
        learnt: [
            "Dites parole ou misez. Après une mise : couchez-vous, suivez ou relancez. Une mise vaut 2 jetons au premier tour et 4 au second.",
            "Après le premier tour, une carte est retournée. Une paire avec elle gagne ; sinon, la carte la plus haute.",
            "Qui se couche abandonne le pot. Une mise avec une mauvaise carte peut le gagner : c’est un bluff.",
        ],
    },
    keys: {
        board: "Carte commune",
        history: "Coups de ce tour",
        paid: "Payé",
        FOLD: "Se coucher",
        CHECK: "Parole",
        CALL: "Suivre",
        BET: "Miser",
        RAISE: "Relancer",
    },
    options: {
        raises: "Mises et relances par tour",
    },
    agents: {
        "leduc-cfr": {
            iterations: "Itérations",
        },
    },
};
