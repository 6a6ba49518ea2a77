// What Leduc poker draws from: a card for each seat, and the one that is turned up after the first round.

import { type Dealer, uniform } from "../../verify/dealer";
import type { Options, Position } from "../../verify/record";

const DECK = ["J", "Q", "K"].flatMap((rank) => [..."sh"].map((suit) => rank + suit));

export class Leduc {
    private deck = uniform(DECK);
    private round = 1;
    /** Moves in this round. */
    private played = 0;

    constructor(
        _options: Options,
        private readonly seats: number,
    ) {}

    beginAt(position: Position): void {
        for (const card of [...(position.cards as string[]), position.board as string | null])
            if (card !== null) this.deck.set(card, 0);
        for (const move of (position.history as string[] | undefined) ?? []) this.follow(move);
    }

    deal(dealer: Dealer): void {
        dealer.shuffle("card");
        for (let seat = 0; seat < this.seats; seat++) dealer.take("card", this.deck);
    }

    move(_seat: number, move: string, dealer: Dealer): void {
        const before = this.round;
        this.follow(move);
        if (before === 1 && this.round === 2) dealer.take("card", this.deck);
    }

    /** A call ends a round, and so does the second of two checks. */
    private follow(move: string): void {
        this.played++;
        if (move !== "CALL" && !(move === "CHECK" && this.played === 2)) return;
        this.round++;
        this.played = 0;
    }
}
