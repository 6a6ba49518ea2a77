// The record of a finished game (docs/record.md), checked: that its key is the one whose hash was shown before the first card, and that every
// outcome of chance comes from that key. A third implementation, after the program's own and the one in Python; it shares no code with either. As that
// one, it follows as much of the rules as it needs to know the piles, and checks neither moves nor the result.

import { commitmentOf, Dealer, type DealerState, type Fault, fromHex, keyFromSeed, Wrong } from "./dealer";
import { toHex } from "./bytes";
import { checkSeals, type SealedList } from "./seal";

export type Options = { [name: string]: unknown };
export type Position = { [name: string]: unknown };

/** The rules of a game, as far as they say what is drawn: made for each deal anew. */
export type Rules = new (options: Options, seats: number) => Drawing;

/** What the rules of a game draw: `deal` at the set-up, or `beginAt` a position, and `move`. */
interface Drawing {
    beginAt(position: Position): void;
    deal(dealer: Dealer): void;
    move(seat: number, move: string, dealer: Dealer): void;
}

/** The rules of a game by its name; undefined where the page does not know them. */
export type FindRules = (game: string) => Promise<Rules | undefined>;

interface Header {
    tapete: string;
    version: number;
    game: string;
    rules: string;
    options: Options;
    seats: string[];
    commitment: string;
    contributions: (string | null)[];
    sealed?: Pick<SealedList, "table" | "attempt" | "seals" | "kinds">;
    seed?: bigint;
    script?: string[];
    position?: Position;
}

interface Line {
    deal?: string[];
    ply?: number;
    seat?: number;
    move?: string;
    chance?: string[];
    undo?: number;
    key?: string;
}

/** Where in the record something is: its line, counted from 1, and the move, 0 being the deal. */
export interface Place {
    line: number;
    ply: number;
}

export type Checked =
    | {
          is: "right";
          game: string;
          outcomes: number;
          commitment: string;
          contributions: (string | null)[];
          /** The list of seals that it was dealt with, whole; null: without one. */
          sealed: SealedList | null;
          /** Who knew the seed knew the cards. */
          seeded: boolean;
          /** The position that the game began from was given and not dealt. */
          fromPosition: boolean;
      }
    | { is: "wrong"; game: string; fault: Fault; place: Place | null }
    | { is: "unreadable"; why: "EMPTY" | "NO_RECORD" | "UNKNOWN_GAME" | "UNFINISHED" | "DAMAGED" };

class Unreadable extends Error {
    constructor(readonly why: "EMPTY" | "NO_RECORD" | "UNKNOWN_GAME" | "UNFINISHED" | "DAMAGED") {
        super(why);
    }
}

