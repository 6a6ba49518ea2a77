// French: practice.

import type { Text } from "../en";

export const practice: Pick<Text, "practice"> = {
    practice: {
        link: "S’exercer aux décisions",
        title: (game) => `S’exercer : ${game}`,
        none: "Il n’y a rien à exercer dans ce jeu.",
        preparing: (percent) =>
            `Le serveur résout le jeu, une seule fois : ${percent} fait. Cela peut prendre une ou deux minutes.`,
        preparingBar: "Part déjà résolue",
        retry: "Réessayer",
        question: "Que feriez-vous ?",
        again: "Une erreur revient : que feriez-vous maintenant ?",
        next: "Question suivante",
        progress: "Vos progrès",
        sum: (asked, good, lost, mistakes) =>
            `${good} bonnes réponses sur ${asked} ; ${lost} de perte par question. Erreurs qui reviennent : ${mistakes}. Ce navigateur s’en souvient.`,
        reset: "Recommencer à zéro",
    },
};
