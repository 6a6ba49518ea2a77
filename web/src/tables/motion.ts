// Things on the cloth go from where they were to where they are. Nothing waits for it: the page is already as it will be, only what is seen
// arrives a little later, and a change in between goes on from wherever things are.
//
// `data-key` names a thing for as long as it exists: the same card in a hand, drawn, or on a pile. One that was not on the cloth before comes
// from the place that `data-from` names: an element with that `data-place`. The element with the key must have no transform of its own.

import { place } from "../art/sprites";
import type { Flight } from "../game/drawn";

const TRAVEL_MS = 260;
/** Things that move together start one after the other, and all of them arrive in time. */
const STAGGER_MS = 30;
const MOST_STAGGER_MS = 90;
const EASING = "cubic-bezier(0.2, 0.7, 0.3, 1)";
/** Less than this is no movement. */
const NEAR_PX = 2;

const SVG = "http://www.w3.org/2000/svg";

interface Before {
    keys: Map<string, DOMRect>;
    places: Map<string, DOMRect>;
}

export class Motion {
    private before: Before | null = null;

    /** Just before the page changes: remember where things are. */
    remember(cloth: HTMLElement): void {
        const before: Before = { keys: new Map(), places: new Map() };
        for (const thing of cloth.querySelectorAll<HTMLElement>("[data-key]"))
            before.keys.set(thing.dataset.key!, seenBox(thing));
        for (const spot of cloth.querySelectorAll<HTMLElement>("[data-place]"))
            before.places.set(spot.dataset.place!, spot.getBoundingClientRect());
        this.before = before;
    }

    /** Just after it: let them go from there to where they are. `deal`: nothing was there before, and what is there now was just dealt. */
    go(cloth: HTMLElement, flights: Flight[], deal = false): void {
        if (deal) {
            this.remember(cloth);
            this.before?.keys.clear();
        }
        const before = this.before;
        this.before = null;
        if (!before) return;
        const things = [...cloth.querySelectorAll<HTMLElement>("[data-key]")];
        // A thing that is still on its way goes on from where it was seen, towards where it belongs.
        for (const thing of things) for (const one of thing.getAnimations()) if (one.id === "travel") one.cancel();
        // All that is measured comes before anything moves, for else the browser would lay out anew for each.
        const moving: { thing: HTMLElement; from: DOMRect; to: DOMRect; origin: string; isNew: boolean }[] = [];
        for (const thing of things) {
            const known = before.keys.get(thing.dataset.key!);
            const from = known ?? before.places.get(thing.dataset.from ?? "");
            const to = seenBox(thing);
            if (from && to.width > 0 && from.width > 0 && !isNear(from, to))
                moving.push({ thing, from, to, origin: centreIn(thing, to), isNew: known === undefined });
        }
        const flying = flights.flatMap(({ from, to, count, symbol }) => {
            const start = before.places.get(from);
            const end = cloth.querySelector(`[data-place="${CSS.escape(to)}"]`)?.getBoundingClientRect();
            return start && end ? Array.from({ length: Math.min(count, 6) }, () => ({ start, end, symbol })) : [];
        });
        moving.forEach(({ thing, from, to, origin, isNew }, i) => travel(thing, from, to, origin, isNew ? i : 0));
        flying.forEach(({ start, end, symbol }, i) => fly(cloth, start, end, symbol, i));
    }
}

/** What is seen of a thing: in a fan a card lies in a strip that is narrower than the card. */
function seenBox(thing: HTMLElement): DOMRect {
    const strip = thing.getBoundingClientRect();
    const card = thing.querySelector(".playing-card")?.getBoundingClientRect();
    return card && card.width > strip.width ? card : strip;
}

/** The centre of what is seen of a thing, as its style names points. */
function centreIn(thing: HTMLElement, seen: DOMRect): string {
    const strip = thing.getBoundingClientRect();
    return `${seen.left + seen.width / 2 - strip.left}px ${seen.top + seen.height / 2 - strip.top}px`;
}

const isNear = (a: DOMRect, b: DOMRect) =>
    Math.abs(a.left - b.left) < NEAR_PX && Math.abs(a.top - b.top) < NEAR_PX && Math.abs(a.width - b.width) < NEAR_PX;

const delayOf = (order: number) => Math.min(order * STAGGER_MS, MOST_STAGGER_MS);

function travel(thing: HTMLElement, from: DOMRect, to: DOMRect, transformOrigin: string, order: number): void {
    const across = from.left + from.width / 2 - (to.left + to.width / 2);
    const down = from.top + from.height / 2 - (to.top + to.height / 2);
    const animation = thing.animate(
        [
            {
                transform: `translate(${across}px, ${down}px) scale(${from.width / to.width})`,
                transformOrigin,
                zIndex: 5,
            },
            { transform: "none", transformOrigin, zIndex: 5 },
        ],
        { duration: TRAVEL_MS, delay: delayOf(order), easing: EASING, fill: "backwards" },
    );
    animation.id = "travel";
}

/** A chip that is on its way, and nowhere else. */
function fly(cloth: HTMLElement, from: DOMRect, to: DOMRect, symbol: string, order: number): void {
    const size = Math.min(32, Math.max(18, from.height / 2));
    const chip = document.createElementNS(SVG, "svg");
    chip.setAttribute("viewBox", "0 0 32 32");
    chip.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", place("table", symbol));
    chip.append(use);
    const around = cloth.getBoundingClientRect();
    Object.assign(chip.style, {
        position: "absolute",
        left: `${from.left + from.width / 2 - around.left - size / 2}px`,
        top: `${from.top + from.height / 2 - around.top - size / 2}px`,
        width: `${size}px`,
        height: `${size}px`,
        pointerEvents: "none",
        zIndex: "6",
    });
    cloth.append(chip);
    const across = to.left + to.width / 2 - (from.left + from.width / 2);
    const down = to.top + to.height / 2 - (from.top + from.height / 2);
    const animation = chip.animate(
        [
            { transform: "none", opacity: 1 },
            { transform: `translate(${across}px, ${down}px)`, opacity: 1, offset: 0.9 },
            { transform: `translate(${across}px, ${down}px)`, opacity: 0 },
        ],
        { duration: TRAVEL_MS, delay: delayOf(order), easing: EASING, fill: "both" },
    );
    animation.onfinish = animation.oncancel = () => chip.remove();
}
