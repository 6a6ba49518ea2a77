// Swedish: the table of Bruno.

import type { Text } from "../en";

export const bruno: Pick<Text, "bruno"> = {
    bruno: {
        toBeat: "Att slå",
        afterNine: "Efter en nia",
        lead: "Utspel: spela vad som helst",
        atLeast: (rank) => `${rank} eller högre`,
        onlyAce: "ett ess",
        below9: "under 9",
        orFunction: "eller ett funktionskort: 2, 3, 9, 10",
        orFunctionStrict: "eller en tvåa eller trea",
        pile: (count) => `Högen, ${count} kort`,
        pileEmpty: "Högen är tom",
        removedTens: (count) => (count === 1 ? "En tia är ur spelet" : `${count} tior är ur spelet`),
        hand: (count) => `${count} kort på hand`,
        shown: "Öppna",
        hidden: (count) => (count === 1 ? "1 dolt kort" : `${count} dolda kort`),
        hiddenCard: "dolt kort",
        knownToAll: "Alla såg det här kortet komma hit",
        knownCards: (ranks) => `Kända för alla: ${ranks}`,
        allowed: (ranks) => `Okända: bara ${ranks}`,
        allowedWhy:
            "Den som tar upp högen hade inget att spela: de okända korten på den här handen är alltså sådana som inte dög då.",
        allowedNone: "Inget av de okända korten kunde spelas då",
        skipped: (name) => `${name} hoppade över dig med en trea.`,
        redealt: (name, had, got) =>
            `${name} spelade en tia: nya händer. Du hade ${had}, nu ${got === 0 ? "inget" : got}.`,
        turned: {
            low: (card, beat) => `Du vände upp: ${card}. Det är för lågt (att slå: ${beat}), så du tar upp högen.`,
            notBelow9: (card) => `Du vände upp: ${card}. Det är inte under 9, så du tar upp högen.`,
            last: (card) =>
                `Du vände upp: ${card}. Ett funktionskort får inte vara ditt sista kort, så du tar upp högen.`,
        },
        prompts: {
            only: "Du kan bara göra en sak",
            choose: "Välj ett eller flera kort av samma valör",
            lead: "Du spelar ut: välj kort av samma valör",
            FLIP: "Vänd upp ett av dina dolda kort",
        },
        pickUp: {
            hand: (beat) => `Inget på din hand räcker (att slå: ${beat}): ta upp högen`,
            shown: (beat) => `Inget av dina öppna kort räcker (att slå: ${beat}): ta upp högen`,
            nine: "Du har inget under 9, och inget funktionskort som duger: ta upp högen",
            last: "Ett funktionskort får inte vara ditt sista kort: ta upp högen",
        },
        moves: { FLIP: "Vänd upp ett", PICKUP: "Ta upp högen" },
        functions: {
            "2": "2: skickar kortet att slå vidare till nästa spelare",
            "3": "3: skickar det vidare till medspelaren",
            "9": "9: nästa spelare måste spela under 9",
            "10": "10: alla händer delas ut på nytt",
        },
    },
};
