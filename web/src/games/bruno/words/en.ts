// English: the words of Bruno, which the shape of every other language comes from.

import type { OptionWords } from "../../../lang/en/offers";

export const en = {
    table: {
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
        knownToAll: "Everyone saw this card going here",
        /** The known cards of a hand, by ranks. */
        knownCards: (ranks: string) => `Known to all: ${ranks}`,
        allowed: (ranks: string) => `Unseen cards: only ${ranks}`,
        allowedWhy:
            "A player who picks up the pile had nothing to play: so none of the unseen cards of this hand could have been played then.",
        allowedNone: "It has no unknown card that could be played then",
        /** Another player's 3 came just before the reader's turn. */
        skipped: (name: string) => `${name} skipped you with a 3.`,
        /** A 10 came: what became of the reader's own hand. */
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
            only: "You have only one legal play",
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
            "2": "2: passes the card to beat to the next player",
            "3": "3: passes it to the team-mate",
            "9": "9: the next player must play below 9",
            "10": "10: all hands are dealt again",
        } as Record<string, string>,
    },
    guide: {
        /** Small questions about what was just said. */
        ask: {
            order: {
                ask: "To beat: a jack. What may you play?",
                answers: ["an 8", "a king", "a 5"],
                right: 1,
                because: "Only as high or higher: the king beats the jack.",
            },
            functions: {
                ask: "To beat: an ace. What may you play?",
                answers: ["a king", "a queen", "a 2"],
                right: 2,
                because: "A 2 is a function card: it goes on anything, even on an ace.",
            },
        },
        deal: "Each player has seven cards in hand and, on the table, three shown and three hidden ones. Get rid of them all: your hand first, then the shown cards, and finally the hidden ones, which nobody has seen.",
        team: (partner: string) =>
            `You and ${partner}, opposite, are a team: the first of you to get rid of all cards wins for both.`,
        order: "Play as high as the card to beat, or higher; one card is enough, even if two were played. From low to high: 4 5 6 7 8, jack, queen, king, ace. Suits do not matter.",
        aside: "(2, 3, 9 and 10 are function cards: the next steps explain them.)",
        /** One of so many that one holds. */
        card: (rank: string, held: number) => (held > 1 ? `one of the ${rank}s` : `the ${rank}`),
        lead: (rank: string) =>
            `There is nothing to beat, so anything goes. Low cards are the hardest to get rid of: start with the ${rank}.`,
        follow: (beat: string, rank: string) =>
            `To beat: ${beat}. The ${rank} is your lowest card that beats it. Keep higher ones for later.`,
        below9: (rank: string) => `After a 9 you must play below 9. Your ${rank} will do.`,
        several:
            "Cards of one rank may go together, so take all of them in your hand. (Your shown cards wait until the hand is empty.)",
        onlyFunction:
            "You have no card that is high enough. But 2, 3, 9 and 10 are function cards, which go on anything.",
        functionCard: (next: string) =>
            `Function cards (2, 3, 9 and 10) go on anything. Make it hard for ${next}, your opponent, and keep your high card.`,
        functions: {
            "2": "With a 2 you pass: the next player faces the same card.",
            "3": "A 3 passes the card on past the next player: the team-mate of its player faces it. Two 3s at once do no more than one.",
            "9": "After a 9 the next player must play below 9.",
            "10": "A 10 mixes the hands: all hand cards of all players are collected and shared out evenly; some get one more. The next player faces the same card, and the 10 leaves the game.",
        } as Record<string, string>,
        picksUp: "A player who cannot play picks up the whole pile, and then leads with anything.",
        pickUp: "You have nothing to play, so you pick up the pile. Then you lead, with anything.",
        openCards: (name: string) =>
            `Most cards of ${name} are face up now: everyone saw them being picked up. In a closed hand such a card has an eye. “Unseen cards: only …” says what the rest can be: when the pile was picked up, none of them could be played.`,
        jump: "And so it goes on. Let’s skip to the end of the game.",
        zones: {
            shown: "Some turns later your hand is empty. Now your shown cards are played, as if they were your hand.",
            hidden: "Your shown cards are gone too. What is left are your hidden cards.",
        },
        flip: "Flip one, whichever you like: nobody has seen them. If it can be played, it is played. If not, you must take it, and the pile.",
        flipAgain: "Flip another one: if it can be played, it is played.",
        flipLast: "Flip your last card. If it can be played, you have won.",
        flipped: (card: string) => `You flipped: ${card}. It could be played.`,
        end: (card: string, partner: string) =>
            `You flip: ${card}. It can be played, and it was your last card: you have won, for ${partner} as well. One more rule: a function card can never be the last card. A player who has only that one left must pick up the pile.`,
        /** Why a card cannot be played now. */
        refused: {
            low: (rank: string, beat: string) =>
                `${/^8|^a/.test(rank) ? "An" : "A"} ${rank} does not beat the ${beat}.`,
            nine: "After a 9 you play below 9, or a function card.",
            shown: "Shown cards are played when the hand is empty.",
            hidden: "Hidden cards are flipped when hand and shown cards are gone.",
        },
        learnt: [
            "Play as high as the card to beat or higher, one card or several of a rank; one card can beat two. A player who cannot play picks up the pile, and leads.",
            "2, 3, 9 and 10 go on anything: a 2 passes, a 3 passes and skips the next player, after a 9 you play below 9, after a 10 all hands are dealt again.",
            "First the hand, then the shown cards, then the hidden ones. A function card can never be the last: a player who has only that picks up the pile.",
        ],
    },
    ending: {
        story: (who: string, left: number) => `First to be rid of every card: ${who}. The other side had ${left} left.`,
        cardsLeft: "Cards left",
    },
    /** Keys and codes of views and moves. */
    keys: {
        to_beat: "To beat",
        FLIP: "Flip a hidden card",
        PICKUP: "Pick up the pile",
    } as Record<string, string>,
    options: {
        cap: "Cap",
        shown_one: "Shown cards one by one",
        strict_nine: "Strict nine",
    } as Record<string, OptionWords>,
    /** Options of its own bots. */
    agents: {
        "bruno-low": {
            random: "Chance",
        },
    } as Record<string, Record<string, OptionWords>>,
};

export type Words = typeof en;
