// French: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Apprendre en deux minutes",
        offerTitle: (game) => `Votre première fois au ${game} ?`,
        offerText:
            "Un guide vous accompagne dans une vraie donne, en deux minutes. Vous pouvez aussi le faire plus tard.",
        offerLearn: "Apprendre d’abord",
        offerPlay: "Jouer tout de suite",
        title: (game) => `Apprendre le ${game}`,
        coach: "Le guide",
        you: "Vous",
        next: "Suite",
        back: "Retour",
        step: (n, all) => `Étape ${n} sur ${all}`,
        end: "Terminer",
        press: (task) => `Maintenant : ${task}.`,
        button: (name) => `touchez « ${name} »`,
        then: (things, name) => `touchez ${things}, puis « ${name} »`,
        otherMove: "Les règles le permettent aussi, mais le guide demande autre chose.",
        notNow: "Ce n’est pas possible maintenant. Faites ce que dit le guide.",
        readFirst: "Lisez d’abord ce que dit le guide, puis touchez « Suite ».",
        right: "Exact !",
        wrong: "faux",
        tryAgain: "Pas tout à fait. Essayez une autre réponse.",
        answerFirst: "Choisissez une réponse.",
        doneTitle: "C’était une donne. Vous savez maintenant :",
        playReal: "Jouer une vraie partie (bots faciles)",
        again: "Encore une fois",
        none: "Il n’y a pas de donne guidée de ce jeu.",
    },
};
