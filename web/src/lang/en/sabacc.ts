// English: the table of Kessel Sabacc.

export const sabacc = {
    sabacc: {
        round: (n: number) => `Round ${n}`,
        turn: (n: number) => `Turn ${n} of 3`,
        drawPile: (family: string, count: number) => `${family} draw pile, ${count} cards`,
        discard: (card: string) => `${card}, on its discard pile`,
        reserve: (count: number) => (count === 1 ? "1 chip in reserve" : `${count} chips in reserve`),
        pot: (count: number) => (count === 1 ? "1 chip in the pot" : `${count} chips in the pot`),
        potShort: "Pot",
        reserveShort: "Reserve",
        passed: "passed",
        /** In an earlier turn of the round. */
        passedIn: (turn: number) => `passed turn ${turn}`,
        immune: "immune",
        embargoed: "embargo",
        first: "goes first",
        out: "out",
        best: "best hand",
        effects: "In force this round",
        noEffects: "No token is in force",
        holdsFor: (token: string) => `${token}:`,
        /** After the name of a token. */
        playedBy: (names: string) => `by ${names}`,
        prime: (value: number) => `Sabacc Prime: ${value}`,
        hiddenCard: (family: string) => `hidden ${family} card`,
        drawn: (card: string) => `${card}, just drawn`,
        known: "The eye: everybody knows this card",
        seenBy: (names: string) => `The eye: this card is also known to ${names}`,
        dice: (one: number, other: number) => `Dice: ${one} and ${other}`,
        die: (value: number) => `Choose the ${value}`,
        asValue: (value: number) => `= ${value}`,
        /** What a card is worth, for whoever presses it. */
        sylop: "A Sylop counts as much as your other card; two Sylops are the best hand of all.",
        impostor: "Impostor: when hands are shown you roll two dice for it, and choose what it counts.",
        plainCard: (value: string) => `This card counts ${value}. The closer your two cards are, the better.`,
        ownTokens: "Your tokens",
        aim: (name: string) => `At ${name}`,
        tokensLeft: "Tokens left",
        /** What one is asked for. */
        prompts: {
            TOKEN: "Play a token, or none",
            newRound: (round: number) => `Round ${round} begins: play a token, or none`,
            target: "At whom? Press a seat",
            DRAW: "Draw a card, or pass",
            embargo: "You are under Embargo: pass",
            KEEP: "Keep the card, or refuse it?",
            PRIME_DIE: "Choose the value of Sabacc Prime",
            IMPOSTOR: (family: string) => `Choose the value of your ${family} Impostor`,
        },
        reveal: (round: number) => `Round ${round} is over`,
        revealAgain: "Round before",
        hands: {
            pure: "Pure Sabacc",
            prime: "Sabacc Prime",
            sabacc: (value: number) => `Sabacc of ${value}`,
            difference: (d: number) => `Difference ${d}`,
        },
        /** Of hands with the same difference. */
        withSum: (worth: string, sum: number) => `${worth}, sum ${sum}`,
        /** Chips in the reserve. */
        left: (count: number) => `${count} left`,
        potBack: (count: number) => `gets its pot of ${count} back`,
        costs: (pot: number, penalty: number) =>
            pot === 0
                ? `pays ${penalty}`
                : penalty === 0
                  ? `loses the pot of ${pot}`
                  : `loses the pot of ${pot}, pays ${penalty}`,
        isOut: "out of the game",
        /** What a token does, for whoever looks at it. */
        tokenHelp: {
            FREE_DRAW: "The draw of this turn costs nothing",
            REFUND: "Take up to 2 chips back from your pot",
            EXTRA_REFUND: "Take up to 3 chips back from your pot",
            GENERAL_TARIFF: "Every opponent pays 1 chip into their pot",
            TARGET_TARIFF: "One opponent pays 2 chips into their pot",
            EMBARGO: "The next player must pass",
            DEVALUATION: "A lone Sylop counts 0, and not as much as the other card",
            IMMUNITY: "Tokens of others cannot touch you this round",
            GENERAL_AUDIT: "Opponents who passed last pay 2 chips",
            TARGET_AUDIT: "One opponent who passed last pays 3 chips",
            MAJOR_FRAUD: "Impostors are worth 6 this round",
            EMBEZZLEMENT: "Take 1 chip from every opponent's pot into yours",
            COOK_THE_BOOKS: "Sabaccs rank the other way round: 6 is best",
            EXHAUSTION: "One opponent discards the hand and gets a new one",
            DIRECT_TRANSACTION: "Exchange hands with one opponent",
            SABACC_PRIME: "Roll two dice: a Sabacc of the chosen value ranks just below Pure",
        } as Record<string, string>,
    },
};
