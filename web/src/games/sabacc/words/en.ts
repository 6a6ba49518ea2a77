// English: the words of Kessel Sabacc, which the shape of every other language comes from.

import type { OptionWords } from "../../../lang/en/offers";

export const en = {
    table: {
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
        known: "The eye: everyone knows this card",
        seenBy: (names: string) => `The eye: this card is also known to ${names}`,
        dice: (one: number, other: number) => `Dice: ${one} and ${other}`,
        die: (value: number) => `Choose the ${value}`,
        asValue: (value: number) => `= ${value}`,
        /** What a card is worth, for a player who presses it. */
        sylop: "A Sylop counts as much as your other card; two Sylops are the best hand of all.",
        impostor: "Impostor: when hands are shown you roll two dice for it, and choose what it counts.",
        plainCard: (value: string) => `This card counts ${value}. The closer your two cards are, the better.`,
        ownTokens: "Your tokens",
        aim: (name: string) => `At ${name}`,
        tokensLeft: "Tokens left",
        /** What one is asked for. */
        prompts: {
            TOKEN: "Play a token, or none",
            newRound: (round: number) => `Round ${round} starts: play a token, or none`,
            target: "Choose a target",
            DRAW: "Draw a card, or pass",
            embargo: "You are under Embargo: pass",
            KEEP: "Keep the card, or discard it?",
            PRIME_DIE: "Choose the value of Sabacc Prime",
            IMPOSTOR: (family: string) => `Choose the value of your ${family} Impostor`,
        },
        reveal: (round: number) => `Round ${round} is over`,
        revealAgain: "Previous round",
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
        potBack: (count: number) => `gets the pot of ${count} back`,
        costs: (pot: number, penalty: number) =>
            pot === 0
                ? `pays ${penalty}`
                : penalty === 0
                  ? `loses the pot of ${pot}`
                  : `loses the pot of ${pot}, pays ${penalty}`,
        isOut: "out of the game",
        /** What a token does, for a player who looks at it. */
        tokenHelp: {
            FREE_DRAW: "The draw of this turn costs nothing",
            REFUND: "Take up to 2 chips back from your pot",
            EXTRA_REFUND: "Take up to 3 chips back from your pot",
            GENERAL_TARIFF: "Every opponent pays 1 chip into their pot",
            TARGET_TARIFF: "One opponent pays 2 chips into their pot",
            EMBARGO: "The next player must pass",
            DEVALUATION: "A single Sylop counts 0, and does not copy the other card",
            IMMUNITY: "Other players' tokens cannot affect you this round",
            GENERAL_AUDIT: "Opponents who passed last pay 2 chips",
            TARGET_AUDIT: "One opponent who passed last pays 3 chips",
            MAJOR_FRAUD: "Impostors are worth 6 this round",
            EMBEZZLEMENT: "Take 1 chip from every opponent's pot into yours",
            COOK_THE_BOOKS: "Sabaccs rank in reverse: 6 is best",
            EXHAUSTION: "One opponent must discard their hand and draw a new one",
            DIRECT_TRANSACTION: "Exchange hands with one opponent",
            SABACC_PRIME: "Roll two dice: a Sabacc of the chosen value ranks just below Pure",
        } as Record<string, string>,
    },
    guide: {
        /** Small questions about what was just said. */
        ask: {
            deal: {
                ask: "Which hand is better?",
                answers: ["3 + 3", "1 + 2"],
                right: 0,
                because: "Equal cards, a Sabacc, beat every other hand.",
            },
            low: {
                ask: "Both are a Sabacc. Which is better?",
                answers: ["5 + 5", "2 + 2"],
                right: 1,
                because: "The lower pair is better.",
            },
        },
        deal: (sand: string, blood: string) =>
            `You hold two cards: a Sand card, ${sand}, and a Blood card, ${blood}. Only you see them. Two equal cards are a Sabacc, and a low one beats a high one. Without a pair, the closer your cards are, the better.`,
        chips: (count: number) =>
            `The round has three turns; then all hands are shown, and only the best hand pays nothing. You pay with chips: ${count} lie in your reserve. A draw costs one, and what you spend goes into your pot first. A player with an empty reserve when a round ends is out of the game.`,
        tokens: "All players have the same three tokens, a different three (of sixteen) in every game. At the start of each of your turns you may play one: a special power, once in the whole game.",
        token: (name: string, what: string) => `${name}: ${what}.`,
        tokenFree: "It costs you nothing, so it is a good start.",
        eye: "An eye on a card means that everyone knows it: it was taken face up.",
        untouched: (name: string) => `${name} is immune and pays nothing.`,
        pays: (name: string, count: number) =>
            `${name} pays ${count} ${count === 1 ? "chip" : "chips"} into their pot.`,
        youPay: (name: string, token: string, count: number) =>
            `${name} plays ${token}, which costs you ${count} ${count === 1 ? "chip" : "chips"}, from your reserve into your pot.`,
        putBack: (name: string) =>
            `(${name} paid 1 chip for the open card and put it back: that is allowed, and does not help.)`,
        pressToken: (name: string) => `press the token ${name}, then the button “${name}”`,
        tokenMet: (name: string, what: string) => `(${name}: “${what}.”)`,
        noToken: "Each of your other tokens works only once: keep them.",
        keepFree: (name: string) =>
            `${name} is worth most when your reserve is empty; now you can still pay for a draw.`,
        noTokenAgain: "Keep your tokens for the next rounds.",
        drawing:
            "Now you may draw a card, or pass. A draw costs 1 chip. You always hold one Sand and one Blood card: of the new card and the old one of its family you keep one, and discard the other.",
        draw: (sand: string, blood: string, apart: number) =>
            `Your ${sand} and ${blood} are ${apart} apart. A new Sand card may bring them closer.`,
        hiddenPile: (family: string) => `the ${family} pile of hidden cards`,
        openCard: (family: string) => `the open ${family} card`,
        take: (open: string, other: string) =>
            `The open ${open} makes a Sabacc with your ${other}. Taking it costs 1 chip too, and everyone sees what you take.`,
        takeCloser: (open: string, other: string, apart: number, sand: string, blood: string, now: number) =>
            `Your ${sand} and ${blood} are ${now} apart now; the open ${open} and your ${other} only ${apart}. Taking it costs 1 chip too, and everyone sees it.`,
        keepPair: (card: string, other: string) => `${card} and ${other} are equal, a Sabacc. Keep the new card.`,
        keepCloser: (card: string, other: string, apart: number, before: number) =>
            `The ${card} and your ${other} are ${apart} apart; before, it was ${before}. Keep it, and discard the old card.`,
        refuse: (card: string, other: string, apart: number) =>
            `The ${card} and your ${other} would be ${apart} apart: no better than before. Discard it.`,
        passPair: (value: string) =>
            `You have a Sabacc of ${value}. Another card would cost a chip and could not help. Passing is free.`,
        passClose: (sand: string, blood: string) =>
            `Your ${sand} and ${blood} are close, and another card would cost a chip. Passing is free.`,
        won: (pot: number) => `All hands are shown, and yours is the best: your pot of ${pot} comes back to you.`,
        lost: (pot: number, penalty: number) =>
            `All hands are shown, and yours is not the best: you lose your pot of ${pot}, and ${penalty} more.`,
        reveal: "The others lose their pots, and chips of their reserve: 1 for a beaten Sabacc, else as many as their cards are apart.",
        impostor: "An Impostor has the value of a die.",
        sylop: "A Sylop is worth as much as the other card.",
        goesOn: "Then new cards are dealt. The last player with chips wins.",
        learnt: [
            "Two equal cards are a Sabacc: the lower, the better. Otherwise the smaller difference wins, then the smaller sum. If several hands are equally good, none of them pays.",
            "A draw costs a chip; passing is free. Three turns, then all hands are shown. The last one with chips wins the game.",
            "Two kinds of cards did not come up. A Sylop counts as much as your other card. For an Impostor, the mask, you roll two dice at the end and choose one. Press such a card in your hand, and it says what it is.",
        ],
    },
    ending: {
        story: (who: string, chips: number, round: number) =>
            `The last one with chips after ${round} rounds: ${who}, with ${chips}.`,
        lastHand: "Last hand",
    },
    /** What the score is made of. */
    scoreHow:
        "Score: the winner has 1000 for each chip left. A player who goes out has −100 for each chip that the richest of the others held at that moment.",
    /** The score of three games in a row, among the statistics of a player. */
    sum: {
        title: "Sum of the last three games",
        help: "The total score of Kessel Sabacc.",
        trend: "Sum of three games, over time",
        trendHelp: "Each point is the sum of a game and the two before it.",
    },
    cards: {
        ranks: { S: "Sylop", I: "Impostor" } as Record<string, string>,
        suits: { sand: "Sand", blood: "Blood" },
        of: (rank: string, suit: string) => `${suit} ${rank}`,
    },
    phrases: ["Hello!", "Good luck!", "Pure Sabacc!", "Never tell me the odds.", "Well played!", "One moment …"],
    /** Keys and codes of views and moves. */
    keys: {
        reserve: "Chips",
        firsts: "Best of the round before",
        DIE1: "The first die",
        DIE2: "The second die",
        DRAW_SAND: "Draw hidden Sand",
        DRAW_BLOOD: "Draw hidden Blood",
        TAKE_SAND: "Take open Sand",
        TAKE_BLOOD: "Take open Blood",
        FREE_DRAW: "Free Draw",
        EXTRA_REFUND: "Extra Refund",
        GENERAL_TARIFF: "General Tariff",
        TARGET_TARIFF: "Target Tariff",
        GENERAL_AUDIT: "General Audit",
        TARGET_AUDIT: "Target Audit",
        MAJOR_FRAUD: "Major Fraud",
        COOK_THE_BOOKS: "Cook the Books",
        DIRECT_TRANSACTION: "Direct Transaction",
        SABACC_PRIME: "Sabacc Prime",
    } as Record<string, string>,
    presets: {
        four: { title: "Four players", help: "The full table" },
        three: { title: "Three players", help: "A smaller table" },
        two: { title: "Two players", help: "A duel" },
        short: { title: "Short game", help: "Four players with 4 chips each" },
    },
    options: {
        players: "Players",
        early_reveal: "Early reveal",
        chips: "Chips",
        tokens: { name: "Tokens", words: { random: "random" } },
    } as Record<string, OptionWords>,
};

export type Words = typeof en;
