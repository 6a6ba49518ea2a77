// The part of this page in the deal: random bytes are sealed, the list of all seals is kept, and only then the bytes are shown.

import type { About, Now, Refusal } from "./protocol";
import { toHex } from "./format";
import { keepList, keepOwn, ownBytes } from "./witness";

/** What one has to know: the own seal is not in the list, or the server has shown two lists for one attempt. */
export type Warning = "unlisted" | "changed";

export class Dealing {
    private sealed = 0;
    private revealed = 0;

    constructor(
        private readonly table: string,
        private readonly ask: (what: "seal" | "reveal", fields: object) => Promise<unknown>,
        private readonly storage: Storage = localStorage,
    ) {}

    /** Do what is due now. */
    async hear({ you, sealed: list }: About, { phase, deal }: Now): Promise<Warning | null> {
        if (phase !== "commit" || you === null || !deal) return null;
        const { attempt } = deal;
        if (![1, 2, 3].includes(attempt)) return null;
        if (deal.step === "seal") {
            if (!deal.sealed.includes(you) && this.sealed < attempt) await this.seal(attempt, you);
            return null;
        }
        if (!list || list.table !== this.table || list.attempt !== attempt) return null;
        if (!keepList(list, you, this.storage)) return "changed";
        const bytes = ownBytes(list, you, this.storage);
        if (bytes === null) return "unlisted";
        if (!deal.revealed.includes(you) && this.revealed < attempt) {
            this.revealed = attempt;
            await this.send("reveal", { attempt, bytes }, () => (this.revealed = attempt - 1));
        }
        return null;
    }

    private async seal(attempt: number, seat: number): Promise<void> {
        this.sealed = attempt;
        const bytes = crypto.getRandomValues(new Uint8Array(32));
        const { sealOf } = await import("../verify/seal");
        const seal = sealOf(this.table, attempt, seat, bytes);
        keepOwn(this.table, seat, { attempt, seal, bytes: toHex(bytes) }, this.storage);
        await this.send("seal", { attempt, seal }, () => (this.sealed = attempt - 1));
    }

    /** Too late, or done by another page of this person: the list tells. What was lost on the way is sent again. */
    private async send(what: "seal" | "reveal", fields: object, again: () => void): Promise<void> {
        try {
            await this.ask(what, { table: this.table, ...fields });
        } catch (refused) {
            if ((refused as Refusal).reason === "LOST") again();
        }
    }
}
