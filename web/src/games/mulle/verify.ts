// What Mulle draws from: two decks for every omgång.

import { type Dealer, type Pile, uniform } from "../../verify/dealer";
import type { Options, Position } from "../../verify/record";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const DECK = RANKS.flatMap((rank) => ["KL", "SP", "HJ", "RU"].map((suit) => suit + rank));
const LAST_ROND = 6;

const twoOfEach = (): Pile => new Map(DECK.map((card) => [card, 2]));
const isEmpty = (pile: Pile) => [...pile.values()].every((count) => count === 0);

export class Mulle {
    private readonly omgangar: number;
    private readonly starter: string;
    private omgang = 0;
    private rond = 0;
    /** How many cards each has: which is of no consequence. */
    private hands = [0, 0];
    private stock: Pile = new Map();
    /** Of the stock of a position, in the order that it gives. */
    private given: string[] = [];

    constructor(options: Options) {
        this.omgangar = Number(options.omgangar ?? 1);
        this.starter = String(options.starter ?? "A");
    }

    beginAt(position: Position): void {
        const hands = position.hands as Record<string, string[]>;
        const captured = position.captured as Record<string, string[]>;
        const table = position.table as (string | { cards: string[] })[];
        this.omgang = position.omgang as number;
        this.rond = position.rond as number;
        this.hands = [hands.A!.length, hands.B!.length];
        this.given = [...(position.stock as string[])];
        this.stock = twoOfEach();
        const out = [
            ...Object.values(hands).flat(),
            ...Object.values(captured).flat(),
            ...table.flatMap((pile) => (typeof pile === "string" ? [pile] : pile.cards)),
        ];
        for (const card of out) this.stock.set(card, this.stock.get(card)! - 1);
    }

    deal(dealer: Dealer): void {
        if (this.starter === "random") dealer.draw("starter", uniform("AB"));
        this.dealOmgang(dealer);
    }

    private dealOmgang(dealer: Dealer): void {
        this.omgang++;
        this.rond = 0;
        this.stock = twoOfEach();
        dealer.shuffle("card");
        for (let i = 0; i < 8; i++) dealer.take("card", this.stock); // to the table
        this.dealRond(dealer);
    }

    private dealRond(dealer: Dealer): void {
        this.rond++;
        this.hands = [0, 0];
        for (let seat = 0; seat < 2; seat++) {
            while (this.hands[seat]! < 8 && !isEmpty(this.stock)) {
                const next = this.given.shift();
                const card = dealer.draw("card", next === undefined ? this.stock : uniform([next]));
                this.stock.set(card, this.stock.get(card)! - 1);
                this.hands[seat]!++;
            }
        }
    }

    move(seat: number, _move: string, dealer: Dealer): void {
        this.hands[seat]!--;
        if (this.hands.some((count) => count > 0)) return;
        if (this.rond < LAST_ROND && !isEmpty(this.stock)) this.dealRond(dealer);
        else if (this.omgang < this.omgangar) this.dealOmgang(dealer);
    }
}
