// @ts-check
// The answers of a form with several questions, and the cases in which it sends none.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answersSent } from "../../static/js/offline/several.js";

/** @param {[string, string][]} pairs */
function form(...pairs) {
  const data = new FormData();
  for (const [name, value] of pairs) data.append(name, value);
  return data;
}

const DOUBTS = ["new_line", "order_open"].map((id) => ({ id, kind: "yes_no" }));

test("what is ticked is yes and the rest no, and none of these is no to all", () => {
  const ticked = form(["these", "ticked"], ["yes", "order_open"]);
  assert.deepEqual(answersSent(DOUBTS, ticked), [
    ["new_line", "no"],
    ["order_open", "yes"],
  ]);
  const none = form(["these", "none"], ["yes", "order_open"]);
  assert.deepEqual(answersSent(DOUBTS, none), [
    ["new_line", "no"],
    ["order_open", "no"],
  ]);
});

test("that some are true while none is ticked is no answer", () => {
  assert.equal(answersSent(DOUBTS, form(["these", "ticked"])), undefined);
});

test("words left empty are noted as none, and a number that nobody touched as unknown", () => {
  const page = [
    { id: "statement", kind: "words" },
    { id: "tricks_claimed", kind: "count" },
  ];
  assert.deepEqual(answersSent(page, form(["statement", "  "])), [
    ["statement", ""],
    ["tricks_claimed", "?"],
  ]);
});

test("the key goes to the question that it stands under, the words to theirs, and no word goes alone", () => {
  const page = [
    { id: "normal_lines", kind: "words" },
    { id: "tricks_to_others", kind: "choice" },
  ];
  const written = form(["normal_lines", " Spades first "], ["touched", "tricks_to_others"]);
  assert.equal(answersSent(page, written), undefined);
  written.append("answer", "1");
  assert.deepEqual(answersSent(page, written), [
    ["normal_lines", "Spades first"],
    ["tricks_to_others", "1"],
  ]);
});
