// Where the page lies. A server of ours has it at the root, with a path for each place in it. On any other web server it lies in a
// folder, under any path, and places stand behind "#".

/** Built to lie in any folder, without a server of ours behind it. */
export const IS_STATIC: boolean = import.meta.env.BASE_URL === "./";

/** The folder of the page, as a whole address. */
export const BASE: string = IS_STATIC
    ? new URL(".", location.href.split("#")[0]).href
    : new URL(import.meta.env.BASE_URL, location.href).href;

/** A file beside the page: "art/table.svg". */
export const beside = (file: string): string => (IS_STATIC ? `${BASE}${file}` : `/${file}`);

/** The address of a place in the page: "/table/t1" or "#/table/t1". */
export const addressOf = (place: string): string => (IS_STATIC ? `${BASE}#${place}` : place);

export interface Place {
    pathname: string;
    search: string;
    hash: string;
}

/** The place that an address stands for. */
export function placeOf(address: Place): Place {
    if (!IS_STATIC) return { pathname: address.pathname, search: address.search, hash: address.hash };
    const inner = address.hash.slice(1);
    if (!inner.startsWith("/")) return { pathname: "/", search: "", hash: "" };
    const url = new URL(inner, "https://place.invalid");
    return { pathname: url.pathname, search: url.search, hash: url.hash };
}

export const placeHere = (): Place => placeOf(location);
