// The messages of docs/protocol.md, version 1, as types.

import type { SealedList } from "../verify/seal";

export const SUBPROTOCOL = "tapete.1";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Person {
    id: string;
    name: string;
    account: boolean;
}

export interface Session extends Person {
    protocol: number;
    /** Of an account: the name to log in with. */
    login?: string;
    /** The server sends mail: links for forgotten passwords. */
    mail?: boolean;
}

export type OptionValue = boolean | number | string | (string | number)[];

export interface OptionSpec {
    name: string;
    type: "int" | "real" | "bool" | "choice" | "words" | "text";
    default: OptionValue;
    help: string;
    min?: number;
    max?: number;
    list_min?: number;
    list_max?: number;
    words?: (string | number)[];
}

/** The seats of a variant. */
export interface Shape {
    seats: number;
    /** For each seat; seats with the same number win and lose together. */
    sides: number[];
    direction: "clockwise" | "counterclockwise";
}

export interface GameSpec {
    name: string;
    title: string;
    summary: string;
    min_seats: number;
    max_seats: number;
    /** The option that says how many seats there are. */
    seats_option: string | null;
    /** The last row whose options are all part of a choice is its shape. */
    shapes: (Shape & { options: { [name: string]: Json } })[];
    options: OptionSpec[];
    /** The rules in short, as lines. */
    rules?: string;
}

export interface AgentSpec {
    name: string;
    summary: string;
    game: string | null;
    usual?: boolean;
    options: OptionSpec[];
    /** Of a level: who plays at it. */
    characters?: Character[];
}

/** Who plays at a level: a name and a manner, in the language of the page. */
export interface Character {
    id: string;
    name: string;
    about: string;
    wins: string;
    loses: string;
}

export interface Settings {
    public: boolean;
    move_s: number;
    game_s: number;
    on_time_out: "bot" | "lose";
    takeover_s: number;
    spectators: boolean;
    delay: number;
    chat: boolean;
}

export interface Seat {
    who: "person" | "agent" | "open" | "gone";
    name?: string;
    id?: string;
    agent?: string;
    /** Which character plays, where the agent is a level. */
    character?: string;
    here?: boolean;
    bot?: boolean;
    resigned?: boolean;
    /** A person without an account. */
    guest?: boolean;
}

export type Phase = "open" | "commit" | "playing" | "over" | "closed";

export interface Summary {
    table: string;
    game: string;
    title: string;
    seats: Seat[];
    phase: Phase;
    open: number;
    watching: number;
    options: { [name: string]: Json };
    /** Among your own tables: it is your turn there. */
    your_turn?: boolean;
}

/** What was drawn for a seat, or for the table; a card that the viewer may not know is "?". */
export interface Drawn {
    kind: string;
    seat: number | null;
    cards: string[];
}

/** What happened as data, as far as the viewer may know it: "Moves as data" of docs/protocol.md. What was taken back has none. */
export interface Happened {
    /** The move in the notation of the rules. */
    move?: string;
    /** What it was: members that each game has of its own. */
    made?: { [member: string]: Json };
    drawn?: Drawn[];
}

export interface TableEvent extends Happened {
    n: number;
    is: string;
    ply?: number;
    seat?: number;
    by?: string | number;
    name?: string;
    said?: string;
    /** Chat: who speaks has no account. */
    guest?: boolean;
    text?: string[];
}

export interface About {
    game: string;
    title: string;
    options: { [name: string]: Json };
    sides: number[];
    direction: Shape["direction"];
    settings: Partial<Settings>;
    owner: string;
    invite?: string;
    seats: Seat[];
    you: number | null;
    watching: number;
    /** Whether a hint is to be had: nobody else plays there, or all agreed. */
    hints?: boolean;
    /** From the deal on: whether the game counts on a leaderboard. */
    rated?: boolean;
    commitment?: string;
    /** The list of seals of the deal, from the moment it is fixed. */
    sealed?: SealedList;
    next?: string;
    parent?: string;
    /** The game that is played on here, and after which of its moves. */
    continues?: { table: string; ply: number };
}

export interface Move {
    move: string;
    name: string;
    help: string;
}

export interface Offer {
    n: number;
    is: "undo" | "hints" | "rematch";
    by: number;
    yes: number[];
    no?: number[];
    asked: number[];
    /** Milliseconds until no answer is a no. */
    ms?: number;
}

export interface Result {
    returns: number[];
    scores: number[];
    how: "played" | "resigned";
}

export interface Now {
    phase: Phase;
    ply: number;
    actor: number | null;
    view?: Json;
    legal?: Move[];
    clock?: { seats?: number[]; move?: number };
    offer?: Offer | null;
    undone?: boolean;
    hinted?: boolean;
    result?: Result;
    /** In the phase `commit`: how far the attempt is; the seats that have sealed, and revealed. */
    deal?: { attempt: number; step: "seal" | "reveal"; sealed: number[]; revealed: number[] };
}

export interface TableMessage {
    is: "table";
    table: string;
    from: number;
    to: number;
    whole?: boolean;
    events: TableEvent[];
    about?: About;
    now: Now;
}

export interface LobbyMessage {
    is: "lobby";
    tables: Summary[];
    gone?: string[];
    whole?: boolean;
    /** In a whole message: the tables where one sits, and that are not over. */
    mine?: Summary[];
}

export interface HintMove {
    move: string;
    value: number;
    error: number;
}

export interface Hint {
    is: "hint";
    table: string;
    /** The number that the move will have: one more than those made. */
    ply: number;
    moves: HintMove[];
}

