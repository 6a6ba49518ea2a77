// French.

import type { Text } from "../en";
import { bruno } from "./bruno";
import { after } from "./after";
import { common } from "./common";
import { guide } from "./guide";
import { keys } from "./keys";
import { mulle } from "./mulle";
import { mus } from "./mus";
import { review } from "./review";
import { sabacc } from "./sabacc";
import { tables } from "./tables";
import { offers } from "./offers";

export const fr: Text = {
    ...common,
    ...after,
    ...guide,
    ...keys,
    ...tables,
    ...sabacc,
    ...bruno,
    ...mulle,
    ...mus,
    ...offers,
    ...review,
};
