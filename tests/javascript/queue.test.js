// @ts-check
// The decisions of the outbox: no stored act is removed before the server has accepted it or refused it by name.
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  HELD,
  KEPT,
  PAUSES,
  byIncident,
  follows,
  isHeld,
  isOld,
  longer,
  meaning,
  next,
} from "../../static/js/offline/queue.js";

/** @param {object} more @returns {any} */
const act = (more) => ({ user: 1, kind: "answer", held: 0, ...more });

test("the server's yes and its named no are answers, and nothing else is", () => {
  for (const status of ["accepted", "same", "conflict", "noted"]) assert.equal(meaning(200, { status }), "taken");
  assert.equal(meaning(422, { status: "refused", code: "not_asked" }), "refused");
  assert.equal(meaning(401, { error: "login" }), "login");
  assert.equal(meaning(409, { error: "other" }), "other");
  for (const status of [204, 302, 400, 403, 404, 413, 429, 502, 503, 504, 507]) {
    assert.equal(meaning(status, null), "lost", String(status));
  }
});

test("a server that cannot write has failed, which is no answer", () => {
  assert.equal(meaning(500, null), "failed");
  assert.equal(meaning(500, { status: "refused", code: "error" }), "failed");
});

test("a yes or a no of somebody else's page is none", () => {
  assert.equal(meaning(200, null), "lost");
  assert.equal(meaning(200, {}), "lost");
  assert.equal(meaning(200, "accepted"), "lost");
  assert.equal(meaning(422, null), "lost");
  assert.equal(meaning(422, { status: "refused" }), "lost");
});

test("acts are sent in the order of their making, each user's by himself", () => {
  const acts = [act({ id: "a", user: 2 }), act({ id: "b" }), act({ id: "c" })];
  assert.equal(next(acts, 1, new Set())?.id, "b");
  assert.equal(next(acts, 3, new Set()), undefined);
});

test("what follows an act that the server fails on waits behind it, and other incidents go on", () => {
  const acts = [act({ id: "i", kind: "open" }), act({ id: "a", incident: "i" }), act({ id: "b", incident: "j" })];
  assert.equal(next(acts, 1, new Set(["i"]))?.id, "b");
});

test("what follows a refused call or law waits, a note beside a refused answer does not", () => {
  const call = act({ id: "i", kind: "open", refused: { code: "closed", message: "" } });
  const words = act({ id: "w", kind: "words", incident: "i" });
  assert.equal(follows(words, [call, words]), true);
  assert.equal(next([call, words], 1, new Set()), undefined);
  const law = act({ id: "l", kind: "law", incident: "i", inquiry: "q", refused: { code: "no_law", message: "" } });
  const answer = act({ id: "a", incident: "i", inquiry: "q" });
  assert.equal(follows(answer, [law, answer]), true);
  assert.equal(follows(words, [law, words]), false);
  const refused = act({ id: "a", incident: "i", inquiry: "q", refused: { code: "not_asked", message: "" } });
  assert.equal(next([refused, words], 1, new Set())?.id, "w");
});

test("a clock that was set back does not hold an act for a year", () => {
  assert.equal(isHeld({ held: 1000 + HELD }, 1000), true);
  assert.equal(isHeld({ held: 1000 }, 1001), false);
  assert.equal(isHeld({ held: 1000 + 365 * 86400000 }, 1000), false);
});

test("pauses grow to a minute and no further", () => {
  let pause = PAUSES[0];
  const seen = [];
  for (let at = 0; at < 7; at += 1) seen.push((pause = longer(pause)) / 1000);
  assert.deepEqual(seen, [4, 8, 16, 32, 60, 60, 60]);
});

test("the acts of one incident stand together, in the order of their first ones", () => {
  const acts = [act({ id: "a" }), act({ id: "b" }), act({ id: "c", incident: "a" })];
  assert.deepEqual(
    byIncident(acts).map((some) => some.map((one) => one.id)),
    [["a", "c"], ["b"]],
  );
});

test("what was seen longer ago than a night is old, and what a clock set back says is seen in the future", () => {
  const now = Date.now();
  const ago = (/** @type {number} */ ms) => new Date(now - ms).toISOString();
  assert.equal(isOld({ at: ago(KEPT - 1000) }, now), false);
  assert.equal(isOld({ at: ago(KEPT + 1000) }, now), true);
  assert.equal(isOld({ at: ago(10 * KEPT), seen: ago(1000) }, now), false);
  assert.equal(isOld({ at: ago(-KEPT - 1000) }, now), true);
  assert.equal(isOld({}, now), true);
});
