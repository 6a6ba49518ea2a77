// Swedish.

import type { Text } from "../en";
import { after } from "./after";
import { common } from "./common";
import { guide } from "./guide";
import { keys } from "./keys";
import { practice } from "./practice";
import { review } from "./review";
import { tables } from "./tables";
import { offers } from "./offers";

export const sv: Text = {
    ...common,
    ...after,
    ...guide,
    ...keys,
    ...tables,
    ...offers,
    ...practice,
    ...review,
};
