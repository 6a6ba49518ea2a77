// Swedish: the words of Leduc poker.

import type { Words } from "./en";

export const sv: Words = {
    table: {
        open: (bet) => `Passa, eller satsa ${bet} marker`,
        answer: (owed) =>
            owed === 1 ? "Lägg dig, eller betala minst 1 mark" : `Lägg dig, eller betala minst ${owed} marker`,
        hiddenCard: "dolt kort",
        board: "Det uppvända kortet",
        noBoard: "Ett kort vänds upp efter första rundan",
        pot: (chips) => (chips === 1 ? "Pott: 1 mark" : `Pott: ${chips} marker`),
        round: (round) =>
            round === 1 ? "Första rundan: satsningar om 2 marker" : "Andra rundan: satsningar om 4 marker",
        paid: (chips) => (chips === 1 ? "1 mark i potten" : `${chips} marker i potten`),
        pair: "Ett par",
    },
    ending: {
        card: "Kort",
        paid: "Betalt",
        split: "Lika kort: potten delas.",
        folded: (name, chips) => `${name} vinner ${chips === 1 ? "1 mark" : `${chips} marker`}: den andra lade sig.`,
        pair: (name, chips) => `${name} vinner ${chips === 1 ? "1 mark" : `${chips} marker`} med ett par.`,
        high: (name, chips) => `${name} vinner ${chips === 1 ? "1 mark" : `${chips} marker`} med det högre kortet.`,
    },
    guide: {
        deal: (card) => `Alla har lagt 1 mark i potten och har ett kort. Ditt: ${card}. Bara du ser det.`,
        cards: "Det finns sex kort: två knektar, två damer och två kungar. Efter den första satsningsrundan vänds ett kort till upp här. Ett kort av samma valör ger par, och par vinner. Utan par vinner det högre kortet.",
        check: (name) =>
            `Ditt kort är varken högt eller lågt, så börja försiktigt. Om du passar betalar du inget, och ${name} får passa eller satsa.`,
        call: (name, chips) =>
            `${name} har satsat. Lägger du dig ger du upp potten. Synar du betalar du ${chips} marker och får se nästa kort.`,
        pair: (card) => `Uppvänt: ${card}. Nu har du par, och ingen hand slår det.`,
        bet: (chips) => `Låt potten växa. En satsning i den här rundan är ${chips} marker.`,
        callRaise: (name, chips) =>
            `${name} höjer: för att vara kvar betalar du ${chips} marker till. En runda har högst två satsningar och höjningar sammanlagt, så du kan inte höja igen. Efter en syn visas båda korten.`,
        end: (name, card, chips) =>
            `${name} visar: ${card}. Ditt par vinner ${chips} marker. Om en spelare lägger sig tar den andra potten, och inget kort visas.`,
        learnt: [
            "Passa eller satsa. Efter en satsning: lägg dig, syna eller höj. En satsning är 2 marker i första rundan och 4 i andra.",
            "Efter första rundan vänds ett kort upp. Par med det vinner, annars vinner det högre kortet.",
            "Den som lägger sig ger upp potten. En satsning med ett dåligt kort kan vinna den: det är en bluff.",
        ],
    },
    keys: {
        board: "Gemensamt kort",
        history: "Drag i denna runda",
        paid: "Betalt",
        FOLD: "Lägga sig",
        CHECK: "Passa",
        CALL: "Syna",
        BET: "Satsa",
        RAISE: "Höja",
    },
    options: {
        raises: "Satsningar och höjningar per runda",
    },
    agents: {
        "leduc-cfr": {
            iterations: "Iterationer",
        },
    },
};
