// @ts-check
// The first difference between two trails; test_device_and_server.py compares every situation with the server.
import assert from "node:assert/strict";
import { test } from "node:test";

import { compared, corrected } from "../../static/js/offline/correction.js";

/** @type {any} */
const LAW = {
  root: 0,
  questions: {
    card: { id: "card", law: "61", kind: "card" },
    able: { id: "able", law: "61A", kind: "yes_no" },
    words: { id: "words", law: "61", kind: "words" },
  },
  nodes: [{ ask: "able", next: { yes: 1, no: 1 } }, { ruling: { law: "64" } }],
  tables: [],
};
/** @param {Record<string, string>} answers @returns {any} */
const way = (answers) => ({ trail: Object.entries(answers).map(([id, value]) => ({ id, value, derived: false })) });
/** @param {any} given @param {any} expected @param {Record<string, string>} told */
const parts = (given, expected, told = {}) =>
  compared(LAW, way(given), way(expected), told)
    .filter((line) => line.parts)
    .map((line) => line.id);

test("the first question answered otherwise is where they part, and no later one", () => {
  assert.deepEqual(parts({ able: "no", card: "S2" }, { able: "yes", card: "S3" }), ["able"]);
});

test("what the Code does not know, what was told and what was typed part nobody", () => {
  assert.deepEqual(parts({ card: "S2" }, { card: "?" }), []);
  assert.deepEqual(parts({ card: "S2" }, { card: "S3" }, { card: "S3" }), []);
  assert.deepEqual(parts({ words: "Il a joué" }, { words: "" }), []);
});

test("another law and another decision are mistakes of their own", () => {
  /** @type {any} */
  const situation = { law: "64", also: ["62"], answers: { able: "yes" } };
  const of = (/** @type {string} */ law, /** @type {string} */ decision, able = "yes") =>
    corrected(LAW, situation, { law, decision, answers: { able } }).heading;
  assert.deepEqual(
    [of("64", "code"), of("62", "code"), of("27", "code"), of("64", "code", "no"), of("64", ""), of("64", "able=no")],
    ["right", "right", "law", "facts", "open", "decision"],
  );
});
