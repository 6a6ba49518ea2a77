// French: the table of Mus.

import type { mus as shape } from "../en/mus";

const stones = (count: number) => (count < 2 ? `${count} pierre` : `${count} pierres`);

export const mus: typeof shape = {
    mus: {
        us: "Nous",
        them: "Eux",
        toUs: "nous",
        toThem: "eux",
        gloss: {
            GRANDE: "plus hautes",
            CHICA: "plus basses",
            PARES: "paires",
            JUEGO: "31 ou plus",
            PUNTO: "plus de points",
        },
        means: {
            mus: "changer des cartes",
            "no mus": "couper",
            paso: "passer",
            envido: "miser",
            mas: "relancer",
            quiero: "accepter",
            "no quiero": "refuser",
            ordago: "le tout",
        },
        everything: {
            ordago: "miser toute la manche",
            quiero: "accepter ; les cartes décident maintenant de toute la manche",
        },
        track: "Les quatre lances de cette donne",
        states: {
            ahead: "à venir",
            open: "pas de mise",
            pass: "tous passent",
            nobody: "personne",
            ordago: "le tout !",
            offered: (count) => `mise ${count} …`,
            agreed: (count) => `mise ${count} ✓`,
            refused: (count, who) => `+${count} ${who}`,
            alone: (who) => `${who} seuls`,
        },
        now: {
            MUS: "Si tous disent mus, on change des cartes. Le premier « no mus » coupe, et les lances commencent.",
            DISCARD: "Chacun écarte des cartes et en tire autant.",
            one: "Pas encore de mise. Si tous passent : 1 pierre au décompte.",
            value: "Pas encore de mise. Si tous passent : seule la valeur des cartes, au décompte.",
            bet: (name, count, deje, who) =>
                `${name} mise ${stones(count)}. Acceptée : on compare au décompte. Refusée : ${deje} pour ${who}, tout de suite.`,
            ordago: (name, deje, who) =>
                `${name} mise la manche entière ! Accepté : ce lance la décide. Refusé : ${deje} pour ${who}, tout de suite.`,
            OVER: "La partie est finie.",
        },
        prompts: {
            MUS: "Voulez-vous changer des cartes ?",
            DISCARD: "Choisissez les cartes à écarter",
            open: (lance, gloss) => `${lance} (${gloss}) : passer ou miser ?`,
            answer: (lance) => `Acceptez-vous la mise sur ${lance} ?`,
        },
        discard: (count) =>
            count === 0 ? "Garder toutes les cartes" : count === 1 ? "Écarter 1 carte" : `Écarter ${count} cartes`,
        changes: (count) => (count === 0 ? "aucune carte" : count === 1 ? "1 carte" : `${count} cartes`),
        amount: "Combien de pierres",
        less: "Moins de pierres",
        more: "Plus de pierres",
        stones,
        score: (who, count, target) => `${who} : ${stones(count)} sur ${target}`,
        juegos: (count, of) => `manches ${count} sur ${of}`,
        vacas: (count, of) => `${count}/${of} vacas`,
        mano: "mano : parle en premier et gagne les égalités",
        hasNo: (what) => `pas de ${what}`,
        par: (rank) => `par de ${rank}`,
        medias: (rank) => `medias de ${rank}`,
        duples: (high, low) => `duples de ${high} et ${low}`,
        paresHelp: "par : deux pareilles, 1 pierre ; medias : trois pareilles, 2 ; duples : deux paires, 3",
        juego: (sum) => `juego de ${sum}`,
        points: (sum) => `total ${sum}`,
        juegoHelp: "juego : 31 points ou plus ; 31 est le meilleur, puis 32, 40, 37 … 33",
        real: "la Real, un 31",
        own: "Vos cartes",
        handOf: (name) => `Cartes de ${name}`,
        countsAs: (card, rank) => `${card}, compte comme ${rank}`,
        rankMeans: { R: "roi", A: "" },
        last: "Dernier décompte",
        count: "Le décompte",
        gets: (who, count) => `${who} +${count}`,
        parts: {
            passed: "tous ont passé",
            ordago: "la manche entière",
            bet: (count) => `mise ${count}`,
            value: (count, shares) =>
                shares.length > 1 ? `valeur ${count} : ${shares.join(" + ")}` : `valeur ${count}`,
            deje: (count) => `deje de ${count}`,
        },
        why: {
            GRANDE: (winner, high, loser, low) =>
                `À partir de la plus haute carte : ${winner} : ${high} ; ${loser} : ${low}.`,
            CHICA: (winner, low, loser, high) =>
                `À partir de la plus basse carte : ${winner} : ${low} ; ${loser} : ${high}.`,
            compare: (winner, best, loser, other) => `${winner} : ${best} ; ${loser} : ${other}.`,
            juego: (winner, best, loser, other) =>
                `${winner} : ${best} ; ${loser} : ${other}. Le meilleur est 31, puis 32, 40, 37 … 33.`,
            tie: (winner, loser) => `${winner} et ${loser} sont à égalité : le plus proche de la mano gagne.`,
            alone: (what) => `Personne d’autre n’a ${what}.`,
            neither: {
                opponent: (what) => `Aucun adversaire n’a ${what}.`,
                own: (what) => `Aucun de vous deux n’a ${what}.`,
                of: (one, other, what) => `Ni ${one} ni ${other} n’a ${what}.`,
            },
            refused: "La mise a été refusée : on ne compare pas les cartes.",
            willing: (loser) => `${loser} a de meilleures cartes, mais n’a pas accepté la mise.`,
            nobody: (what) => `Personne n’a ${what}.`,
            decided: "La manche était déjà décidée.",
        },
    },
};
