// One person at one table: what the page knows about it, and what one can ask for. The page shows it, drawn or plain.

import { untrack } from "svelte";
import { app, sentence } from "./app.svelte";
import { addressOf } from "../base/place";
import { Dealing } from "./dealing";
import { gameWords } from "./lore";
import { CLOCK_STEP_MS, Pacer, PACES, roundEndTime } from "./pace";
import type { Answers, Do, Hint, Json, Offer, Refusal, TableEvent } from "./protocol";
import { rememberCommitment } from "./remembered";
import { partnerIn, renaming, seatName } from "./seats";
import { followPresses, SEEN_MS, wasSeen } from "./seen";
import { settings } from "./settings.svelte";
import { prependEvents, type TableState } from "./table";
import { fillNames } from "./vocabulary";
import { ownBytes } from "./witness";
import { text } from "../lang";

const renamed = (events: TableEvent[], rename: (sentence: string) => string): TableEvent[] =>
    events.map((event) => (event.text ? { ...event, text: event.text.map(rename) } : event));

/** A change from one view to the next. */
interface Change {
    view: Json | undefined;
    /** As text, to see whether it has changed. */
    said: string;
    previous: Json | null;
    fresh: TableEvent[];
}

export class Sitting {
    table = $state.raw<TableState | null>(null);
    /** What the game's view was before the last move; null where it is not known, or more than one was made at once. */
    previous = $state.raw<Json | null>(null);
    /** The view of now. The same object as long as it says the same. */
    view = $state.raw<Json | undefined>(undefined);
    /** The events that came together with this view. */
    fresh = $state.raw<TableEvent[]>([]);
    /** A round has ended, and what follows waits until one has seen how; `words`: that it does, and how long;
     *  `known`: the last event before it. */
    halt = $state.raw<(Change & { words: string; known: number }) | null>(null);
    /** Whether there is something to see before a view is followed by another; if nothing is shown of it, undefined. */
    endsRound: ((before: never, after: never) => boolean) | undefined;
    refusal = $state.raw<Refusal | null>(null);
    notice = $state("");
    sending = $state<Do | null>(null);
    hint = $state.raw<Hint | null>(null);
    thinking = $state(false);

    /** The hash of the key that was seen before the deal. */
    private early: string | undefined;
    private readonly dealing: Dealing;

    /** The last that came, shown or not. */
    private newest = $state.raw<TableState | null>(null);
    private older = $state.raw<TableEvent[]>([]);
    private arrived = $state(0);
    private moment = $state(0);
    private viewText = "";
    private playsAgain = false;
    /** What one is asked was on the screen for long enough to be answered. */
    seen = $state(false);
    /** What shows it: null as long as the drawing is being loaded. */
    picture = $state.raw<object | null>(null);
    /** Since when it is on the screen. */
    private drawnAt: number | null = null;
    private haltTimer: ReturnType<typeof setTimeout> | undefined;
    private readonly t = text.table;

    constructor(
        readonly id: string,
        readonly invite: string | undefined,
    ) {
        this.dealing = new Dealing(id, (what, fields) => app.connection.request(what, fields));
        $effect(() => this.rememberCommitment());
        $effect(() => this.followRematch());
        $effect(() => this.show());
    }

