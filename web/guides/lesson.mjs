// What the lessons of the games share: see make.mjs.

export const count = (list, fits) => list.filter(fits).length;

/** Everything from the deal to the first count. */
export const untilTheCount = (steps, isEnd) => {
    const end = steps.findIndex((step, ply) => ply > 0 && isEnd(step.view, steps[ply - 1].view));
    return steps.map((_, ply) => ply).slice(0, end + 1);
};
