// No words for people stand in a component: they are in src/lang, in every language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { parse } from "svelte/compiler";
import { filesOf } from "./files.mjs";

/** Attributes that people read or hear. */
const READ = new Set([
    "alt",
    "aria-description",
    "aria-label",
    "aria-roledescription",
    "aria-valuetext",
    "label",
    "placeholder",
    "title",
]);
const hasWords = (text) => /\p{L}{2}/u.test(text);

function* words(expression) {
    if (typeof expression !== "object" || expression === null) return;
    if (expression.type === "Literal" && typeof expression.value === "string") yield expression.value;
    if (expression.type === "TemplateElement") yield expression.value.cooked;
    // What is compared, looked up or handed on is not shown as it stands.
    const skipped = {
        BinaryExpression: ["left", "right"],
        CallExpression: ["arguments"],
        MemberExpression: ["property"],
    };
    for (const [key, value] of Object.entries(expression)) {
        if (expression.operator !== "+" && skipped[expression.type]?.includes(key)) continue;
        if (expression.type === "ConditionalExpression" && key === "test") continue;
        if (Array.isArray(value)) for (const one of value) yield* words(one);
        else if (typeof value?.type === "string") yield* words(value);
    }
}

/** Everything in the markup of a component that would be shown or heard as it is written there. */
export function* shown(node) {
    if (node.type === "Text") yield node.data;
    if (node.type === "ExpressionTag") yield* words(node.expression);
    for (const attribute of node.attributes ?? []) {
        const component = node.type === "Component";
        if (attribute.type !== "Attribute" || !(READ.has(attribute.name) || (component && attribute.name === "help")))
            continue;
        for (const part of [attribute.value].flat())
            if (part.type === "Text") yield part.data;
            else if (part.type === "ExpressionTag") yield* words(part.expression);
    }
    for (const fragment of [
        node.fragment,
        node.consequent,
        node.alternate,
        node.body,
        node.pending,
        node.then,
        node.catch,
        node.fallback,
    ])
        for (const inner of fragment?.nodes ?? []) yield* shown(inner);
    if (node.type === "Fragment") for (const inner of node.nodes) yield* shown(inner);
}

const found = (source) =>
    [...shown(parse(source, { modern: true }).fragment)].map((text) => text.trim()).filter(hasWords);

test("words in a component are found", () => {
    const cases = {
        "<p>Hello</p>": ["Hello"],
        '<p>{ok ? "Yes" : no}</p>': ["Yes"],
        "{#if a}<b>{`Round ${n}`}</b>{:else}<i>none</i>{/if}": ["Round", "none"],
        '<button aria-label="Close {x}">×</button>': ["Close"],
        '{#each list as one (one)}<input placeholder="Name" />{/each}': ["Name"],
        '<p class="large">{text.hello("now")}{a === "word" ? 1 : 2}{names["key"]}</p>': [],
        "{#snippet part()}<p>Inside</p>{/snippet}": ["Inside"],
        "{#await a}<p>Wait</p>{:then b}<p>Done</p>{/await}": ["Wait", "Done"],
    };
    for (const [source, wanted] of Object.entries(cases)) assert.deepEqual(found(source), wanted, source);
});

test("no component has words of its own", () => {
    const files = filesOf("src", /\.svelte$/);
    assert.ok(files.length > 10);
    const own = files.flatMap((path) => found(readFileSync(path, "utf8")).map((text) => `${path}: ${text}`));
    assert.deepEqual(own, []);
});
