// No decision is made that was not seen: a press counts if what it answers was on the screen for a while when the finger, the button or the key
// went down. The second tap of a double tap, a key that is held and a press that was meant for what was there before come to nothing.

/** So long something must have been on the screen, in milliseconds. */
export const SEEN_MS = 300;

/** When the press began that is going on, or was the last: a key that repeats began when it went down. */
let began = -Infinity;
const held = new Set<string>();

function keyDown(event: KeyboardEvent): void {
    if (event.repeat || held.has(event.code)) return;
    held.add(event.code);
    began = event.timeStamp;
}

/** What a key does when it goes up belongs to the press. */
function keyUp({ code }: KeyboardEvent): void {
    setTimeout(() => held.delete(code));
}

/** One without a finger or a key, as of a screen reader. */
function click(event: MouseEvent): void {
    if (event.detail === 0 && held.size === 0) began = event.timeStamp;
}

const forget = () => held.clear();

/** Follow what is pressed in this window, until the function that comes back is called. */
export function followPresses(): () => void {
    const options = { capture: true, passive: true };
    const down = (event: Event) => (began = event.timeStamp);
    addEventListener("pointerdown", down, options);
    addEventListener("keydown", keyDown, options);
    addEventListener("keyup", keyUp, options);
    addEventListener("click", click, options);
    addEventListener("blur", forget);
    return () => {
        removeEventListener("pointerdown", down, options);
        removeEventListener("keydown", keyDown, options);
        removeEventListener("keyup", keyUp, options);
        removeEventListener("click", click, options);
        removeEventListener("blur", forget);
    };
}

/** Whether what was drawn then (null: not yet) was seen before the press that is going on. */
export const wasSeen = (since: number | null): boolean => since !== null && began - since >= SEEN_MS;