    readonly about = $derived(this.table?.about);
    readonly now = $derived(this.table?.now);
    readonly game = $derived(this.about?.game ?? "");
    readonly you = $derived(this.about?.you ?? null);
    readonly seats = $derived(this.about?.seats ?? []);
    readonly names = $derived(
        this.seats.map((seat, i) => (seat.who === "open" ? text.make.seat(i + 1) : (seatName(seat) ?? this.t.gone))),
    );
    /** The log. What ended a round tells of the next one as well, and waits with it. */
    readonly events = $derived(
        [...this.older, ...(this.table?.events ?? [])].filter((event) => event.n <= (this.halt?.known ?? Infinity)),
    );
    /** Also those that are not shown yet: what people say waits for nothing. */
    readonly arrivedEvents = $derived([...this.older, ...(this.newest?.events ?? [])]);
    readonly busy = $derived(this.sending !== null);
    readonly playing = $derived(this.now?.phase === "playing");
    /** One has left the seat: a bot plays it until one takes it back. */
    readonly botPlays = $derived(
        this.you !== null &&
            this.playing &&
            this.seats[this.you]?.bot === true &&
            this.seats[this.you]?.resigned !== true,
    );
    /** Whose turn it is; nobody's, as long as the end of a round is looked at. */
    readonly actor = $derived(this.halt ? null : (this.now?.actor ?? null));
    readonly myTurn = $derived(this.you !== null && this.playing && this.actor === this.you && !this.botPlays);
    /** What one is asked, as far as it is another question than before. */
    private readonly question = $derived([this.myTurn, this.now?.ply, this.halt !== null, this.now?.offer?.n].join());
    readonly isOwner = $derived(this.about !== undefined && this.about.owner === app.session?.id);
    readonly openSeats = $derived(this.seats.filter((seat) => seat.who === "open").length);
    readonly sides = $derived(this.about?.sides);
    readonly partner = $derived(this.about && this.you !== null ? partnerIn(this.about.sides, this.you) : null);
    /** The viewer has a move to take back, as far as the log at hand goes back. */
    readonly canUndo = $derived.by(() => {
        if (this.you === null || !this.playing) return false;
        const { ply } = this.now!;
        const isOwn = (event: TableEvent) => event.is === "play" && event.seat === this.you && (event.ply ?? 0) <= ply;
        return ply > 0 && ((this.events[0]?.n ?? 1) > 1 || this.events.some(isOwn));
    });
    readonly inviteLink = $derived.by(() =>
        this.about?.invite
            ? new URL(addressOf(`/table/${this.id}#invite=${this.about.invite}`), location.href).href
            : "",
    );
    readonly inviteHelp = $derived.by(() => {
        const looking = this.about?.settings.spectators !== false;
        if (this.now?.phase === "open" && this.openSeats > 0) return looking ? this.t.inviteHelp : this.t.inviteSit;
        return looking ? this.t.inviteLook : "";
    });
    /** The last two sentences of what happened. */
    readonly latest = $derived.by(() => {
        for (let i = this.events.length - 1; i >= 0; i--) {
            const event = this.events[i]!;
            if (event.is !== "chat" && event.text && event.text.length > 0) return event.text.slice(-2);
        }
        return [];
    });
    readonly askedOfMe = $derived.by(() => {
        const offer = this.now?.offer;
        if (!offer || this.you === null || offer.by === this.you) return null;
        const answered = [...offer.yes, ...(offer.no ?? [])];
        return offer.asked.includes(this.you) && !answered.includes(this.you) ? offer : null;
    });
    /** What the viewer has asked the others, until they answer. */
    readonly askedByMe = $derived(this.you !== null && this.now?.offer?.by === this.you ? this.now.offer : null);
    /** Other people sit here who would have to agree to hints. */
    readonly hintsOff = $derived(this.about?.hints === false);
    readonly winners = $derived((this.now?.result?.returns ?? []).flatMap((value, seat) => (value > 0 ? [seat] : [])));
    readonly won = $derived(this.you !== null && this.winners.includes(this.you));
    readonly outcome = $derived.by(() => {
        if (!this.now?.result) return text.keys.OVER ?? "";
        if (this.won) return this.t.won;
        if (this.winners.length === 0) return this.t.draw;
        const all = this.winners.map((seat) => this.names[seat] ?? "");
        const names = all.length === 2 ? text.together(all[0]!, all[1]!) : all.join(", ");
        return this.winners.length === 1 ? this.t.lost(names) : this.t.lostMany(names);
    });
    /** How things stand, in one sentence. */
    readonly status = $derived.by(() => {
        const now = this.now;
        if (!now) return "";
        if (now.phase === "open") return this.t.phaseOpen(this.openSeats);
        if (now.phase === "commit") return (now.deal?.attempt ?? 1) > 1 ? this.t.phaseVoid : this.t.phaseCommit;
        if (now.phase === "closed") return this.t.phaseClosed;
        if (now.phase === "over") return this.outcome;
        if (this.sending === "move" && app.status !== "open") return this.t.moveWaits;
        if (this.myTurn) return this.t.yourTurn;
        if (this.halt) return gameWords(this.game)?.roundOver ?? text.stage.roundOver;
        const actor = this.actor === null ? undefined : this.names[this.actor];
        return actor === undefined ? "" : this.t.waits(actor);
    });

    /** Be at the table, until the function that comes back is called. */
    watch(): () => void {
        void app.loadOffers();
        const stop = app.connection.watch(
            this.id,
            this.invite,
            (state) => this.take(state),
            (refused) => {
                this.refusal = refused;
                if (this.table) this.notice = sentence(refused);
            },
        );
        const timer = setInterval(() => (this.moment = performance.now()), 500);
        const unfollow = followPresses();
        return () => {
            unfollow();
            stop();
            this.pacer.stop();
            clearTimeout(this.haltTimer);
            clearInterval(timer);
        };
    }

    private readonly pacer = new Pacer<TableState>(
        (state) => this.update(state),
        {
            now: () => performance.now(),
            setTimer: (run, ms) => setTimeout(run, ms),
            clearTimer: (timer) => clearTimeout(timer as number),
        },
        () => this.stepTime(),
    );

    private stepTime(): number {
        const step = PACES[settings.pace];
        return this.newest?.now.clock === undefined ? step : Math.min(step, CLOCK_STEP_MS);
    }