/** A seed can be too large for a number of JavaScript, so it is read from the text. Within another text its quotes would be escaped. */
const SEED = /[{,]\s*"seed":\s*"?(\d+)/;

function readHeader(line: string): Header {
    const header = JSON.parse(line) as Header | null;
    if (header?.tapete !== "record" || header.version !== 1) throw new Unreadable("NO_RECORD");
    if (header.rules !== "1") throw new Unreadable("UNKNOWN_GAME");
    const seed = SEED.exec(line)?.[1];
    return seed === undefined ? header : { ...header, seed: BigInt(seed) };
}

/** The key of the record, which is the one that its header promises. */
function checkKey(header: Header, lines: Line[]): Uint8Array {
    const last = lines[lines.length - 1]?.key;
    if (last === undefined) throw new Unreadable("UNFINISHED");
    if (lines.some((line) => line.key !== undefined && line.key !== last)) throw new Wrong({ is: "TWO_KEYS" });
    const key = fromHex(last);
    if (toHex(commitmentOf(key)) !== header.commitment) throw new Wrong({ is: "KEY" });
    if (header.seed !== undefined && toHex(keyFromSeed(header.seed)) !== last) throw new Wrong({ is: "SEED" });
    return key;
}

/** The list of seals of a record, as clients were told it before the deal. */
function listOf({ sealed, seats, game, rules, options, commitment }: Header): SealedList | null {
    if (!sealed) return null;
    const { table, attempt, seals, kinds } = sealed;
    const good =
        typeof table === "string" &&
        [1, 2, 3].includes(attempt) &&
        seals.length === seats.length &&
        kinds.length === seats.length &&
        kinds.every((kind) => kind === "person" || kind === "agent");
    if (!good || Object.keys(sealed).length !== 4) throw new Unreadable("DAMAGED");
    return { table, attempt, game, rules, options, commitment, seals, kinds };
}

class Checking {
    private readonly header: Header;
    private readonly lines: Line[];
    place: Place | null = null;

    constructor([first = "", ...others]: string[]) {
        this.header = readHeader(first);
        this.lines = others.map((line) => JSON.parse(line) as Line);
    }

    get game(): string {
        return this.header.game;
    }

    run(Game: Rules): Checked {
        const { header } = this;
        const sealed = listOf(header);
        if (sealed) checkSeals(sealed, header.contributions);
        const dealer = new Dealer(checkKey(header, this.lines), header.contributions, sealed, header.script ?? []);
        this.dealAgain(Game, dealer);
        if (header.script) throw new Wrong({ is: "SCRIPTED", count: dealer.scripted });
        return {
            is: "right",
            game: header.game,
            outcomes: dealer.checked,
            commitment: header.commitment,
            contributions: header.contributions,
            sealed,
            seeded: header.seed !== undefined,
            fromPosition: header.position !== undefined,
        };
    }

    private dealAgain(Game: Rules, dealer: Dealer): void {
        const { header } = this;
        let rules = new Game(header.options, header.seats.length);
        const undoable = this.lines.some((line) => line.undo !== undefined);
        // What an undo goes back to: how it was before each ply in force.
        const before: { rules: Drawing; dealer: DealerState }[] = [];
        this.lines.forEach((line, i) => {
            this.place = { line: i + 2, ply: line.ply ?? 0 };
            if (line.undo !== undefined) {
                const to = before[before.length - line.undo];
                if (line.undo < 1 || !to) throw new Unreadable("DAMAGED");
                rules = to.rules;
                dealer.goBack(to.dealer);
                before.length -= line.undo;
            } else if (i === 0) {
                dealer.told = [...line.deal!];
                if (header.position) rules.beginAt(header.position);
                else rules.deal(dealer);
            } else if (line.ply !== undefined) {
                if (undoable) before.push({ rules: copy(rules), dealer: dealer.save() });
                dealer.told = [...(line.chance ?? [])];
                rules.move(line.seat!, line.move!, dealer);
            }
            const left = dealer.told[0];
            if (left !== undefined) throw new Wrong({ is: "EXTRA", found: left });
        });
        this.place = null;
    }
}

/** Rules hold nothing but numbers, lists, sets and maps. */
function copy(rules: Drawing): Drawing {
    const values = structuredClone({ ...rules });
    return Object.assign(Object.create(Object.getPrototypeOf(rules) as object) as Drawing, values);
}

export async function checkRecord(text: string, rulesOf: FindRules): Promise<Checked> {
    // A last line without its end was cut off by a crash, and does not count.
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    let checking: Checking | null = null;
    try {
        const lines = whole.split("\n").slice(0, -1);
        if (lines.length < 2) throw new Unreadable("EMPTY");
        checking = new Checking(lines);
        const rules = await rulesOf(checking.game);
        if (!rules) throw new Unreadable("UNKNOWN_GAME");
        return checking.run(rules);
    } catch (error) {
        if (error instanceof Wrong && checking)
            return { is: "wrong", game: checking.game, fault: error.fault, place: checking.place };
        return { is: "unreadable", why: error instanceof Unreadable ? error.why : "DAMAGED" };
    }
}
