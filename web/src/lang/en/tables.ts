// English: what all drawn tables have in common.

export const tables = {
    stage: {
        bar: "Your move",
        allMoves: "All moves …",
        unselect: "Deselect",
        aimAt: (name: string) => `Choose ${name}`,
        goOn: "Go on",
        /** How a round ended is shown; "any" where a game has no word of its own for it. */
        roundOver: { any: "The round is over.", mus: "The hand is over." } as Record<string, string>,
        takeTime: "Take your time: the game goes on when you do.",
        goesOn: "The game goes on in a moment, or when you do.",
        lastPosition: "Look at the last position",
        beside: "Beside the table",
        tabs: { log: "Log", chat: "Chat", rules: "Rules", more: "Table" },
        phrasesLabel: "Quick phrases",
        /** Things to say at one press, by game; "any" where a game has none of its own. */
        phrases: {
            any: ["Hello!", "Good luck!", "Well played!", "Oh no!", "Thank you!", "One moment …"],
            mus: ["Hello!", "¡Mus!", "¡No hay mus!", "¡Órdago!", "Jugador de chica, perdedor de mus.", "Well played!"],
            sabacc: ["Hello!", "Good luck!", "Pure Sabacc!", "Never tell me the odds.", "Well played!", "One moment …"],
        } as Record<string, string[]>,
        /** What those of them mean that are said in the language of a game. */
        phraseMeans: [
            ["¡Mus!", "let us change cards"],
            ["¡No hay mus!", "I cut"],
            ["¡Órdago!", "I bet everything"],
            ["Jugador de chica, perdedor de mus.", "who plays for chica loses at mus"],
        ] as [string, string][],
    },
};
