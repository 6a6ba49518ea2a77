// English: the table of Bruno.

export const bruno = {
    bruno: {
        toBeat: "To beat",
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
        allowed: (ranks: string) => `Unseen cards: only ${ranks}`,
        allowedWhy:
            "Whoever picks up the pile had nothing to play: so the unseen cards of this hand are none that could have been played then.",
        allowedNone: "It has no unknown card that could be played then",
        /** Somebody's 3 came just before one's turn. */
        skipped: (name: string) => `${name} skipped you with a 3.`,
        /** A hidden card was turned up and could not be played. */
        turned: {
            low: (card: string, beat: string) =>
                `You turned up ${card}: it does not beat the ${beat}, so you take the pile.`,
            notBelow9: (card: string) => `You turned up ${card}: it is not below 9, so you take the pile.`,
            last: (card: string) =>
                `You turned up ${card}: a function card cannot be your last card, so you take the pile.`,
        },
        prompts: {
            only: "Only one play is possible",
            choose: "Choose one or more cards of one rank",
            lead: "Lead: choose cards of one rank",
            FLIP: "Turn up one of your hidden cards",
            PICKUP: "You cannot play: pick up the pile",
        },
        moves: { FLIP: "Turn one up", PICKUP: "Pick up the pile" } as Record<string, string>,
        functions: {
            "2": "2: passes the card to beat on to the next player",
            "3": "3: passes it on to the team-mate",
            "9": "9: the next player must play below 9",
            "10": "10: all hands are dealt anew",
        } as Record<string, string>,
    },
};
