// What every dialog does that asks for nothing.

/** A press beside it closes it, as Escape does. */
export function closesOutside(dialog: HTMLDialogElement): () => void {
    function onclick(event: MouseEvent) {
        if (event.target !== dialog) return;
        const { left, right, top, bottom } = dialog.getBoundingClientRect();
        const inside =
            event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
        if (!inside) dialog.close();
    }
    dialog.addEventListener("click", onclick);
    return () => dialog.removeEventListener("click", onclick);
}