    /** What somebody else did is shown for a moment before the next. */
    private take(state: TableState): void {
        const before = this.newest;
        this.newest = state;
        this.arrived = this.moment = performance.now();
        void this.takePart(state);
        const isMove = before?.now.phase === "playing" && state.now.ply === before.now.ply + 1;
        const isOwn = before?.now.actor === state.about.you;
        this.pacer.push(state, { waits: isMove && !isOwn, stays: isMove });
        if (!before || this.isHasty()) this.pacer.flush();
    }

    private isHasty(): boolean {
        return settings.pace === "instant" || document.hidden;
    }

    /** Show the next step now. */
    hurry(): void {
        this.pacer.skip();
    }

    /** Another question is another thing to see: from the frame on that shows it, on a table that is there. */
    private show(): (() => void) | void {
        void this.question;
        this.drawnAt = null;
        untrack(() => (this.seen = false));
        if (!this.picture) return;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const frame = requestAnimationFrame(() => {
            this.drawnAt = performance.now();
            timer = setTimeout(() => (this.seen = true), SEEN_MS);
        });
        return () => {
            cancelAnimationFrame(frame);
            clearTimeout(timer);
        };
    }

    private update(told: TableState): void {
        const state = this.inWords(told);
        const known = this.table?.last ?? Infinity;
        const said = JSON.stringify(state.now.view);
        if (said !== this.viewText) {
            const single = this.now !== undefined && state.now.ply === this.now.ply + 1;
            const previous = single ? (this.view ?? null) : null;
            const fresh = state.events.filter((event) => event.n > known);
            const change = { view: state.now.view, said, previous, fresh };
            // The end of the game is shown in its own way.
            const goesOn = previous !== null && state.now.phase === "playing" && state.now.actor !== null;
            if (goesOn && this.endsRound?.(previous as never, change.view as never)) this.stopFor(change, known, state);
            else this.follow(change);
        }
        this.table = state;
        this.refusal = null;
        if (this.hint && this.hint.ply !== state.now.ply + 1) this.hint = null;
    }

    private follow({ view, said, previous, fresh }: Change): void {
        this.previous = previous;
        this.view = view;
        this.viewText = said;
        this.fresh = fresh;
    }

    /** How a round ended is seen before the next begins. */
    private stopFor(change: Change, known: number, { about, now }: TableState): void {
        const time = roundEndTime(about, now);
        this.halt = { ...change, known, words: time === null ? text.stage.takeTime : text.stage.goesOn };
        this.pacer.hold();
        if (time !== null) this.haltTimer = setTimeout(() => this.goOn(), time);
    }

    /** A press on the way on from the end of a round. */
    pressGoOn(): void {
        if (wasSeen(this.drawnAt)) this.goOn();
    }

    /** The end of a round has been seen: play on with what came in the meantime. */
    goOn(): void {
        if (!this.halt) return;
        clearTimeout(this.haltTimer);
        this.follow(this.halt);
        this.halt = null;
        this.pacer.release();
        if (this.isHasty()) this.pacer.flush();
    }

    /** What the server tells of a table, with the names that this page gives. */
    private inWords(told: TableState): TableState {
        const rename = renaming(told.about.seats);
        const { legal } = told.now;
        const moves = legal?.map((one) => ({ ...one, name: rename(one.name), help: rename(one.help) }));
        return { ...told, events: renamed(told.events, rename), now: moves ? { ...told.now, legal: moves } : told.now };
    }

    /** Milliseconds left of this move, where moves have a limit. */
    moveClock(): number | undefined {
        const left = this.newest?.now.clock?.move;
        return left === undefined || !this.playing ? undefined : left - this.passed();
    }

    /** Milliseconds that a seat has left, if there is a limit. */
    clock(seat: number): number | undefined {
        const left = this.newest?.now.clock?.seats?.[seat];
        if (left === undefined || !this.playing) return undefined;
        return this.newest?.now.actor === seat ? left - this.passed() : left;
    }

    private passed(): number {
        return Math.max(0, this.moment - this.arrived);
    }

    /** How to sit down in this seat, where one can. */
    sitting(seat: number): (() => void) | undefined {
        const phase = this.now?.phase;
        const one = this.seats[seat];
        if (!one) return undefined;
        const free = this.you === null && phase === "open" && one.who === "open";
        const left =
            this.you === null
                ? phase === "playing" && one.id !== undefined && one.id === app.session?.id
                : seat === this.you && this.botPlays;
        if (!free && !left) return undefined;
        return () => void this.act("join", { seat, ...(this.invite !== undefined ? { invite: this.invite } : {}) });
    }

