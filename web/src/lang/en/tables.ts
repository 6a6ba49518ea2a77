// English: what all drawn tables have in common.

export const tables = {
    stage: {
        bar: "Your move",
        allMoves: "All moves …",
        unselect: "Deselect",
        aimAt: (name: string) => `Choose ${name}`,
        goOn: "Continue",
        /** How a round ended is shown; "any" where a game has no word of its own for it. */
        roundOver: "The round is over.",
        takeTime: "Take your time. Continue when you are ready.",
        goesOn: "The game continues in a moment, or when you press Continue.",
        lastPosition: "Back to the table",
        beside: "Beside the table",
        tabs: { log: "Log", chat: "Chat", rules: "Rules", more: "Table" },
        phrasesLabel: "Quick phrases",
        /** Things to say at one press, by game; "any" where a game has none of its own. */
        phrases: ["Hello!", "Good luck!", "Well played!", "Oh no!", "Thank you!", "One moment …"],
    },
};
