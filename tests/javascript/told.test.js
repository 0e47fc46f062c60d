// @ts-check
// Answers that the table gave in place of the director, in the words of the device.
import assert from "node:assert/strict";
import { test } from "node:test";

import { denial, saidOfTables, whereFrom, whySupposed } from "../../static/js/offline/told.js";

const say = {
  not_so: "not so", is_the_table_wrong: "is it wrong?", or_here: "or here", known: "from %(what)s",
  nothing_noted: "nothing noted", supposed: "supposed", waits_for_server: "waits", take_back: "take back",
  on_the_table: "on the table",
}; // prettier-ignore
const LINES = {
  card: {
    title: "Card", words: "<SA>", brief: "the ace", origin: "Law 50",
    says: [{ what: "gone", about: "card", label: "not there" }],
  },
  call: { title: "Call", words: "1S", brief: "the call", says: [] },
}; // prettier-ignore
/** @type {any} */
const CTX = { bundle: { say, language: "en" }, lines: LINES };

const lines = (/** @type {object} */ act, /** @type {any} */ user = { user: 7 }) =>
  saidOfTables(
    CTX,
    /** @type {any} */ ({ acts: [{ id: "a", kind: "say", user: 7, label: "the <ace>", ...act }], user }),
  );

test("what a director has said of a table stands there until it is sent, and nothing else does", () => {
  assert.match(lines({}), /the &lt;ace&gt;.*waits/s);
  assert.match(lines({}), /data-unsay="a"/);
  assert.equal(lines({ user: 8 }), "");
  assert.equal(lines({ kind: "ruled" }), "");
  assert.equal(lines({ refused: "gone" }), "");
  assert.equal(lines({}, null), "");
});

/** @param {string[] | undefined} by @param {any} ctx */
const denied = (by, ctx = CTX) =>
  denial(
    ctx,
    /** @type {any} */ ({
      question: { id: "q" },
      trail: [
        { id: "p", by: ["call"] },
        { id: "q", by },
      ],
    }),
  );

test("each line that gave an answer may be denied, with its origin and its own words", () => {
  const said = denied(["card", "gone"]);
  assert.match(said, /Card.*&lt;SA&gt;.*Law 50/s);
  assert.match(said, /data-say="gone"/);
  assert.match(said, /data-about="card"/);
  assert.equal(said.match(/<li>/g)?.length, 1);
  assert.doesNotMatch(denied(["call"]), /small soft/);
});

test("an answer that no line gave is not denied", () => {
  assert.equal(denied([]), "");
  assert.equal(denied(undefined), "");
  assert.equal(denied(["gone"]), "");
  assert.equal(denied(["card"], { bundle: { say, language: "en" } }), "");
});

test("an answer is supposed because the table is silent, or because the law takes it for granted", () => {
  const why = (/** @type {object} */ question, /** @type {object[]} */ ...nodes) =>
    whySupposed(CTX, /** @type {any} */ ({ questions: { q: question }, nodes }), /** @type {any} */ ({ id: "q" }));
  assert.equal(why({}), "supposed");
  assert.equal(why({ seen: "card" }), "nothing noted");
  assert.equal(why({}, { ask: "q", seen: "card" }), "nothing noted");
  assert.equal(why({}, { fact: "q", sees: "card" }), "nothing noted");
  assert.equal(why({}, { ask: "q" }), "supposed");
  assert.equal(why({}, { ask: "other", seen: "card" }), "supposed");
});

test("the origin of a line is named once", () => {
  const named = new Set();
  const from = (/** @type {string[] | undefined} */ by) => whereFrom(CTX, /** @type {any} */ ({ by }), named);
  assert.equal(from(["card", "call", "gone"]), "from the ace (Law 50) and the call");
  assert.equal(from(["card"]), "from the ace");
  assert.equal(from(undefined), "from ");
});
