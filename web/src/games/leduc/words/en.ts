// English: the words of Leduc poker, which the shape of every other language comes from.

import type { OptionWords } from "../../../lang/en/offers";

export const en = {
    table: {
        open: (bet: number) => `Check, or bet ${bet} chips`,
        answer: (owed: number) => (owed === 1 ? "Fold, or pay 1 chip or more" : `Fold, or pay ${owed} chips or more`),
        hiddenCard: "hidden card",
        board: "The card that is turned up",
        noBoard: "A card is turned up after the first round",
        pot: (chips: number) => (chips === 1 ? "Pot: 1 chip" : `Pot: ${chips} chips`),
        round: (round: number): string =>
            round === 1 ? "First betting round: bets of 2 chips" : "Second betting round: bets of 4 chips",
        paid: (chips: number) => (chips === 1 ? "1 chip in the pot" : `${chips} chips in the pot`),
        pair: "A pair",
    },
    ending: {
        card: "Card",
        paid: "Paid",
        split: "Equal cards: the pot is split.",
        folded: (name: string, chips: number) =>
            `${name} wins ${chips === 1 ? "1 chip" : `${chips} chips`}: the other folded.`,
        pair: (name: string, chips: number) => `${name} wins ${chips === 1 ? "1 chip" : `${chips} chips`} with a pair.`,
        high: (name: string, chips: number) =>
            `${name} wins ${chips === 1 ? "1 chip" : `${chips} chips`} with the higher card.`,
    },
    keys: {
        board: "Board",
        history: "Moves of this round",
        paid: "Paid",
        FOLD: "Fold",
        CHECK: "Check",
        CALL: "Call",
        BET: "Bet",
        RAISE: "Raise",
    } as Record<string, string>,
    options: {
        raises: "Bets and raises per round",
    } as Record<string, OptionWords>,
    /** Options of its own bots. */
    agents: {
        "leduc-cfr": {
            iterations: "Iterations",
        },
    } as Record<string, Record<string, OptionWords>>,
};

export type Words = typeof en;
