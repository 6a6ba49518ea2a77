// What is hidden of what a player is asked about: measured in the page that shows it.

/** Phones (in their browsers, not their screens), tablets, desks. */
export const SIZES = [
    [360, 560],
    [390, 664],
    [844, 390],
    [768, 1024],
    [1280, 720],
    [1440, 900],
    [2560, 1440],
];
/** A card that can be pressed is at least as wide, in pixels; and letters as high. */
const LEAST_CARD = 32;
const LEAST_TEXT = 12;

/** Run in the page. All that is wrong with what is seen now: how many pixels of what are hidden, and by what; what is too small. */
function look([leastCard, leastText]) {
    const wrong = new Set();
    const box = (element) => element.getBoundingClientRect();
    const isSeen = (element) => {
        const { width, height } = box(element);
        return width > 1 && height > 1 && getComputedStyle(element).visibility !== "hidden";
    };
    const nameOf = (element) => element.dataset.pick ?? element.dataset.move ?? String(element.className).split(" ")[0];
    const parts = [...document.querySelectorAll(".felt > .place, .far > .place, .far > .centre, .action-bar, .turn")];
    const partOf = (element) => parts.find((part) => part.contains(element));
    /** How far it reaches beyond a box, in pixels. */
    const beyond = (a, b) => Math.max(b.top - a.top, b.left - a.left, a.bottom - b.bottom, a.right - b.right);
    const frame = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };

    function hidden(element) {
        const a = box(element);
        const say = (by, px) => px > 1 && wrong.add(`${Math.round(px)} px of ${nameOf(element)} ${by}`);
        say("outside the window", beyond(a, frame));
        for (let up = element.parentElement; up; up = up.parentElement)
            if (getComputedStyle(up).overflow !== "visible" && up !== document.documentElement && up !== document.body)
                say(`cut off by ${nameOf(up)}`, beyond(a, box(up)));
        const own = partOf(element);
        for (const part of parts) {
            if (part === own) continue;
            const b = box(part);
            const over = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (over > 1 && down > 1) say(`under ${part.className}`, Math.min(over, down));
        }
    }

    const halted = document.querySelector(".go-on");
    const asked = [
        ...document.querySelectorAll(
            halted
                ? ".go-on, .prompt, .centre"
                : ".felt .at-bottom .playing-card, .felt .pick.legal, .prompt, .action-bar [data-move], .felt .centre",
        ),
    ].filter(isSeen);
    asked.forEach(hidden);
    for (const pick of document.querySelectorAll(".felt .pick.legal")) {
        const card = pick.querySelector(".playing-card");
        if (card && isSeen(card) && box(card).width < leastCard - 0.5)
            wrong.add(`${nameOf(pick)} is ${box(card).width.toFixed(1)} px wide`);
    }
    const letters = document.createTreeWalker(document.querySelector(".stage"), NodeFilter.SHOW_TEXT);
    while (letters.nextNode()) {
        const around = letters.currentNode.parentElement;
        if (!letters.currentNode.data.trim() || around.closest("svg, .unseen, [hidden]") || !isSeen(around)) continue;
        const size = parseFloat(getComputedStyle(around).fontSize);
        if (size > 0 && size < leastText - 0.01)
            wrong.add(`"${letters.currentNode.data.trim().slice(0, 20)}" is ${size.toFixed(1)} px high`);
    }
    const { scrollHeight, scrollWidth } = document.documentElement;
    if (scrollHeight > innerHeight + 1) wrong.add(`the page scrolls by ${scrollHeight - innerHeight} px`);
    if (scrollWidth > innerWidth + 1) wrong.add(`the page scrolls by ${scrollWidth - innerWidth} px to the side`);
    return [...wrong];
}

/** A change of sizes has been followed: two pictures later. */
const settle = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));

/** What is wrong at each size, as "WIDTHxHEIGHT: what". */
export async function problemsAt(page, sizes = SIZES) {
    const found = [];
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.evaluate(settle);
        for (const one of await page.evaluate(look, [LEAST_CARD, LEAST_TEXT])) found.push(`${width}x${height}: ${one}`);
    }
    return found;
}
