// The review of a seat of a finished game, as it comes from the server.

import { costliestOf, merge } from "./review";
import { app, sentence } from "../lib/app.svelte";
import { type JudgedDecision, type LinePoint, Refusal, type ReviewAnswer, type ReviewedSeat } from "../lib/protocol";

/** After so long it is asked for again, where the server had no room for it. */
const AGAIN_MS = 3000;

export class Review {
    done = $state(0);
    of = $state(0);
    decisions = $state.raw<JudgedDecision[]>([]);
    line = $state.raw<LinePoint[]>([]);
    /** Everything, once it is complete. */
    whole = $state.raw<ReviewedSeat | null>(null);
    judge = $state.raw<ReviewAnswer["review"]["judge"] | null>(null);
    /** Why it has to wait. */
    waits = $state("");
    problem = $state("");

    private isWanted = true;

    constructor(
        readonly table: string,
        readonly seat: number,
    ) {}

    readonly costliest = $derived(costliestOf(this.decisions));

    /** Ask for it, until the function that comes back is called. A second request, here or elsewhere, gets what there is already. */
    follow(): () => void {
        const stop = app.connection.reviewing((part) => {
            if (part.table !== this.table || part.seat !== this.seat || this.whole) return;
            this.waits = "";
            this.done = part.done;
            this.of = part.of;
            this.decisions = merge(this.decisions, part.decisions);
            this.line = merge(this.line, part.line);
        });
        void this.ask();
        return () => {
            this.isWanted = false;
            stop();
        };
    }

    async ask(): Promise<void> {
        this.problem = "";
        while (this.isWanted && !this.whole && !this.problem) {
            try {
                const { table, seat } = this;
                this.take(await app.connection.request("review", { table, seat }));
            } catch (error) {
                await this.bear(error);
            }
        }
    }

    private take({ review }: ReviewAnswer): void {
        const whole = review.seats[0]!;
        this.judge = review.judge;
        this.decisions = whole.decisions;
        this.line = whole.line;
        this.waits = "";
        this.whole = whole;
    }

    /** What was lost with the connection is asked for again as soon as there is one; what has to wait, in a while. */
    private async bear(error: unknown): Promise<void> {
        const reason = error instanceof Refusal ? error.reason : "";
        if (reason === "LOST") return;
        if (reason !== "TOO_MANY") {
            this.problem = sentence(error);
            return;
        }
        this.waits = sentence(error);
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
}
