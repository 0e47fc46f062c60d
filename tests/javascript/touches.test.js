// @ts-check
// A touch that comes while another act is being stored: it counts later only if the same thing is still offered.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { busy, inTurn, whenFree } from "../../static/js/offline/touches.js";

/** @type {string[]} */
let done = [];
/** @type {any[]} the buttons of the page */
let shown = [];
let question = "what";
globalThis.document = /** @type {any} */ ({
  querySelector: () => ({ getAttribute: () => question }),
  querySelectorAll: (/** @type {string} */ tag) => shown.filter((one) => one.tagName === tag),
});

/** @param {string} name @param {() => Promise<void>} [act] */
function button(name, act = async () => {}) {
  const one = {
    tagName: "BUTTON",
    outerHTML: `<button>${name}</button>`,
    touch: () => inTurn(/** @type {any} */ (one), work),
  };
  const work = async () => {
    done.push(name);
    await act();
  };
  return { ...one, click: one.touch };
}

/** @type {() => void} */
let stored;
const slowly = () => new Promise((/** @type {(value: void) => void} */ resolve) => (stored = resolve));
/** Let what was waiting for the store go on. */
const rest = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  [done, question] = [[], "what"];
});

test("a touch during another act is done after it", async () => {
  const [first, second] = [button("first", slowly), button("second")];
  shown = [first, second];
  first.click();
  assert.ok(busy());
  second.click();
  assert.deepEqual(done, ["first"]);
  stored();
  await rest();
  assert.deepEqual(done, ["first", "second"]);
  assert.ok(!busy());
});

test("the last of several touches counts, and the same button touched twice is one touch", async () => {
  const [first, second, third] = [button("first", slowly), button("second"), button("third")];
  shown = [first, second, third];
  for (const one of [first, first, second, third, third]) one.click();
  stored();
  await rest();
  assert.deepEqual(done, ["first", "third"]);
});

test("what is not offered any more is not done, nor what is offered twice or beneath another question", async () => {
  for (const then of [
    () => (shown = []),
    () => (shown = [button("second"), button("second")]),
    () => (question = "who"),
  ]) {
    [done, question] = [[], "what"];
    const [first, second] = [button("first", slowly), button("second")];
    shown = [first, second];
    first.click();
    second.click();
    then();
    stored();
    await rest();
    assert.deepEqual(done, ["first"]);
    assert.ok(!busy());
  }
});

test("an act that fails leaves the page free for the next touch", async () => {
  const first = button("first", () => Promise.reject(new Error("full")));
  shown = [first];
  await assert.rejects(first.click());
  assert.ok(!busy());
  await assert.rejects(first.click());
  assert.deepEqual(done, ["first", "first"]);
});

test("what comes during acts is done once after the last of them, and at once without one", async () => {
  const comes = () => void done.push("comes");
  whenFree(comes);
  assert.deepEqual(done.splice(0), ["comes"]);
  const [first, second] = [button("first", slowly), button("second", slowly)];
  shown = [first, second];
  first.click();
  for (const _again of [1, 2]) whenFree(comes);
  second.click();
  stored();
  await rest();
  assert.deepEqual(done, ["first", "second"]);
  stored();
  await rest();
  assert.deepEqual(done, ["first", "second", "comes"]);
  first.click();
  stored();
  await rest();
  assert.deepEqual(done.slice(3), ["first"]);
});
