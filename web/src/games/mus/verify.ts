// What Mus draws from: a fresh deck for every hand, and the discards when the stock runs out.

import { type Dealer, inOrder, numbers, uniform, Wrong } from "../../verify/dealer";
import type { Options, Position } from "../../verify/record";

const DECK = [..."A234567SCR"].flatMap((rank) => [..."oceb"].map((suit) => rank + suit));

export class Mus {
    private readonly countsAs: Record<string, string>;
    private readonly reshufflesAll: boolean;
    private mano: number | "random";
    private hands: Set<string>[] = [];
    private stock = new Set<string>();
    /** Of the rounds before. */
    private discards = new Set<string>();
    /** Of the round under way: which cards, and how many of each seat. */
    private latest = new Set<string>();
    private discarded = new Map<number, number>();

    constructor(
        options: Options,
        private readonly seats: number,
    ) {
        this.countsAs = (options.kings8 ?? true) ? { "3": "R", "2": "A" } : {};
        this.reshufflesAll = (options.reshuffle ?? "PREVIOUS") === "ALL";
        this.mano = options.mano_start === "random" ? "random" : Number(options.mano_start ?? 0);
    }

    beginAt(position: Position): void {
        const { mano, to_act } = position as { mano: number; to_act: number };
        const discarded = position.discarded as number[];
        this.mano = mano;
        this.hands = (position.hands as string[][]).map((hand) => new Set(hand));
        this.stock = new Set(position.stock as string[]);
        this.latest = new Set(position.put_down as string[]);
        this.discards = new Set((position.discards as string[][]).flat().filter((card) => !this.latest.has(card)));
        const done = position.phase === "DISCARD" ? (to_act - mano + this.seats) % this.seats : 0;
        this.discarded = new Map(
            this.order()
                .slice(0, done)
                .map((seat) => [seat, discarded[seat]!]),
        );
    }

    private order(): number[] {
        return numbers(this.seats).map((i) => (Number(this.mano) + i) % this.seats);
    }

    deal(dealer: Dealer): void {
        if (this.mano === "random") this.mano = Number(dealer.draw("mano", uniform(numbers(this.seats))));
        this.dealHand(dealer);
    }

    private dealHand(dealer: Dealer): void {
        this.hands = numbers(this.seats).map(() => new Set());
        this.stock = new Set(DECK);
        this.discards = new Set();
        this.latest = new Set();
        this.discarded = new Map();
        dealer.shuffle("card");
        for (const seat of this.order()) this.drawCards(seat, 4, dealer);
    }

    private drawCards(seat: number, count: number, dealer: Dealer): void {
        for (let i = 0; i < count; i++) {
            if (this.stock.size === 0) this.reshuffle(dealer);
            const card = dealer.draw("card", uniform(inOrder(DECK, this.stock)));
            this.stock.delete(card);
            this.hands[seat]!.add(card);
        }
    }

    private reshuffle(dealer: Dealer): void {
        dealer.shuffle("card");
        this.stock = this.discards;
        this.discards = new Set();
        if (!this.reshufflesAll) return;
        for (const card of this.latest) this.stock.add(card);
        this.latest = new Set();
    }

    move(seat: number, move: string, dealer: Dealer): void {
        if (move.startsWith("discard ")) {
            this.discard(seat, move.slice("discard ".length), dealer);
        } else if (dealer.nextKind() !== undefined) {
            // The hand is over: who won it is not followed.
            this.mano = (Number(this.mano) + 1) % this.seats;
            this.dealHand(dealer);
        }
    }

    private discard(seat: number, words: string, dealer: Dealer): void {
        const ranks = words === "-" ? [] : words.split(",");
        const hand = this.hands[seat]!;
        for (const rank of ranks) {
            const card = inOrder(DECK, hand).find((one) => (this.countsAs[one[0]!] ?? one[0]) === rank);
            if (card === undefined) throw new Wrong({ is: "NOT_HELD", seat, rank });
            hand.delete(card);
            this.latest.add(card);
        }
        this.discarded.set(seat, ranks.length);
        if (this.discarded.size < this.seats) return;
        for (const drawer of this.order()) this.drawCards(drawer, this.discarded.get(drawer)!, dealer);
        for (const card of this.latest) this.discards.add(card);
        this.latest = new Set();
        this.discarded = new Map();
    }
}
