// Swedish: the table of Bruno.

import type { Text } from "../en";

export const bruno: Pick<Text, "bruno"> = {
    bruno: {
        toBeat: "Att slå",
        lead: "Utspel: vad som helst går",
        atLeast: (rank) => `${rank} eller högre`,
        onlyAce: "ett ess",
        below9: "under 9",
        orFunction: "eller ett funktionskort: 2, 3, 9, 10",
        orFunctionStrict: "eller en 2:a eller 3:a",
        pile: (count) => `Högen, ${count} kort`,
        pileEmpty: "Högen är tom",
        removedTens: (count) => (count === 1 ? "En 10:a är ur spelet" : `${count} tior är ur spelet`),
        hand: (count) => `${count} kort på hand`,
        shown: "Öppna",
        hidden: (count) => (count === 1 ? "1 dolt kort" : `${count} dolda kort`),
        hiddenCard: "dolt kort",
        knownToAll: "Alla såg det här kortet komma hit",
        allowed: (ranks) => `Okända: bara ${ranks}`,
        allowedNone: "Inget av de okända korten kunde spelas då",
        prompts: {
            choose: "Välj ett eller flera kort av samma valör",
            lead: "Du spelar ut: välj kort av samma valör",
            FLIP: "Vänd upp ett av dina dolda kort",
            PICKUP: "Du kan inte spela: ta upp högen",
        },
        moves: { FLIP: "Vänd ett", PICKUP: "Ta upp högen" },
        functions: {
            "2": "2: skickar kortet att slå vidare till nästa spelare",
            "3": "3: skickar det vidare till medspelaren",
            "9": "9: nästa spelare måste spela under 9",
            "10": "10: alla händer delas ut på nytt",
        },
    },
};
