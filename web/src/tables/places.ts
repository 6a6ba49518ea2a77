// Who sits where, as the viewer sees it: oneself at the bottom, the others in the order of play.

export type Place = "left" | "top" | "right";

const PLACES: Record<number, Place[]> = { 1: ["top"], 2: ["left", "right"], 3: ["left", "top", "right"] };

export interface Placed {
    seat: number;
    place: Place;
}

/** The seat at the bottom: the reader's own, or the first for a spectator. */
export const bottomSeat = (you: number | null): number => you ?? 0;

/** The others from left to right. Clockwise the next one sits to the left; in games that go the other way round, to the right. */
export function placeOthers(count: number, you: number | null, counterClockwise = false): Placed[] {
    const bottom = bottomSeat(you);
    const places = PLACES[count - 1] ?? [];
    return places.map((_, i) => ({
        seat: (bottom + (counterClockwise ? places.length - i : i + 1)) % count,
        place: places[i]!,
    }));
}
