// English: the table of Bruno.

export const bruno = {
    bruno: {
        toBeat: "To beat",
        afterNine: "After a 9",
        /** What may be played now. */
        lead: "Lead: anything goes",
        atLeast: (rank: string) => `${rank} or higher`,
        onlyAce: "an ace",
        below9: "below 9",
        orFunction: "or a function card: 2, 3, 9, 10",
        orFunctionStrict: "or a 2 or 3",
        pile: (count: number) => (count === 1 ? "Pile, 1 card" : `Pile, ${count} cards`),
        pileEmpty: "The pile is empty",
        removedTens: (count: number) =>
            count === 1 ? "One 10 is out of the game" : `${count} tens are out of the game`,
        hand: (count: number) => (count === 1 ? "1 card in hand" : `${count} cards in hand`),
        shown: "Shown",
        hidden: (count: number) => (count === 1 ? "1 hidden card" : `${count} hidden cards`),
        hiddenCard: "hidden card",
        knownToAll: "Everybody saw this card going here",
        /** The known cards of a hand, by ranks. */
        knownCards: (ranks: string) => `Known to all: ${ranks}`,
        allowed: (ranks: string) => `Unseen cards: only ${ranks}`,
        allowedWhy:
            "Whoever picks up the pile had nothing to play: so the unseen cards of this hand are none that could have been played then.",
        allowedNone: "It has no unknown card that could be played then",
        /** Somebody's 3 came just before one's turn. */
        skipped: (name: string) => `${name} skipped you with a 3.`,
        /** Somebody's 10 came: what became of one's own hand. */
        redealt: (name: string, had: number, got: number) =>
            `${name} played a 10: new hands. You had ${had}, now ${got === 0 ? "none" : got}.`,
        /** A hidden card was flipped and could not be played. */
        turned: {
            low: (card: string, beat: string) =>
                `You flipped: ${card}. It does not beat the ${beat}, so you take the pile.`,
            notBelow9: (card: string) => `You flipped: ${card}. It is not below 9, so you take the pile.`,
            last: (card: string) =>
                `You flipped: ${card}. A function card cannot be your last card, so you take the pile.`,
        },
        prompts: {
            only: "Only one play is possible",
            choose: "Choose one or more cards of one rank",
            lead: "Lead: choose cards of one rank",
            FLIP: "Flip one of your hidden cards",
        },
        /** Why the pile must be picked up. */
        pickUp: {
            hand: (beat: string) => `Nothing in your hand beats the ${beat}: pick up the pile`,
            shown: (beat: string) => `None of your shown cards beats the ${beat}: pick up the pile`,
            nine: "You have nothing below 9, and no function card for it: pick up the pile",
            last: "A function card cannot be your last card: pick up the pile",
        },
        moves: { FLIP: "Flip one", PICKUP: "Pick up the pile" } as Record<string, string>,
        functions: {
            "2": "2: passes the card to beat on to the next player",
            "3": "3: passes it on to the team-mate",
            "9": "9: the next player must play below 9",
            "10": "10: all hands are dealt anew",
        } as Record<string, string>,
    },
};
