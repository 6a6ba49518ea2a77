// What the page and its worker say to each other.

/** What lies beside the page, as offline.json has it: addresses from the folder of the page on. */
export interface Bundle {
    version: string;
    /** The script of the page that belongs to it. */
    page: string;
    engine: string;
    /** By tag. */
    languages: { [tag: string]: string };
    /** What the agents of a game have learnt: the name by which the engine knows it, and where it lies. */
    learnt: { [game: string]: { name: string; file: string; size: number }[] };
}

export type ToWorker =
    | { is: "begin"; base: string; bundle: Bundle; language: string; options: { [name: string]: string } }
    | { is: "open"; line: number; target: string }
    | { is: "say"; line: number; text: string }
    | { is: "shut"; line: number }
    | { is: "ask"; id: number; method: string; target: string; body: string; invite: string }
    | { is: "keep"; id: number };

/** Why there is no table: it is in another tab, the browser keeps nothing, what is kept cannot be read, or it was taken to another tab. */
export type Trouble = "elsewhere" | "storage" | "damaged" | "engine" | "taken";

export type FromWorker =
    | { is: "ready" }
    | { is: "trouble"; trouble: Trouble; text: string }
    | { is: "opened"; line: number; isOpen: boolean }
    | { is: "told"; line: number; text: string }
    | { is: "closed"; line: number; code: number }
    | { is: "answered"; id: number; status: number; type: string; body: Uint8Array<ArrayBuffer> }
    | { is: "kept"; id: number; done: number; all: number; failed: boolean };
