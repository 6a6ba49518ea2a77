// Swedish: the review of a game.

import type { review as shape } from "../en/review";

export const review: typeof shape = {
    review: {
        link: "Granska partiet",
        title: (game) => `Granskning: ${game}`,
        notOver: "Det här partiet är inte slut än.",
        notOverHelp: "Granskningen kommer efter slutet: tills dess förblir det dolda dolt.",
        whose: "Vems beslut",
        choose: "Vems beslut vill du titta på?",
        chooseHelp: "Du satt inte vid det här bordet. Allt bedöms med ögonen hos den plats som du väljer.",
        begins: "Granskningen görs …",
        working: (done, of) => `${done} av ${of} ställningar bedömda hittills.`,
        workingHelp: "Det som redan är känt visas. Du kan lämna sidan och komma tillbaka.",
        complete: "Granskningen är klar.",
        summary: (decisions, clear) =>
            clear === 1
                ? `1 av ${decisions} beslut kunde tydligt ha varit bättre.`
                : `${clear} av ${decisions} beslut kunde tydligt ha varit bättre.`,
        together: (cost) => `Alla beslut tillsammans kostade ${cost} av en vinst, jämfört med de bästa dragen.`,
        nothingLost: "I snitt vet domaren inget bättre än det som spelades.",
        graph: "Hur nära vinsten var",
        graphHelp:
            "Tryck var som helst i diagrammet, eller flytta reglaget under det, för att se det ögonblicket på bordet.",
        graphSentence: (start, end) => `Från ${start} vid given till ${end} vid slutet.`,
        graphLeast: (ply, least) => `Lägst var ${least}, efter drag ${ply}.`,
        moment: "Ögonblick i partiet",
        afterMove: (ply) => (ply === 0 ? "Efter given" : `Efter drag ${ply}`),
        chance: "Chans att vinna",
        costliest: "De dyraste besluten",
        nothingCostly: "Inget beslut kostade något som domaren kunde se.",
        decision: (ply) => `Drag ${ply}`,
        instead: (chosen, best) => `${chosen} i stället för ${best}`,
        costs: (cost) => `kostade ${cost}`,
        perhaps: "kanske inget",
        position: (ply) => `Drag ${ply}: ett beslut`,
        nothing: "Den här platsen har inget att besluta här.",
        forced: "Den här platsen hade bara ett tillåtet drag här.",
        worth: "Vad varje drag var värt",
        worthHelp: "Den andel vinster som domaren väntar sig, av det som platsen kunde veta just då.",
        made: "spelat",
        best: "bäst",
        hidden: (count) =>
            count === 1 ? "1 mindre lovande drag är utelämnat." : `${count} mindre lovande drag är utelämnade.`,
        back: "Föregående beslut",
        on: "Nästa beslut",
        replay: "Repris härifrån",
        playOn: "Spela vidare härifrån",
        playOnAs: (name) => `Spela vidare härifrån som ${name}`,
        playOnHelp:
            "Ett nytt bord mot botar börjar i den här ställningen. Korten på händer och i högar är desamma; det som dras är nytt. Det räknas ingenstans.",
        continues: (ply) => `Det här partiet spelas vidare från ett annat, efter drag ${ply}.`,
        parts: "Tur och beslut",
        partsHelp: (usual) =>
            `Besluten mäts mot dem som en vanlig spelare (${usual}) skulle ha fattat på samma ställe. Tur är det som gavs, drogs och kastades.`,
        part: "Vad",
        share: "Andel av en vinst",
        before: "Före given",
        own: "Dina beslut",
        others: (name) => `Beslut av ${name}`,
        luck: "Tur",
        end: "Slutet",
        all: "Alla beslut",
        move: "Drag",
        played: "Spelat",
        better: "Bättre",
        cost: "Kostnad",
        judge: (agent) => `Bedömt av ${agent}, med bara den här platsens ögon.`,
    },
};
