// Where values lie in a plot of them over time.

export interface Scale {
    left: number;
    right: number;
    top: number;
    bottom: number;
    x(at: number): number;
    y(value: number): number;
    /** Both, as a point of a line. */
    place(at: number, value: number): string;
}

export interface Extent {
    width: number;
    height: number;
    /** Room for the words at the axis, and around all else. */
    left: number;
    margin: number;
    /** The last place; the first is 0. */
    steps: number;
    low: number;
    high: number;
}

export function scaleOf({ width, height, left, margin, steps, low, high }: Extent): Scale {
    const [right, bottom] = [width - margin, height - margin];
    const x = (at: number) => left + (steps > 0 ? at / steps : 0) * (right - left);
    const y = (value: number) => {
        const share = (value - low) / (high - low || 1);
        return margin + (1 - Math.min(1, Math.max(0, share))) * (bottom - margin);
    };
    const place = (at: number, value: number) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`;
    return { left, right, top: margin, bottom, x, y, place };
}
