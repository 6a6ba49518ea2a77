// The hash of a deal's key, as this browser saw it while the game went on: what the record is compared with afterwards.

const KEPT = "tapete commitments";
/** Tables that are remembered; those seen longest ago are forgotten. */
const MOST = 200;

export interface Remembered {
    commitment: string;
    /** It was seen before the first card. */
    early: boolean;
}

type Row = [table: string, commitment: string, early: boolean];

function rows(storage: Storage): Row[] {
    try {
        const found: unknown = JSON.parse(storage.getItem(KEPT) ?? "[]");
        return Array.isArray(found) ? (found as Row[]).filter((row) => Array.isArray(row) && row.length === 3) : [];
    } catch {
        return [];
    }
}

export function remembered(table: string, storage: Storage = localStorage): Remembered | null {
    const row = rows(storage).find(([name]) => name === table);
    return row ? { commitment: row[1], early: row[2] } : null;
}

/** What was seen first stays: a hash that changed later is what the comparison is for. */
export function rememberCommitment(table: string, seen: Remembered, storage: Storage = localStorage): void {
    const known = rows(storage);
    if (known.some(([name]) => name === table)) return;
    const all = [...known, [table, seen.commitment, seen.early] satisfies Row];
    try {
        storage.setItem(KEPT, JSON.stringify(all.slice(-MOST)));
    } catch {
        // A browser that keeps nothing for this page: then there is nothing to compare with.
    }
}
