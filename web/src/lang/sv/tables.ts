// Swedish: what all drawn tables have in common.

import type { tables as shape } from "../en/tables";

export const tables: typeof shape = {
    stage: {
        bar: "Ditt drag",
        allMoves: "Alla drag …",
        unselect: "Avmarkera",
        aimAt: (name) => `Välj ${name}`,
        goOn: "Gå vidare",
        roundOver: "Rundan är slut.",
        takeTime: "Ta den tid du behöver: spelet går vidare när du gör det.",
        goesOn: "Spelet går vidare om en stund, eller när du gör det.",
        lastPosition: "Titta på slutställningen",
        beside: "Bredvid bordet",
        tabs: { log: "Förlopp", chat: "Chatt", rules: "Regler", more: "Bord" },
        phrasesLabel: "Snabba repliker",
        phrases: ["Hej!", "Lycka till!", "Bra spelat!", "Åh nej!", "Tack!", "Ett ögonblick …"],
    },
};
