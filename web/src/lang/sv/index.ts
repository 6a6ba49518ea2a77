// Swedish.

import type { Text } from "../en";
import { common } from "./common";
import { keys } from "./keys";
import { offers } from "./offers";

export const sv: Text = { ...common, ...keys, ...offers };
