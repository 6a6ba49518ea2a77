// Swedish: practice.

import type { Text } from "../en";

export const practice: Pick<Text, "practice"> = {
    practice: {
        link: "Öva beslut",
        title: (game) => `Öva ${game}`,
        none: "Det finns inget att öva i det här spelet.",
        preparing: (percent) =>
            `Servern löser spelet, vilket den gör en enda gång: ${percent} är klart. Det kan ta en minut eller två.`,
        preparingBar: "Hur mycket som är löst",
        retry: "Försök igen",
        question: "Vad gör du?",
        again: "Ett misstag kommer tillbaka: vad gör du nu?",
        next: "Nästa fråga",
        progress: "Så går det",
        sum: (asked, good, lost, mistakes) =>
            `${good} av ${asked} bra svar; ${lost} förlorat per fråga. Misstag som kommer tillbaka: ${mistakes}. Den här webbläsaren minns det.`,
        reset: "Börja om",
    },
};
