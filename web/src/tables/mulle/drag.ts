// A card that is dragged with a mouse or a finger, as another way to say what to press. Nothing can be done only by dragging.

/** Less than this is a press. */
const START_PX = 8;

export interface Drag {
    /** Can it be dragged now? */
    enabled: boolean;
    /** What it is over: a pile, the cloth beside them, or neither. */
    over(target: DropTarget): void;
    drop(target: DropTarget): void;
}

/** The place of a pile, "cloth" for the table beside the piles, null for anywhere else. */
export type DropTarget = number | "cloth" | null;

function targetAt(x: number, y: number, dragged: HTMLElement): DropTarget {
    for (const element of document.elementsFromPoint(x, y)) {
        if (dragged.contains(element)) continue;
        const pile = element.closest<HTMLElement>("[data-pile]");
        if (pile) return Number(pile.dataset.pile);
        if (element.closest("[data-cloth]")) return "cloth";
    }
    return null;
}

/** For an element around something that can be pressed. After a drag the press that the browser makes of it is held back. */
export function drag(node: HTMLElement, options: Drag) {
    let given = options;
    let from: { id: number; x: number; y: number } | null = null;
    let dragging = false;

    function down(event: PointerEvent) {
        if (!given.enabled || event.button !== 0 || !event.isPrimary) return;
        from = { id: event.pointerId, x: event.clientX, y: event.clientY };
    }

    function move(event: PointerEvent) {
        if (from?.id !== event.pointerId) return;
        const [across, down] = [event.clientX - from.x, event.clientY - from.y];
        if (!dragging && Math.hypot(across, down) < START_PX) return;
        if (!dragging) {
            dragging = true;
            node.setPointerCapture(event.pointerId);
            node.classList.add("dragged");
        }
        node.style.translate = `${across}px ${down}px`;
        given.over(targetAt(event.clientX, event.clientY, node));
    }

    function end(event: PointerEvent, dropped: boolean) {
        if (from?.id !== event.pointerId) return;
        from = null;
        if (!dragging) return;
        dragging = false;
        const target = dropped ? targetAt(event.clientX, event.clientY, node) : null;
        node.classList.remove("dragged");
        node.style.translate = "";
        given.over(null);
        if (dropped) node.addEventListener("click", hold, { capture: true, once: true });
        // Where no press comes after all, the next one counts again.
        setTimeout(() => node.removeEventListener("click", hold, { capture: true }));
        if (target !== null) given.drop(target);
    }

    const hold = (event: Event) => event.stopPropagation();
    const up = (event: PointerEvent) => end(event, true);
    const cancel = (event: PointerEvent) => end(event, false);
    /** The picture of a card would be dragged by the browser itself. */
    const native = (event: Event) => event.preventDefault();

    const listeners: [string, (event: never) => void][] = [
        ["pointerdown", down],
        ["pointermove", move],
        ["pointerup", up],
        ["pointercancel", cancel],
        ["dragstart", native],
    ];
    for (const [name, listener] of listeners) node.addEventListener(name, listener as EventListener);
    return {
        update(next: Drag) {
            given = next;
        },
        destroy() {
            for (const [name, listener] of listeners) node.removeEventListener(name, listener as EventListener);
        },
    };
}