/** A decision to practise, from the solution of a game. */
export interface PracticeQuestion {
    seat: string;
    hand: string;
    /** What was said so far, as the game has it. */
    said: unknown;
    moves: { move: string; value: number; probability: number }[];
    /** The most valuable of them. */
    best: number;
    /** What the solution does with every hand, by move, in thousandths. */
    hands: { hand: string; shares: number[] }[];
}

/** A question, or how far the solution is: from 0 to 1. */
export interface PracticeAnswer {
    is: "practice";
    game: string;
    prepared?: number;
    seed?: number;
    /** An answer that is worth so much less than the best is a mistake. */
    mistake?: number;
    question?: PracticeQuestion;
}

export interface Created {
    is: "created";
    table: string;
    invite?: string;
}

export interface Log {
    is: "log";
    table: string;
    events: TableEvent[];
}

/** One ply of a finished game, as one viewer saw it. */
export interface ReplayStep extends Happened {
    ply: number;
    /** Who moved; null for the deal. */
    seat: number | null;
    /** Who is to act afterwards; null at the end. */
    actor: number | null;
    text: string[];
    view: Json;
}

/** GET /api/replay/TABLE */
export interface ReplayPage {
    table: string;
    game: string;
    title: string;
    options: { [name: string]: Json };
    sides: number[];
    direction: Shape["direction"];
    seats: Seat[];
    you: number | null;
    public: boolean;
    plies: number;
    undone?: boolean;
    result: Result;
    viewer: number | "open" | null;
    from: number;
    steps: ReplayStep[];
}

/** A share of a win, and its standard error. */
export interface Figure {
    value: number;
    error: number;
}

export interface JudgedMove extends Figure {
    move: string;
    /** As people at the table say it. */
    name: string;
    games: number;
}

/** A decision of the seat that is reviewed; docs/review.md says what the figures mean. */
export interface JudgedDecision {
    /** The number that the move got: the position is the one after the ply before. */
    ply: number;
    chosen: string;
    best: string;
    before: Figure;
    after: Figure;
    cost: Figure;
    /** The most promising first, and not all if there are many. */
    moves: JudgedMove[];
}

/** What a seat could expect after a ply. */
export interface LinePoint extends Figure {
    ply: number;
}

export interface ReviewedSeat {
    seat: number;
    start: number;
    result: number;
    parts: {
        decisions: Figure;
        luck: Figure;
        others: (Figure & { seat: number })[];
        /** If a player gave up: who, and what that did to this seat. It is among the decisions of that player. */
        gave_up?: Figure & { seat: number };
    };
    cost: Figure;
    costliest: number[];
    decisions: JudgedDecision[];
    line: LinePoint[];
}

export interface ReviewAnswer {
    is: "review";
    table: string;
    review: { judge: { agent: string; usual: string }; seats: ReviewedSeat[] };
}

/** How far a review is, and what was found since the last such message. */
export interface Reviewing {
    is: "reviewing";
    table: string;
    seat: number;
    done: number;
    of: number;
    decisions: JudgedDecision[];
    line: LinePoint[];
}

export interface PlayedSeat {
    who: "person" | "agent";
    id?: string;
    name?: string;
    agent?: string;
    /** Seats of one side win and lose together; -1 where it is not known. */
    side: number;
    returns: number;
    score: number;
    resigned?: boolean;
}

/** A finished game of a person. */
export interface PlayedGame {
    /** Where it is told. */
    table?: string;
    game: string;
    ended_ms: number;
    public: boolean;
    seat: number;
    rated: boolean;
    against: string;
    points?: number;
    seats: PlayedSeat[];
}

export interface Standing {
    games: number;
    won: number;
    share: number;
    certain: number;
    last_ms: number;
}

/** GET /api/player/ID */
export interface PlayerAnswer {
    id: string;
    name: string;
    account: boolean;
    games: number;
    standings: (Standing & { game: string; against: string })[];
    last: PlayedGame[];
}

/** GET /api/leaders/GAME */
export interface LeadersAnswer {
    game: string;
    title: string;
    against: string;
    people: number;
    boards: { against: string; people: number }[];
    leaders: (Standing & { rank: number; id: string; name: string })[];
}

/** What a request is answered with, by what it asks to `do`. */
export interface Answers {
    ping: { is: "pong" };
    lobby: LobbyMessage | { is: "done" };
    create: Created;
    quick: Created;
    join: { is: "done" };
    leave: { is: "done" };
    fill: { is: "done" };
    watch: TableMessage | { is: "done" };
    unwatch: { is: "done" };
    seal: { is: "done" };
    reveal: { is: "done" };
    move: { is: "done" };
    undo: { is: "done" };
    answer: { is: "done" };
    resign: { is: "done" };
    /** `done`: the others are asked. */
    rematch: Created | { is: "done" };
    hints: { is: "done" };
    continue: Created;
    hint: Hint;
    review: ReviewAnswer;
    practice: PracticeAnswer;
    log: Log;
    chat: { is: "done" };
    mute: { is: "done" };
    report: { is: "done" };
    block: { is: "done" };
    close: { is: "done" };
}

export type Do = keyof Answers;

/** A request that the server did not grant, or that got lost on the way (reason LOST). */
export class Refusal extends Error {
    constructor(
        readonly reason: string,
        text: string,
    ) {
        super(text);
        this.name = "Refusal";
    }
}

/** A device on which an account is signed in: GET /api/sessions. */
export interface DeviceSession {
    session: string;
    device: string;
    made_ms: number;
    seen_ms: number;
    this: boolean;
}