    /** Ask for something that is done once at a time. The answer; null, with a notice, where it was not granted. */
    async act<D extends Do>(what: D, fields: object = {}): Promise<Answers[D] | null> {
        if (this.busy) return null;
        this.goOn();
        this.sending = what;
        this.notice = "";
        try {
            return await app.connection.request(what, { table: this.id, ...fields });
        } catch (error) {
            this.notice = fillNames(renaming(this.seats)(sentence(error)), this.names);
            return null;
        } finally {
            this.sending = null;
        }
    }

    /** A press plays what it could have been meant for: one that began before the question was seen comes to nothing. `unasked`: nobody pressed,
     *  because there is nothing to decide. */
    async play(move: string, unasked = false): Promise<boolean> {
        if (!this.now || (!unasked && !wasSeen(this.drawnAt))) return false;
        return (await this.act("move", { ply: this.now.ply + 1, move })) !== null;
    }

    async askForHint(): Promise<void> {
        if (!this.myTurn || this.thinking || this.hintsOff) return;
        this.thinking = true;
        this.notice = "";
        try {
            const answer = await app.connection.request("hint", { table: this.id });
            if (this.now && answer.ply === this.now.ply + 1) this.hint = answer;
            else this.notice = this.t.hintLate;
        } catch (error) {
            this.notice = sentence(error);
        }
        this.thinking = false;
    }

    /** Moves are made for oneself until one takes over. */
    autoplay = $state(false);

    /** Have the move made that a hint finds best. What one was asked when that began must still be the question. */
    async autoMove(): Promise<void> {
        if (!this.myTurn || this.thinking || this.hintsOff || this.busy) return;
        const ply = this.now?.ply;
        const legal = this.now?.legal ?? [];
        if (legal.length > 1 && this.hint?.ply !== (ply ?? -1) + 1) await this.askForHint();
        const best = legal.length === 1 ? legal[0] : this.hint?.moves[0];
        if (!best || !this.myTurn || this.now?.ply !== ply) {
            this.autoplay = false;
            return;
        }
        if (!(await this.play(best.move, true))) this.autoplay = false;
    }

    /** Ask the others to play again, or agree to it; alone with bots one is there at once. */
    async rematch(): Promise<void> {
        // Who comes late has no seat there yet, and needs the invite.
        const isLate = this.about?.next !== undefined;
        const made = await this.act("rematch");
        if (made?.is === "created") this.goToTable(made.table, isLate ? made.invite : undefined);
        else this.playsAgain ||= made !== null;
    }

    async answer(offer: Offer, yes: boolean): Promise<void> {
        if (!wasSeen(this.drawnAt)) return;
        // The new table may be told before the answer to this.
        if (offer.is === "rematch") this.playsAgain = yes;
        await this.act("answer", { offer: offer.n, yes });
    }

    /** Who asked for a rematch or agreed to one goes to its table as soon as there is one. */
    private followRematch(): void {
        const offer = this.now?.offer;
        if (offer?.is === "rematch" && this.you !== null)
            this.playsAgain = offer.by === this.you || offer.yes.includes(this.you);
        const next = this.about?.next;
        if (next !== undefined && this.playsAgain) this.goToTable(next);
    }

    private goToTable(table: string, invite?: string): void {
        this.playsAgain = false;
        app.go(`/table/${table}${invite === undefined ? "" : `?invite=${invite}`}`);
    }

    async showOlder(): Promise<void> {
        const first = this.events[0]?.n;
        if (first === undefined || !this.table) return;
        try {
            const answer = await app.connection.request("log", { table: this.id, before: first, count: 100 });
            const known = { ...this.table, events: this.older, last: first - 1 };
            this.older = prependEvents(known, renamed(answer.events, renaming(this.seats))).events;
        } catch (error) {
            this.notice = sentence(error);
        }
    }

    /** Before the first card nothing waits for what is shown: the deal is sealed as soon as it can be. */
    private async takePart({ about, now }: TableState): Promise<void> {
        const warning = await this.dealing.hear(about, now);
        if (warning) this.notice = { unlisted: this.t.sealUnlisted, changed: this.t.sealChanged }[warning];
    }

    /** For the check of the deal afterwards: only what was seen before the end proves anything. */
    private rememberCommitment(): void {
        const commitment = this.about?.commitment;
        const phase = this.now?.phase;
        if (phase === "commit") this.early = commitment;
        // An attempt may be void: what counts is the one that was dealt.
        if (commitment === undefined || phase !== "playing") return;
        rememberCommitment(this.id, { commitment, early: commitment === this.early });
    }

    /** The random bytes of this browser that are in the deal; null if there are none. */
    readonly bytes = $derived.by(() => {
        const list = this.about?.sealed;
        return list && this.you !== null && this.now?.phase !== "commit" ? ownBytes(list, this.you) : null;
    });
}
