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
    guide: {
        deal: (card: string) =>
            `Each player has put 1 chip into the pot and has one card. Yours: ${card}. Only you see it.`,
        cards: "There are six cards: two jacks, two queens and two kings. After the first betting round one more card is turned up here. A card of the same rank makes a pair, and a pair wins. Without a pair the higher card wins.",
        check: (name: string) =>
            `Your card is neither high nor low, so begin carefully. If you check, you pay nothing, and ${name} may check or bet.`,
        call: (name: string, chips: number) =>
            `${name} has bet. If you fold, you give up the pot. If you call, you pay ${chips} chips and see the next card.`,
        pair: (card: string) => `Turned up: ${card}. Now you have a pair, and no hand beats it.`,
        bet: (chips: number) => `Let the pot grow. A bet in this round is ${chips} chips.`,
        callRaise: (name: string, chips: number) =>
            `${name} raises: to stay in, you pay ${chips} chips more. A round has at most two bets and raises together, so you cannot raise again. After a call both cards are shown.`,
        end: (name: string, card: string, chips: number) =>
            `${name} shows: ${card}. Your pair wins ${chips} chips. If a player folds, the other takes the pot and no card is shown.`,
        learnt: [
            "Check or bet. After a bet: fold, call or raise. A bet is 2 chips in the first round and 4 in the second.",
            "After the first round a card is turned up. A pair with it wins; otherwise the higher card wins.",
            "A player who folds gives up the pot. A bet with a bad card can win it: that is a bluff.",
        ],
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
