// A finished game that is gone through step by step. Steps come from the server in pages, when they are needed.

import { get, sentence } from "../lib/app.svelte";
import { type ReplayPage, type ReplayStep, Refusal } from "../lib/protocol";
import { renaming, seatName } from "../lib/seats";
import { language } from "../lang";

/** Whose eyes: a seat's, everybody's with all cards open, or a spectator's. */
export type Viewer = number | "open" | "spectator";

/** Steps in one request; the server gives no more. */
const PAGE = 100;
/** So many steps before the end of what is loaded, the next page is asked for; and so many after its beginning, the one before. */
const AHEAD = 15;

/** Moves in a second. */
export const SPEEDS = [0.5, 1, 2, 4] as const;

/** How a viewer is named in the address of the page. */
export function readViewer(word: string | null): Viewer | null {
    if (word === "open" || word === "spectator") return word;
    return word !== null && /^[0-3]$/.test(word) ? Number(word) : null;
}

export class Replay {
    /** What does not change from step to step. */
    about = $state.raw<Omit<ReplayPage, "steps" | "from" | "viewer"> | null>(null);
    ply = $state(0);
    viewer = $state<Viewer>("open");
    playing = $state(false);
    speed = $state<number>(1);
    problem = $state("");
    /** This person has no such game. */
    missing = $state(false);
    /** The step that is shown, and the one before it. `jumps` goes up wherever it does not follow from what was shown. */
    shown = $state.raw<{ step: ReplayStep; previous: ReplayStep | null; viewer: Viewer; jumps: number } | null>(null);

    private pages = $state.raw(new Map<string, ReplayStep[]>());
    private readonly asked = new Set<string>();

    /** `viewer` null: the reader's own seat, or all cards open for a reader who did not play. */
    constructor(
        readonly table: string,
        readonly invite: string | undefined,
        ply: number | null,
        private readonly wanted: Viewer | null,
    ) {
        this.ply = ply ?? 0;
        if (wanted !== null) this.viewer = wanted;
        $effect(() => this.show());
        $effect(() => this.goOn());
        void this.load(Math.floor(this.ply / PAGE));
    }

    readonly last = $derived(this.about?.plies ?? 0);
    readonly atEnd = $derived(this.ply >= this.last);
    readonly names = $derived((this.about?.seats ?? []).map((seat) => seatName(seat) ?? ""));
    /** The seat whose eyes one looks with. */
    readonly you = $derived(typeof this.viewer === "number" ? this.viewer : null);
    /** The steps around the one that is shown, as far as they came together. */
    readonly around = $derived(this.pages.get(this.key(Math.floor(this.ply / PAGE))) ?? []);

    /** The steps up to the one that is shown, as far as they are here without a gap. */
    readonly before = $derived.by(() => {
        const shown = this.shown;
        const steps: ReplayStep[] = [];
        if (!shown) return steps;
        for (let ply = shown.step.ply; ply >= 0; ply--) {
            const step = this.pages.get(this.key(Math.floor(ply / PAGE), shown.viewer))?.[ply % PAGE];
            if (!step) break;
            steps.push(step);
        }
        return steps.reverse();
    });

    go(ply: number): void {
        this.ply = Math.max(0, Math.min(this.last, ply));
    }

    toggle(): void {
        if (!this.playing && this.atEnd) this.go(0);
        this.playing = !this.playing;
    }

    see(viewer: Viewer): void {
        this.viewer = viewer;
        void this.load(Math.floor(this.ply / PAGE));
    }

    private key(page: number, viewer = this.viewer): string {
        return `${viewer} ${page}`;
    }

    /** The step, where it is here. */
    private stepAt(ply: number): ReplayStep | undefined {
        return this.pages.get(this.key(Math.floor(ply / PAGE)))?.[ply % PAGE];
    }

    /** What is asked for takes the place of what is shown, once it is here. */
    private show(): void {
        const { ply, viewer } = this;
        const step = this.stepAt(ply);
        const page = Math.floor(ply / PAGE);
        if (!step) {
            void this.load(page);
            return;
        }
        if ((ply % PAGE) + AHEAD >= PAGE && (page + 1) * PAGE <= this.last) void this.load(page + 1);
        if (ply % PAGE < AHEAD && page > 0) void this.load(page - 1);
        const before = this.shown;
        if (before?.step === step) return;
        const follows = before?.viewer === viewer && before.step.ply === ply - 1;
        const jumps = (before?.jumps ?? 0) + (follows ? 0 : 1);
        this.shown = { step, previous: this.stepAt(ply - 1) ?? null, viewer, jumps };
    }

    /** While it plays: the next step after a while. */
    private goOn(): (() => void) | undefined {
        if (!this.playing) return undefined;
        if (this.shown?.step.ply !== this.ply) return undefined; // it is on its way
        if (this.atEnd) {
            this.playing = false;
            return undefined;
        }
        const timer = setTimeout(() => this.go(this.ply + 1), 1000 / this.speed);
        return () => clearTimeout(timer);
    }

    private async load(page: number): Promise<void> {
        const viewer = this.viewer;
        const key = this.key(page, viewer);
        if (this.asked.has(key)) return;
        this.asked.add(key);
        const query = new URLSearchParams({ from: String(page * PAGE), count: String(PAGE), lang: language });
        if (viewer !== "spectator") query.set("seat", String(viewer));
        try {
            const {
                steps,
                from: _from,
                viewer: _viewer,
                ...about
            } = await get<ReplayPage>(`/api/replay/${this.table}?${query}`, this.invite);
            const isFirst = this.about === null;
            this.about = about;
            this.problem = "";
            this.pages = new Map(this.pages).set(
                key,
                steps.map((step) => ({ ...step, text: step.text.map(renaming(about.seats)) })),
            );
            if (this.ply > about.plies) this.ply = about.plies;
            if (isFirst && this.wanted === null && about.you !== null) this.see(about.you);
        } catch (error) {
            this.asked.delete(key);
            this.playing = false;
            // A seat that this table does not have: a link that was changed by hand.
            if (error instanceof Refusal && error.reason === "BAD_MESSAGE" && viewer !== "open") this.see("open");
            else if (error instanceof Refusal && error.reason === "NO_SUCH_TABLE") this.missing = true;
            else this.problem = sentence(error);
        }
    }

    /** Try again what did not come. */
    retry(): void {
        this.problem = "";
        void this.load(Math.floor(this.ply / PAGE));
    }
}
