// French: the review of a game.

import type { review as shape } from "../en/review";

export const review: typeof shape = {
    review: {
        link: "Analyser cette partie",
        title: (game) => `Analyse : ${game}`,
        notOver: "Cette partie n’est pas encore terminée.",
        notOverHelp: "L’analyse vient après la fin : jusque-là, ce qui est caché le reste.",
        whose: "Décisions de",
        choose: "Quelles décisions voulez-vous regarder ?",
        chooseHelp: "Vous n’étiez pas à cette table. Tout est jugé avec les yeux de la place que vous choisissez.",
        begins: "L’analyse est en cours…",
        working: (done, of) => `${done} positions jugées sur ${of}.`,
        workingHelp: "Ce que l’on sait déjà est montré. Vous pouvez quitter cette page et revenir.",
        complete: "L’analyse est complète.",
        summary: (decisions, clear) =>
            clear === 1
                ? `1 décision sur ${decisions} aurait clairement pu être meilleure.`
                : `${clear} décisions sur ${decisions} auraient clairement pu être meilleures.`,
        together: (cost) =>
            `Toutes les décisions ensemble ont coûté ${cost} d’une victoire, par rapport aux meilleurs coups.`,
        nothingLost: "Dans l’ensemble, on n’a pas trouvé de meilleurs coups que ceux qui ont été joués.",
        graph: "La victoire était-elle proche ?",
        graphHelp: "Touchez le graphique, ou déplacez le curseur en dessous, pour voir ce moment sur la table.",
        graphSentence: (start, end) => `De ${start} à la donne à ${end} à la fin.`,
        graphLeast: (ply, least) => `Le plus bas était ${least}, après le coup ${ply}.`,
        moment: "Moment de la partie",
        afterMove: (ply) => (ply === 0 ? "Après la donne" : `Après le coup ${ply}`),
        chance: "Chance de gagner",
        costliest: "Les décisions les plus chères",
        nothingCostly: "Aucune décision n’a rien coûté que le juge ait pu voir.",
        decision: (ply) => `Coup ${ply}`,
        instead: (chosen, best) => `${chosen} au lieu de ${best}`,
        costs: (cost) => `a coûté ${cost}`,
        perhaps: "peut-être rien",
        position: (ply) => `Coup ${ply} : une décision`,
        nothing: "Cette place n’a rien à décider ici.",
        forced: "Cette place n’avait ici qu’un seul coup permis.",
        worth: "Ce que valait chaque coup",
        worthHelp: "La part de victoires que le juge attend, d’après ce que cette place pouvait savoir à ce moment.",
        made: "joué",
        best: "le meilleur",
        hidden: (count) =>
            count === 1
                ? "1 coup moins prometteur n’est pas montré."
                : `${count} coups moins prometteurs ne sont pas montrés.`,
        back: "Décision précédente",
        on: "Décision suivante",
        replay: "Revoir à partir d’ici",
        playOn: "Continuer à partir d’ici",
        playOnAs: (name) => `Continuer à partir d’ici à la place de ${name}`,
        playOnHelp:
            "Une nouvelle table contre des bots commence dans cette position. Les cartes des mains et des paquets sont les mêmes ; ce qui est pioché est nouveau. Elle ne compte nulle part.",
        continues: (ply) => `Cette partie en continue une autre, après le coup ${ply}.`,
        parts: "Chance et décisions",
        partsHelp:
            "Les décisions sont mesurées par rapport à celles d’un joueur ordinaire au même endroit. La chance, c’est ce qui a été donné, pioché et lancé.",
        part: "Quoi",
        share: "Part d’une victoire",
        before: "Avant la donne",
        own: "Vos décisions",
        others: (name) => `Décisions de ${name}`,
        luck: "Chance",
        gaveUp: "L’abandon",
        gaveUpBy: (name) => `${name} abandonne`,
        gaveUpCost: (cost) => `Abandonner à la fin a coûté encore ${cost}.`,
        end: "La fin",
        all: "Toutes les décisions",
        move: "Coup",
        played: "Joué",
        better: "Mieux",
        cost: "Coût",
        judge: (agent) => `Jugé par ${agent}, avec les seuls yeux de cette place.`,
        search: (count) => `une recherche de ${count} simulations`,
    },
};
