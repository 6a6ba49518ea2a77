// Things that are pressed can also be dragged to where they go: an element with `data-drop`. It is a second way to do the same, never the
// only one.

/** Less is a press with an unsteady hand. */
const FAR_PX = 10;

export interface Dragging {
    /** The places where it may be let go, by their `data-drop`. */
    to: readonly string[];
    drop(place: string): void;
}

/** Make an element follow the pointer, while `dragging` says where to. To be attached to a button. */
export function draggable(dragging: () => Dragging | undefined) {
    return (element: HTMLElement) => {
        let start: { x: number; y: number; id: number; what: Dragging } | null = null;
        let moved = false;
        let over: HTMLElement | null = null;

        const places = () =>
            (start?.what.to ?? []).flatMap((name) => [
                ...document.querySelectorAll<HTMLElement>(`[data-drop="${CSS.escape(name)}"]`),
            ]);
        const highlight = (place: HTMLElement | null) => {
            over?.classList.remove("drop-here");
            place?.classList.add("drop-here");
            over = place;
        };
        const placeAt = (x: number, y: number) => {
            const inside = (place: HTMLElement) => {
                const box = place.getBoundingClientRect();
                return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
            };
            return places().find(inside) ?? null;
        };
        const end = () => {
            highlight(null);
            for (const place of places()) place.classList.remove("drop-open");
            element.classList.remove("dragged");
            element.style.translate = "";
            start = null;
        };

        const down = (event: PointerEvent) => {
            const what = dragging();
            moved = false;
            if (!what || what.to.length === 0 || event.button !== 0) return;
            start = { x: event.clientX, y: event.clientY, id: event.pointerId, what };
            // From here on: a quick hand leaves a small card before it is seen to move.
            element.setPointerCapture(event.pointerId);
        };
        const move = (event: PointerEvent) => {
            if (!start || event.pointerId !== start.id) return;
            const [x, y] = [event.clientX - start.x, event.clientY - start.y];
            if (!moved) {
                if (Math.hypot(x, y) < FAR_PX) return;
                moved = true;
                element.classList.add("dragged");
                for (const place of places()) place.classList.add("drop-open");
            }
            element.style.translate = `${x}px ${y}px`;
            highlight(placeAt(event.clientX, event.clientY));
        };
        const up = (event: PointerEvent) => {
            if (!start || event.pointerId !== start.id) return;
            const { what } = start;
            const place = moved ? placeAt(event.clientX, event.clientY) : null;
            end();
            if (place) what.drop(place.dataset.drop!);
        };
        /** Letting go is no press. */
        const click = (event: MouseEvent) => {
            if (!moved) return;
            moved = false;
            event.stopImmediatePropagation();
            event.preventDefault();
        };

        element.addEventListener("pointerdown", down);
        element.addEventListener("pointermove", move);
        element.addEventListener("pointerup", up);
        element.addEventListener("pointercancel", end);
        element.addEventListener("click", click, { capture: true });
        return () => {
            end();
            element.removeEventListener("pointerdown", down);
            element.removeEventListener("pointermove", move);
            element.removeEventListener("pointerup", up);
            element.removeEventListener("pointercancel", end);
            element.removeEventListener("click", click, { capture: true });
        };
    };
}
