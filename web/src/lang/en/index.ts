// English, which the shape of every other language comes from.

import { bruno } from "./bruno";
import { after } from "./after";
import { common } from "./common";
import { guide } from "./guide";
import { keys } from "./keys";
import { mulle } from "./mulle";
import { mus } from "./mus";
import { offers } from "./offers";
import { review } from "./review";
import { sabacc } from "./sabacc";
import { tables } from "./tables";

export const en = {
    ...common,
    ...after,
    ...guide,
    ...keys,
    ...offers,
    ...review,
    ...tables,
    ...sabacc,
    ...bruno,
    ...mulle,
    ...mus,
};

export type Text = typeof en;
