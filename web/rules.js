// The rules of the games for players, from docs/rules, as data that the page can show without HTML of its own. Only what these pages use is
// understood; anything else is an error, for it would be shown wrongly.

const MARK = /^<!-- (?:section: ([a-z]+)|(end)) -->$/;
const INLINE = /\*\*(.+?)\*\*|\*(.+?)\*|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/;

/** Words, with what is strong, emphasised or code told apart. Links are words: what they lead to is not on the page. */
export function inline(text) {
    const found = INLINE.exec(text);
    if (!found) return text === "" ? [] : [text];
    const [whole, strong, em, code, link] = found;
    const inner =
        strong !== undefined
            ? [{ strong: inline(strong) }]
            : em !== undefined
              ? [{ em: inline(em) }]
              : code !== undefined
                ? [{ code }]
                : inline(link);
    const all = [...inline(text.slice(0, found.index)), ...inner, ...inline(text.slice(found.index + whole.length))];
    // Words that only a link stood between belong together again.
    return all.reduce((joined, one) => {
        const last = joined.at(-1);
        if (typeof one === "string" && typeof last === "string") joined[joined.length - 1] = last + one;
        else joined.push(one);
        return joined;
    }, []);
}

const cells = (row) =>
    row
        .replace(/^\||\|$/g, "")
        .split("|")
        .map((cell) => inline(cell.trim()));

const isTable = (line) => line.startsWith("|");
const item = (line) => /^(\*|\d+\.) (.*)$/.exec(line);

/** Lines up to an empty one, as blocks. */
function block(lines, where) {
    const heading = /^###+ (.*)$/.exec(lines[0]);
    if (heading && lines.length === 1) return { kind: "heading", text: inline(heading[1]) };
    if (lines.every(isTable)) {
        const [head, rule, ...rows] = lines;
        if (!/^[|: -]+$/.test(rule ?? "")) throw new Error(`${where}: a table needs a row of dashes after its head.`);
        const titles = cells(head);
        return {
            kind: "table",
            head: titles.some((cell) => cell.length > 0) ? titles : [],
            rows: rows.map(cells),
        };
    }
    if (item(lines[0])) {
        const items = [];
        for (const line of lines) {
            const begins = item(line);
            if (begins) items.push(begins[2]);
            else items[items.length - 1] += ` ${line.trim()}`;
        }
        return { kind: lines[0].startsWith("*") ? "list" : "steps", items: items.map(inline) };
    }
    const odd = lines.find((line) => /^(#|```|<|>|\||\s{4})/.test(line) || item(line));
    if (odd !== undefined) throw new Error(`${where}: the page cannot show "${odd}".`);
    return { kind: "paragraph", text: inline(lines.map((line) => line.trim()).join(" ")) };
}

/** The sections of a page: each begins with its mark and a heading, and ends at the next mark. What is outside of them is for other readers. */
export function sections(markdown, name) {
    const result = [];
    let section = null;
    let lines = [];
    const end = () => {
        if (section && lines.length > 0) {
            const title = /^##? (.*)$/.exec(lines[0]);
            if (section.title === undefined) {
                if (!title || lines.length > 1)
                    throw new Error(`${name}, ${section.id}: a section begins with a heading.`);
                section.title = inline(title[1]);
            } else section.blocks.push(block(lines, `${name}, ${section.id}`));
        }
        lines = [];
    };
    for (const line of [...markdown.split("\n"), ""]) {
        const mark = MARK.exec(line);
        if (mark || line.trim() === "") end();
        else lines.push(line);
        if (!mark) continue;
        section = mark[2] ? null : { id: mark[1], title: undefined, blocks: [] };
        if (section) result.push(section);
    }
    if (result.length === 0) throw new Error(`${name}: no section is marked.`);
    return result;
}

/** For Vite: what is imported as NAME.md?rules is its sections. */
export const rules = {
    name: "rules",
    enforce: "pre",
    transform(code, id) {
        const found = /([^/]+)\.md\?rules$/.exec(id);
        return found ? { code: `export default ${JSON.stringify(sections(code, found[1]))};`, map: null } : undefined;
    },
};
