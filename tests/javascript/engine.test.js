// @ts-check
// The engine on a small law: the answers that it derives, the questions that it asks, and those that it asks again.
import assert from "node:assert/strict";
import { test } from "node:test";

import { asking, most, stands } from "../../static/js/offline/engine.js";

/** @import { Asks, Law, Question, Ruling } from "../../static/js/offline/types.d.ts" */

/** @param {Partial<Question>} more @returns {Question} */
const question = (more) => ({ id: "", law: "1", kind: "seat", text: "", options: [], low: 0, high: 13, ...more });
/** @param {string} text @returns {Ruling} */
const ruling = (text) => ({ law: "1", text, is: text });
/** @param {object} one @returns {any} */
const node = (one) => one;

/** @type {Law} */
const LAW = {
  law: "1",
  title: "",
  short: "",
  found: "",
  root: 0,
  questions: {
    offender: question({ id: "offender" }),
    card: question({ id: "card", seen: ["offender"] }),
    late: question({ id: "late", kind: "choice", asks: { facts: ["trick"], table: 0 }, options: [] }),
    trick: question({ id: "trick", kind: "count" }),
  },
  nodes: [
    node({ fact: "offender", next: 1 }),
    node({ fact: "card", next: 2 }),
    node({ fact: "trick", next: 3, unless: "late" }),
    node({ ask: "late", next: { yes: 4, no: 5 }, given: { facts: ["trick"], table: 0 } }),
    node({ ruling: ruling("late") }),
    node({ wait: "end_of_play", ruling: ruling("meanwhile"), next: 6 }),
    node({ ruling: ruling("in time") }),
  ],
  tables: [{ 1: "no", 12: "yes" }],
};

test("what is not known is asked, in the order of the law", () => {
  const state = /** @type {Asks} */ (stands(LAW, {}));
  assert.equal(state.state, "asking");
  assert.equal(state.question.id, "offender");
});

test("the table answers by the values of its facts, and its answer is derived", () => {
  const state = stands(LAW, { offender: "E" }, { card: { E: "C4" } });
  assert.deepEqual(state.trail[1], { id: "card", value: "C4", derived: true });
  assert.equal(state.known.card, "C4");
});

test("an answer of the table names what lies there and gives it, and one of facts names nothing", () => {
  const state = stands(LAW, { offender: "E", trick: "12" }, { card: { E: "C4" }, "card by": { E: "E:C4" } });
  assert.deepEqual(state.trail[1], { id: "card", value: "C4", derived: true, by: ["E:C4"] });
  assert.ok(state.trail.slice(2).every((step) => step.by === undefined));
});

test("a table that says nothing of this player leaves the question to the director", () => {
  const state = /** @type {Asks} */ (stands(LAW, { offender: "W" }, { card: { E: "C4" } }));
  assert.equal(state.question.id, "card");
});

test("an answer that the director gave stands before what the table says", () => {
  const state = stands(LAW, { offender: "E", card: "D5" }, { card: { E: "C4" } });
  assert.deepEqual(state.trail[1], { id: "card", value: "D5", derived: false });
});

test("a fact is asked instead of the question that it answers, and settles it", () => {
  const state = /** @type {Asks} */ (stands(LAW, { offender: "E", card: "?" }));
  assert.deepEqual([state.question.id, state.insteadOf], ["trick", "late"]);
  assert.deepEqual(stands(LAW, { offender: "E", card: "?", trick: "12" }).state, "ruled");
  assert.deepEqual(stands(LAW, { offender: "E", card: "?", trick: "1" }).state, "waiting");
});

test("a fact that nobody knows leaves the question itself, and an answered one leaves out the fact", () => {
  const asked = /** @type {Asks} */ (stands(LAW, { offender: "E", card: "?", trick: "?" }));
  assert.equal(asked.question.id, "late");
  assert.equal(stands(LAW, { offender: "E", card: "?", late: "yes" }).state, "ruled");
});

test("a fact that nobody knows is in the trail where it was asked for, and not where the question was answered", () => {
  const asked = (/** @type {object} */ more) =>
    stands(LAW, { offender: "E", card: "?", late: "yes", ...more }).trail.map((step) => step.id);
  assert.deepEqual(asked({}), ["offender", "card", "late"]);
  assert.deepEqual(asked({ trick: "?" }), ["offender", "card", "trick", "late"]);
});

test("a question that no fact answers is asked once, and its answer leads on", () => {
  const nodes = [
    node({ ask: "able", next: { yes: 1, no: 2 } }),
    node({ ruling: ruling("is") }),
    node({ ruling: ruling("not") }),
  ];
  const law = { ...LAW, questions: { able: question({ id: "able", kind: "yes_no" }) }, nodes };
  assert.equal(stands(law, {}).state, "asking");
  const state = /** @type {any} */ (stands(law, { able: "no" }));
  assert.deepEqual([state.state, state.ruling.text], ["ruled", "not"]);
});

test("an answer that facts contradict does not count any more", () => {
  const state = stands(LAW, { offender: "E", card: "?", trick: "12", late: "no" });
  assert.equal(state.state === "ruled" && state.ruling.text, "late");
});

test("a moment that was reached leads on", () => {
  const state = stands(LAW, { offender: "E", card: "?", late: "no", end_of_play: "reached" });
  assert.equal(state.state === "ruled" && state.ruling.text, "in time");
});

