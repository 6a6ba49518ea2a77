// Times, bytes and sentences as people read them.

import { language } from "../lang";

/** Time left, as a clock shows it. */
export function clockText(ms: number): string {
    const total = Math.max(0, Math.ceil(ms / 1000));
    const days = Math.floor(total / 86400);
    const hours = Math.floor((total % 86400) / 3600);
    const minutes = Math.floor((total % 3600) / 60);
    const two = (n: number) => String(n).padStart(2, "0");
    if (days > 0) return `${days} d ${hours} h`;
    if (hours > 0) return `${hours}:${two(minutes)}:${two(total % 60)}`;
    return `${minutes}:${two(total % 60)}`;
}

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The widest line of the rules; a line ends before it only where the next word has no room, or where it is meant to end. */
const RULES_WIDTH = 76;

/** Paragraphs as one line each, so that they wrap wherever they are shown. What is indented keeps its lines. */
export function unwrap(lines: string): string {
    const result: string[] = [];
    let last = "";
    for (const line of lines.split("\n")) {
        const word = /^\S+/.exec(line)?.[0];
        const goesOn = word !== undefined && /^\S/.test(last) && last.length + 1 + word.length > RULES_WIDTH;
        if (goesOn) result[result.length - 1] += ` ${line}`;
        else result.push(line);
        last = line;
    }
    return result.join("\n");
}

/** Things in a row, as the language puts them. */
export const listed = (things: string[]): string => new Intl.ListFormat(language).format(things);

/** Sentences one after the other, without those that are empty. */
export const sentences = (...all: string[]): string =>
    all.filter((one) => one !== "").join(language === "zh" ? "" : " ");
