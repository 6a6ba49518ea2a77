// What things of Kessel Sabacc are called.

import { codeWords } from "../../lib/vocabulary";

export const tokenName = (token: string): string => codeWords("sabacc", token);
