// Swedish: the words of Bruno.

import type { Words } from "./en";

export const sv: Words = {
    table: {
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
    guide: {
        /** Small questions about what was just said. */
        ask: {
            order: {
                ask: "Att slå: en knekt. Vad får du spela?",
                answers: ["en 8:a", "en kung", "en 5:a"],
                right: 1,
                because: "Bara lika högt eller högre: kungen slår knekten.",
            },
            functions: {
                ask: "Att slå: ett ess. Vad får du spela?",
                answers: ["en kung", "en dam", "en 2:a"],
                right: 2,
                because: "En 2:a är ett funktionskort: den går på allt, även på ett ess.",
            },
        },
        deal: "Alla har sju kort på hand och, på bordet, tre öppna och tre dolda. Du vill bli av med alla: först handen, sedan de öppna, till sist de dolda, som ingen har sett.",
        team: (partner) =>
            `Du och ${partner}, mitt emot, är ett lag: den av er som först blir av med alla kort vinner för båda.`,
        order: "Spela lika högt som kortet att slå, eller högre; ett kort räcker, även på två. Från lågt till högt: 4 5 6 7 8, knekt, dam, kung, ess. Färgerna spelar ingen roll.",
        aside: "(2, 3, 9 och 10 är funktionskort: de följande stegen förklarar dem.)",
        card: (rank, held) => (held > 1 ? `ett av korten ${rank}` : `kortet ${rank}`),
        lead: (rank) =>
            `Det finns inget att slå, så du får spela vad som helst. De låga är svårast att bli av med: börja med ${rank}.`,
        follow: (beat, rank) => `Att slå: ${beat}. Ditt lägsta kort som duger är ${rank}. Spara de högre till senare.`,
        below9: (rank) => `Efter en nia måste man spela under 9. Ditt kort ${rank} duger.`,
        several:
            "Kort av samma valör kan läggas på en gång, så ta alla som du har på hand. (Dina öppna kort får vänta tills handen är tom.)",
        onlyFunction:
            "Inget av dina kort är högt nog. Men 2, 3, 9 och 10 är funktionskort, som kan läggas på vad som helst.",
        functionCard: (next) =>
            `Funktionskort (2, 3, 9 och 10) kan läggas på vad som helst. Gör det svårt för ${next}, din motståndare, och spara ditt höga kort.`,
        functions: {
            "2": "Med en tvåa passar du: nästa spelare får slå samma kort.",
            "3": "En trea skickar kortet vidare förbi nästa spelare: medspelaren till den som lade trean får slå det. Två treor på en gång gör inte mer än en.",
            "9": "Efter en nia måste nästa spelare spela under 9.",
            "10": "En tia blandar om händerna: allas handkort samlas in och delas ut jämnt; några får ett till. Nästa spelare får slå samma kort, och tian lämnar spelet.",
        },
        picksUp: "Den som inte kan spela tar upp hela högen, och spelar sedan ut vad som helst.",
        pickUp: "Inget du har kan spelas, så du måste ta upp högen. Sedan spelar du ut, vad du vill.",
        openCards: (name) =>
            `De flesta av korten hos ${name} ligger nu öppna: alla såg dem tas upp, och sådana kort kan också ha ett öga. ”Okända: bara …” säger vad de andra kan vara: kort som inte kunde spelas då.`,
        jump: "Så fortsätter det, varv efter varv. Vi hoppar till slutet av det här partiet.",
        zones: {
            shown: "Några turer senare är din hand tom. Nu spelas dina öppna kort, som om de var din hand.",
            hidden: "De öppna korten är också slut. Kvar är de dolda.",
        },
        flip: "Vänd upp ett, vilket du vill: ingen har sett dem. Kan det spelas, så spelas det. Annars måste du ta det, och högen.",
        flipAgain: "Vänd upp ett till: kan det spelas, så spelas det.",
        flipLast: "Vänd upp ditt sista kort. Kan det spelas har du vunnit.",
        flipped: (card) => `Du vände upp: ${card}. Det kunde spelas.`,
        end: (card, partner) =>
            `Du vänder upp: ${card}. Det kan spelas, och det var ditt sista kort: du har vunnit, för ${partner} också. En regel till: ett funktionskort kan aldrig vara det sista kortet. Den som bara har det kvar måste ta upp högen.`,
        refused: {
            low: (rank, beat) => `Kortet ${rank} räcker inte (att slå: ${beat}).`,
            nine: "Efter en nia spelar man under 9, eller ett funktionskort.",
            shown: "De öppna korten spelas när handen är tom.",
            hidden: "De dolda korten vänds upp när handen och de öppna korten är slut.",
        },
        learnt: [
            "Spela lika högt eller högre än kortet att slå, ett kort eller flera av en valör; ett kan svara på två. Den som inte kan spela tar upp högen och spelar ut.",
            "2, 3, 9 och 10 kan läggas på vad som helst: med en tvåa passar man, med en trea passar man och hoppar över nästa, efter en nia spelar man under 9, efter en tia delas alla händer ut på nytt.",
            "Först handen, sedan de öppna, sedan de dolda. Ett funktionskort kan aldrig vara det sista: den som bara har det tar upp högen.",
        ],
    },
    ending: {
        story: (who, left) => `Först utan kort: ${who}. Motståndarna hade ${left} kvar.`,
        cardsLeft: "Kort kvar",
    },
    /** Keys and codes of views and moves. */
    keys: {
        to_beat: "Att slå",
        removed_tens: "Borttagna tior",
        allowed: "Möjliga",
        FLIP: "Vänd ett kort",
        PICKUP: "Ta upp högen",
    },
    options: {
        cap: "Gräns",
        shown_one: "Synliga kort ett i taget",
        strict_nine: "Sträng nia",
    },
    /** Options of its own bots. */
    agents: {
        "bruno-low": {
            random: "Slump",
        },
    },
};
