// What lies on top of the pile of Bruno, which a view has in no order.
import assert from "node:assert/strict";
import test from "node:test";
import { topOfPile } from "../../src/tables/bruno/view";

const view = (pile, to_beat) => ({ pile, to_beat });

test("what was played last lies on top, all of it", () => {
    assert.deepEqual(topOfPile(view(["5s"], "5"), view(["5s", "6d", "6c"], "6"), ["5s"]), ["6d", "6c"]);
});

test("after a jump over several plays the card that is to beat lies on top", () => {
    assert.deepEqual(topOfPile(view(["4c"], "4"), view(["4c", "5c", "9c", "Kc"], "9"), ["4c"]), ["9c"]);
});

test("a hand that is dealt anew leaves the top as it was", () => {
    assert.deepEqual(topOfPile(view(["3s", "Ac"], "A"), view(["3s", "Ac"], "A"), ["3s"]), ["3s"]);
});
