// Swedish.

import type { Text } from "../en";
import { common } from "./common";
import { keys } from "./keys";

export const sv: Text = { ...common, ...keys };
