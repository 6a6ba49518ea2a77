// What a drawn table is given, whichever game it draws. It comes from a seat at a running game, from a replay or from a guided deal alike:
// a drawn table knows nothing of connections.

import type { Snippet } from "svelte";
import type { HintMove, Json, Move, Phase, Result, Seat, TableEvent } from "../lib/protocol";

/** Its fields may change one by one: ask for them where they are used. */
export interface DrawnTable<View> {
    game: string;
    options: { [name: string]: Json };
    /** What the viewer may know. The same object as long as it says the same. */
    view: View;
    /** The view before it changed last: to show where things come from, and why. Null where it is not known. */
    previous: View | null;
    /** What happened between the two. */
    events: TableEvent[];
    /** All that has happened, as far as it is at hand; it ends with those. */
    log: readonly TableEvent[];
    phase: Phase;
    result: Result | undefined;
    /** Moves made so far. */
    ply: number;
    /** A round has ended: nobody is asked for anything, and the view that follows waits until the player has seen how, and goes on. */
    halt?: Halt<View> | null;

    seats: Seat[];
    names: string[];
    /** The viewer's own seat; null for a spectator. */
    you: number | null;
    /** The seat that plays with the viewer. */
    partner: number | null;
    /** The next player sits to the right. */
    counterClockwise: boolean;
    actor: number | null;
    myTurn: boolean;

    /** In the viewer's turn all that can be played; otherwise nothing. */
    legal: Move[];
    /** A request is on its way: nothing else can be asked for. */
    busy: boolean;
    /** Play a move in the words of the rules. One that they do not allow changes nothing, and the reason is shown. False where it was refused. */
    play(move: string): Promise<boolean>;
    /** Why the last press came to nothing; empty if there is nothing to say. */
    notice: string;
    /** What a hint says of each move, where one was asked for. */
    hint: ReadonlyMap<string, HintMove> | null;
    /** The move that a coach wants to be made, if there is one. */
    advised?: string | undefined;
    /** Is it that move, or one that differs from it only in which of two equal cards it uses? */
    isAdvised?(move: string): boolean;
    /** A coach says what happened and what to do, and goes on when the learner does. */
    coached?: true;
    /** What else can be pressed in the bar, and is no move: the way on, answers to a question. */
    choices?: Choice[];

    /** Milliseconds that a seat has left, if there is a limit. Changes by itself. */
    clock(seat: number): number | undefined;
    /** How to sit down in a seat, where one can. */
    sitting(seat: number): (() => void) | undefined;
    /** A finished game is shown: nobody plays here, and a reader who wants the next view has seen this one. */
    replayed?: true;
    /** What else the page wants within reach of the moves: hint, undo. */
    tools: Snippet | undefined;
}

export interface Choice {
    words: string;
    press(): void;
    /** It stands out. */
    main?: boolean;
    /** An answer that was pressed: whether it was right. */
    mark?: "right" | "wrong" | undefined;
}

export interface Halt<View> {
    next: View;
    /** That it waits, in a sentence. */
    words: string;
    goOn(): void;
}

/** Chips or stones that go from one place of the cloth to another; places are elements with `data-place`. */
export interface Flight {
    from: string;
    to: string;
    count: number;
    /** A symbol of the art for the table. */
    symbol: string;
}

export type SoundName = "card" | "chips" | "knock" | "dice" | "turn" | "win" | "lose";

/** What a change shows and sounds like, in addition to things with a `data-key` that move by themselves. */
export interface Effects {
    /** What the move was that nobody should miss: an event, or a blow at the viewer. */
    tone?: "event" | "blow" | undefined;
    flights?: Flight[];
    sounds?: SoundName[];
}

/** A button of the action bar. */
export interface Action {
    move: string;
    /** What it is called; the move's own name where this is not given. */
    name?: string;
    /** What it will do; the words of the rules where this is not given. */
    help?: string;
    /** What the name means, in a word or two: seen if there is no room for what it will do. */
    gloss?: string;
    /** The one that Enter on a selected thing plays, and that stands out. The only one stands out by itself; false: it does not. */
    main?: boolean;
}