test("an option that the table leaves out is not offered, and a call is shown as refused", () => {
  const options = [
    { value: "a", label: "" },
    { value: "b", label: "" },
  ];
  const choice = question({ id: "q", kind: "choice", options, refused: { answers: [], rows: {} } });
  const shown = asking(choice, {}, { "q refused": { "": "b" } }).question.options;
  assert.deepEqual(
    shown.map((one) => one.value),
    ["a"],
  );
  const call = question({ id: "c", kind: "call", refused: { answers: ["first"], rows: { "1S": "Pass 1H" } } });
  assert.deepEqual(asking(call, { first: "1S" }).refused, ["Pass", "1H"]);
  const left = { "c refused": { "": "XX", "1S": "Pass 1H" } };
  assert.deepEqual(asking(call, { first: "?" }, left).refused, ["XX"], "a call nobody remembers bounds nothing");
});

test("a number is bounded by another, and after a revoke by what the side has won", () => {
  const left = question({ kind: "count", low: 0, high: 13, leaves: { fact: "before", rows: { 10: 3 } } });
  assert.equal(most(left, { before: "10" }), 3);
  assert.equal(most(left, {}), 13);
  const after = question({ kind: "count", most: ["trick", "tricks", "offender", "declarer"] });
  assert.equal(most(after, { trick: "4" }), 9);
  assert.equal(most(after, { trick: "4", tricks: "5", offender: "S", declarer: "N" }), 5);
  assert.equal(most(after, { trick: "4", tricks: "5", offender: "E", declarer: "N" }), 8);
  assert.equal(most(after, { trick: "?" }), 13);
  assert.equal(most(after, { trick: "4", tricks: "5", offender: "S" }), 9, "nobody knows whose tricks they were");
  assert.equal(most(after, { trick: "4", offender: "S", declarer: "N" }), 9, "nobody knows how many they were");
});

test("a number that another answer leaves no room for is asked again", () => {
  /** @type {Law} */
  const law = { ...LAW, questions: { n: question({ id: "n", kind: "count", leaves: { fact: "m", rows: { 9: 4 } } }) } };
  law.nodes = [node({ fact: "n", next: 1 }), node({ ruling: ruling("done") })];
  assert.equal(stands(law, { m: "9", n: "4" }).state, "ruled");
  assert.equal(stands(law, { m: "9", n: "5" }).state, "asking");
  assert.equal(stands(law, { m: "9", n: "?" }).state, "ruled");
});

test("a table that says that nobody knows leaves the question to the director", () => {
  const state = /** @type {Asks} */ (stands(LAW, { offender: "E" }, { card: { E: "?" } }));
  assert.equal(state.question.id, "card");
});

test("what a table says once something else of it was denied, and is no answer, is asked", () => {
  /** @type {Law} */
  const law = { ...LAW, questions: { q: question({ id: "q", kind: "choice", seen: [] }) } };
  law.nodes = [node({ ask: "q", next: { a: 1 } }), node({ ruling: ruling("a") })];
  assert.equal(stands(law, {}, { q: { "": "b" } }).state, "asking");
  assert.equal(stands(law, {}, { q: { "": "a" } }).state, "ruled");
});

test("only the players whom who declares leaves may be answered, on the ways that bound them", () => {
  const seat = question({ id: "seat", among: { facts: ["declarer"], rows: { S: "EW" } } });
  /** @type {Law} */
  const law = {
    ...LAW,
    questions: { seat },
    nodes: [node({ fact: "seat", next: 1, among: true }), node({ ruling: ruling("") })],
  };
  const state = /** @type {Asks} */ (stands(law, { declarer: "S", seat: "N" }));
  assert.deepEqual([state.state, state.refused], ["asking", ["N", "S"]]);
  assert.equal(stands(law, { declarer: "S", seat: "E" }).state, "ruled");
  law.nodes[0] = node({ fact: "seat", next: 1 });
  assert.equal(stands(law, { declarer: "S", seat: "N" }).state, "ruled");
});

test("a question answered here stands although facts say nothing of it, and a reached moment is in the trail", () => {
  const state = stands(LAW, { offender: "E", card: "?", late: "no", trick: "?", end_of_play: "reached" });
  assert.equal(state.state === "ruled" && state.ruling.text, "in time");
  assert.deepEqual(state.trail.at(-1), { id: "end_of_play", value: "reached", derived: false });
  const noted = { ...LAW, tables: [{ "?": "yes", 12: "yes" }] };
  assert.deepEqual(stands(noted, { offender: "E", card: "?", late: "no", trick: "?" }).known.late, "no");
  assert.equal(stands(noted, { offender: "E", card: "?", late: "no", trick: "?" }).state, "waiting");
});

test("what facts say otherwise stands in the row without values", () => {
  const law = { ...LAW, tables: [{ 12: "yes", "": "no" }] };
  assert.equal(stands(law, { offender: "E", card: "?", trick: "1" }).state, "waiting");
});

test("no bound falls below the lowest number, and each of the four suits can be left out", () => {
  const left = question({ kind: "count", low: 1, leaves: { fact: "before", rows: { 13: 0 } } });
  assert.equal(most(left, { before: "13" }), 1);
  const after = question({ kind: "count", low: 1, most: ["trick", "tricks", "offender", "declarer"] });
  assert.equal(most(after, { trick: "13" }), 1);
  for (const suit of "SHDC") {
    const among = { facts: [], rows: { "": "SHDC".replace(suit, "") } };
    assert.deepEqual(asking(question({ kind: "suit", among }), {}).refused, [suit]);
  }
});
