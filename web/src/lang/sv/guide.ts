// Swedish: the guided deals.

import type { Text } from "../en";

export const guide: Pick<Text, "guide"> = {
    guide: {
        link: "Lär dig på två minuter",
        offerTitle: (game) => `Första gången du spelar ${game}?`,
        offerText: "En ledare tar dig genom en riktig giv på två minuter. Det går också bra senare.",
        offerLearn: "Lär dig först",
        offerPlay: "Spela direkt",
        title: (game) => `Lär dig ${game}`,
        coach: "Ledaren",
        you: "Du",
        next: "Nästa",
        back: "Tillbaka",
        step: (n, all) => `Steg ${n} av ${all}`,
        end: "Avsluta",
        press: (task) => `Nu: ${task}.`,
        button: (name) => `tryck på ”${name}”`,
        then: (things, name) => `tryck på ${things}, sedan på ”${name}”`,
        otherMove: "Reglerna tillåter det också, men ledaren vill något annat.",
        notNow: "Det går inte nu. Gör som ledaren säger.",
        readFirst: "Läs först vad ledaren säger, och tryck på ”Nästa”.",
        right: "Rätt!",
        wrong: "fel",
        tryAgain: "Inte riktigt. Prova ett annat svar.",
        answerFirst: "Välj ett svar.",
        doneTitle: "Det var en giv. Nu vet du:",
        playReal: "Spela på riktigt (lätta botar)",
        again: "En gång till",
        none: "Det finns ingen guidad giv för det här spelet.",
    },
};
