// What the views of a game consist of, as the server says it (docs/protocol.md, "Schemas"): loaded once for each game that is shown in words.

import { get } from "./app.svelte";

/** One member of a view, or of an object within it. */
export interface Member {
    name: string;
    kind: "number" | "boolean" | "text" | "code" | "seat" | "side" | "card" | "viewer" | "object" | "tuple";
    list?: "list" | "by_seat" | "by_side" | "by_named_seat";
    /** Each seat or side has a list of such values. */
    of_lists?: boolean;
    /** Of cards: the kind of chance. */
    deck?: string;
    /** Of codes; and the names of the seats. */
    codes?: string[];
    members?: Member[];
    or_null?: boolean;
    or_number?: boolean;
    or_card?: boolean;
    /** Worth knowing, but not at every moment: it is folded away. */
    detail?: boolean;
    /** Said elsewhere on the page. */
    aside?: boolean;
}

const loading = new Map<string, Promise<Member[]>>();

/** The fields of a game's views; none if the game does not declare them. */
export function viewFields(game: string): Promise<Member[]> {
    const known = loading.get(game);
    if (known) return known;
    const asked = get<{ view: Member[] }>(`/api/games/${game}`).then((schema) => schema.view);
    // The next one who asks tries again.
    asked.catch(() => loading.delete(game));
    loading.set(game, asked);
    return asked;
}
