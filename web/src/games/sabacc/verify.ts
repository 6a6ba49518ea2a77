// What Kessel Sabacc draws from: two families of cards, tokens and dice.

import { type Dealer, numbers, type Pile, uniform, Wrong } from "../../verify/dealer";
import type { Options, Position } from "../../verify/record";

const FAMILY: [string, number][] = [
    ["1", 3],
    ["2", 3],
    ["3", 3],
    ["4", 3],
    ["5", 3],
    ["6", 3],
    ["I", 3],
    ["S", 1],
];
const TOKENS = [
    "FREE_DRAW",
    "REFUND",
    "EXTRA_REFUND",
    "GENERAL_TARIFF",
    "TARGET_TARIFF",
    "EMBARGO",
    "DEVALUATION",
    "IMMUNITY",
    "GENERAL_AUDIT",
    "TARGET_AUDIT",
    "MAJOR_FRAUD",
    "EMBEZZLEMENT",
    "COOK_THE_BOOKS",
    "EXHAUSTION",
    "DIRECT_TRANSACTION",
    "SABACC_PRIME",
];
const DRAWN: Record<string, string[]> = {
    DRAW_SAND: ["sand"],
    DRAW_BLOOD: ["blood"],
    EXHAUSTION: ["sand", "blood"],
};

export class Sabacc {
    private readonly randomTokens: boolean;
    private piles: Record<string, Pile> = {};

    constructor(
        options: Options,
        private readonly seats: number,
    ) {
        this.randomTokens = (options.tokens ?? "random") === "random";
    }

    beginAt(position: Position): void {
        const piles = position.draw_pile as Record<string, string[]>;
        for (const [family, cards] of Object.entries(piles))
            this.piles[family] = new Map(FAMILY.map(([card]) => [card, cards.filter((one) => one === card).length]));
    }

    deal(dealer: Dealer): void {
        const tokens = uniform(TOKENS);
        if (this.randomTokens) for (let i = 0; i < 3; i++) dealer.take("token", tokens);
        dealer.draw("first", uniform(numbers(this.seats)));
        this.dealRound(dealer);
    }

    /** How many seats are still in play is not followed: the cards of the record are counted. */
    private dealRound(dealer: Dealer): void {
        const counts = ["sand", "blood"].map((family) => {
            dealer.shuffle(family);
            const pile = new Map(FAMILY);
            this.piles[family] = pile;
            let count = 0;
            for (; dealer.nextKind() === family; count++) dealer.take(family, pile);
            return count;
        });
        if (counts[0] !== counts[1]) throw new Wrong({ is: "UNEVEN" });
    }

    move(_seat: number, move: string, dealer: Dealer): void {
        for (const family of DRAWN[move.split("@")[0]!] ?? []) dealer.take(family, this.piles[family]!);
        if (dealer.nextKind() === "die") for (let i = 0; i < 2; i++) dealer.draw("die", uniform(numbers(6, 1)));
        if (dealer.nextKind() === "sand") this.dealRound(dealer);
    }
}
