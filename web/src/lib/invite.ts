// Invites to private tables stand in the fragment of an address (#invite=…): browsers do not send it, so no server or proxy has it in a log.

/** The invite of an address; links of earlier versions have it in the query. */
export function readInvite(search: string, hash: string): string | undefined {
    const fragment = new URLSearchParams(hash.replace(/^#/, ""));
    return fragment.get("invite") ?? new URLSearchParams(search).get("invite") ?? undefined;
}

/** The address of a path with a query and an invite, if there are any. */
export function withInvite(path: string, query: URLSearchParams, invite: string | undefined): string {
    const asked = query.toString();
    const front = asked === "" ? path : `${path}?${asked}`;
    return invite === undefined ? front : `${front}#${new URLSearchParams({ invite })}`;
}

/** The same address with the invite in the fragment; null where it is in its place already. */
export function tidied(path: string, search: string, hash: string): string | null {
    const query = new URLSearchParams(search);
    if (!query.has("invite")) return null;
    const invite = readInvite(search, hash);
    query.delete("invite");
    return withInvite(path, query, invite);
}
