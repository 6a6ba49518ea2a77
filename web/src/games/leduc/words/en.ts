// English: the words of Leduc poker, which the shape of every other language comes from.

import type { OptionWords } from "../../../lang/en/offers";

export const en = {
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
