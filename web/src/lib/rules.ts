// The rules of the games for players, from docs/rules: each language and game a file of its own, loaded when a reader opens it.

import { language } from "../lang";

export type Inline = string | { strong: Inline[] } | { em: Inline[] } | { code: string };

export type Block =
    | { kind: "heading"; text: Inline[] }
    | { kind: "paragraph"; text: Inline[] }
    | { kind: "list"; items: Inline[][] }
    | { kind: "steps"; items: Inline[][] }
    | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

/** The same in every language, so that a table can say which one matters now. The first tells what the game is about. */
export interface Section {
    id: string;
    title: Inline[];
    blocks: Block[];
}

const pages = import.meta.glob<Section[]>(["../../../docs/rules/*.md", "../../../docs/rules/{es,fr,sv,zh}/*.md"], {
    query: "?rules",
    import: "default",
});

const pageOf = (game: string) => pages[`../../../docs/rules/${language === "en" ? "" : `${language}/`}${game}.md`];

export const hasRules = (game: string): boolean => pageOf(game) !== undefined;

export async function loadRules(game: string): Promise<Section[]> {
    return (await pageOf(game)?.()) ?? [];
}
