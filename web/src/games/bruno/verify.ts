// What Bruno draws from: the deck, the hands that a 10 collects, and the copies of a rank in a hand.

import { type Dealer, inOrder, numbers, uniform } from "../../verify/dealer";
import type { Options, Position } from "../../verify/record";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const DECK = RANKS.flatMap((rank) => [..."shdc"].map((suit) => rank + suit));
const FUNCTIONS = ["2", "3", "9", "10"];

const rankOf = (card: string) => card.slice(0, -1);
const ofRank = (cards: ReadonlySet<string>, rank: string) =>
    inOrder(DECK, cards).filter((card) => rankOf(card) === rank);
const takeOut = (from: Set<string>, cards: string[]) => cards.forEach((card) => from.delete(card));

export class Bruno {
    private readonly strictNine: boolean;
    /** The next to be flipped first. */
    private hidden: string[][];
    private shown: Set<string>[];
    /** Hand cards that everybody saw going there, and the others. */
    private known: Set<string>[];
    private unknown: Set<string>[];
    private pile = new Set<string>();
    /** A rank. */
    private toBeat: string | null = null;

    constructor(
        options: Options,
        private readonly seats: number,
    ) {
        this.strictNine = options.strict_nine === true;
        this.hidden = numbers(seats).map(() => []);
        this.shown = numbers(seats).map(() => new Set());
        this.known = numbers(seats).map(() => new Set());
        this.unknown = numbers(seats).map(() => new Set());
    }

    beginAt(position: Position): void {
        const sets = (lists: unknown) => (lists as string[][]).map((cards) => new Set(cards));
        this.hidden = (position.hidden as string[][]).map((cards) => [...cards]);
        this.shown = sets(position.shown);
        this.known = sets(position.known);
        this.unknown = sets(position.hands);
        this.unknown.forEach((hand, seat) => takeOut(hand, [...this.known[seat]!]));
        this.pile = new Set(position.pile as string[]);
        this.toBeat = position.to_beat as string | null;
    }

    deal(dealer: Dealer): void {
        const deck = uniform(DECK);
        for (let seat = 0; seat < this.seats; seat++) {
            for (let i = 0; i < 3; i++) this.hidden[seat]!.push(dealer.take("deal", deck));
            for (let i = 0; i < 3; i++) this.shown[seat]!.add(dealer.take("deal", deck));
            for (let i = 0; i < 7; i++) this.unknown[seat]!.add(dealer.take("deal", deck));
        }
        dealer.draw("first", uniform(numbers(this.seats)));
    }

    move(seat: number, move: string, dealer: Dealer): void {
        if (move === "PICKUP") this.pickUp(seat);
        else if (move === "FLIP") this.flip(seat, dealer);
        else {
            const [rank = "", copies = ""] = move.split("x");
            const fromHand = this.known[seat]!.size + this.unknown[seat]!.size > 0;
            const leave = fromHand
                ? this.leaveHand(seat, rank, Number(copies), dealer)
                : this.leaveShown(seat, rank, Number(copies));
            this.play(seat, leave, dealer);
        }
    }

    private flip(seat: number, dealer: Dealer): void {
        const card = this.hidden[seat]!.shift()!;
        const rank = rankOf(card);
        const last =
            this.hidden[seat]!.length + this.shown[seat]!.size + this.known[seat]!.size + this.unknown[seat]!.size ===
            0;
        if (this.beats(rank) && !(last && FUNCTIONS.includes(rank))) {
            this.play(seat, [card], dealer);
        } else {
            this.known[seat]!.add(card);
            this.pickUp(seat);
        }
    }

    private beats(rank: string): boolean {
        if (this.toBeat === null) return true;
        if (this.toBeat === "9") return RANKS.indexOf(rank) <= RANKS.indexOf(this.strictNine ? "8" : "10");
        return FUNCTIONS.includes(rank) || RANKS.indexOf(rank) >= RANKS.indexOf(this.toBeat);
    }

    /** Those that everybody knows go first, then others by chance. */
    private leaveHand(seat: number, rank: string, copies: number, dealer: Dealer): string[] {
        const cards = ofRank(this.known[seat]!, rank).slice(0, copies);
        takeOut(this.known[seat]!, cards);
        while (cards.length < copies) {
            const card = dealer.draw("copy", uniform(ofRank(this.unknown[seat]!, rank)));
            this.unknown[seat]!.delete(card);
            cards.push(card);
        }
        return cards;
    }

    private leaveShown(seat: number, rank: string, copies: number): string[] {
        const cards = ofRank(this.shown[seat]!, rank).slice(0, copies);
        takeOut(this.shown[seat]!, cards);
        return cards;
    }

    private play(seat: number, cards: string[], dealer: Dealer): void {
        const rank = rankOf(cards[0]!);
        if (rank === "10") {
            this.redistribute(seat, dealer);
            return;
        }
        for (const card of cards) this.pile.add(card);
        if (rank !== "2" && rank !== "3") this.toBeat = rank;
    }

    private redistribute(seat: number, dealer: Dealer): void {
        const all = new Set([...this.known, ...this.unknown].flatMap((cards) => [...cards]));
        const pool = uniform(inOrder(DECK, all));
        this.known = numbers(this.seats).map(() => new Set());
        this.unknown = numbers(this.seats).map(() => new Set());
        if (pool.size > 0) dealer.shuffle("deal");
        for (let i = 0; i < pool.size; i++) this.unknown[(seat + i) % this.seats]!.add(dealer.take("deal", pool));
    }

    private pickUp(seat: number): void {
        for (const card of this.pile) this.known[seat]!.add(card);
        this.pile = new Set();
        this.toBeat = null;
    }
}
