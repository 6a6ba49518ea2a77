// Swedish: what all drawn tables have in common.

import type { tables as shape } from "../en/tables";

export const tables: typeof shape = {
    stage: {
        bar: "Ditt drag",
        allMoves: "Alla drag …",
        unselect: "Avmarkera",
        aimAt: (name) => `Välj ${name}`,
        goOn: "Gå vidare",
        roundOver: { any: "Rundan är slut.", mus: "Given är slut." },
        takeTime: "Ta den tid du behöver: spelet går vidare när du gör det.",
        goesOn: "Spelet går vidare om en stund, eller när du gör det.",
        lastPosition: "Titta på slutställningen",
        beside: "Bredvid bordet",
        tabs: { log: "Förlopp", chat: "Chatt", rules: "Regler", more: "Bord" },
        phrasesLabel: "Snabba repliker",
        phrases: {
            any: ["Hej!", "Lycka till!", "Bra spelat!", "Åh nej!", "Tack!", "Ett ögonblick …"],
            mus: ["Hej!", "¡Mus!", "¡No hay mus!", "¡Órdago!", "Jugador de chica, perdedor de mus.", "Bra spelat!"],
            sabacc: ["Hej!", "Lycka till!", "Ren Sabacc!", "Säg mig aldrig oddsen.", "Bra spelat!", "Ett ögonblick …"],
        },
        phraseMeans: [
            ["¡Mus!", "vi byter kort"],
            ["¡No hay mus!", "jag bryter"],
            ["¡Órdago!", "jag satsar allt"],
            ["Jugador de chica, perdedor de mus.", "den som spelar på chica förlorar i mus"],
        ],
    },
};
