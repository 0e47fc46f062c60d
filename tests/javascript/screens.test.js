// @ts-check
// The computations of the screens before drawing: the cloth, the search, the boards that a director has yet to play.
import assert from "node:assert/strict";
import { test } from "node:test";

import { cloth } from "../../static/js/offline/pads.js";
import { closedAt, search } from "../../static/js/offline/screens.js";

/** @type {any} */
const LAW = { questions: { card: { id: "card", hand: "offender" }, other: { id: "other", hand: "partner" } } };

test("a card lies before the player who held it, the one at fault apart from the others", () => {
  const laid = cloth(LAW, { offender: "E", partner: "W", card: "C4", other: "D5" });
  assert.deepEqual(laid.E, [{ seat: "E", card: "C4", kind: "fault" }]);
  assert.deepEqual(laid.W, [{ seat: "W", card: "D5", kind: "named" }]);
  assert.deepEqual(laid.N, []);
});

test("a penalty card that lies there stays one, and a card that nobody knows lies nowhere", () => {
  assert.deepEqual(cloth(LAW, { offender: "E", card: "C4" }, [["E", "C4", "penalty"]]).E, [
    { seat: "E", card: "C4", kind: "penalty" },
  ]);
  assert.deepEqual(cloth(LAW, { offender: "E", card: "?" }).E, []);
});

test("of a trick the cards that nobody has named lie face down", () => {
  const laid = cloth({ ...LAW, trick: true }, { offender: "E" });
  assert.deepEqual([laid.E[0].kind, laid.N[0].kind], ["fault", "hidden"]);
});

test("a law is found by every word without its accents, the one of that number first", () => {
  /** @type {any} */
  const ctx = { bundle: { laws: { a: { law: "64", found: "renonce 61" }, b: { law: "61", found: "renonce" } } } };
  assert.deepEqual(search(ctx, "61"), ["61", "64"]);
  assert.deepEqual(search(ctx, "Renoncé"), ["64", "61"]);
  assert.deepEqual(search(ctx, "renonce 64"), ["64"]);
});

test("who may judge a table that this director has yet to play is told for now and round by round", () => {
  const seen = {
    others: { "s:3": "Anne" },
    later: {
      "s:3": /** @type {[number, string][]} */ ([
        [4, "Luc"],
        [5, "Luc"],
      ]),
    },
  };
  assert.deepEqual(closedAt(seen, { section: "s", table: 3 }), [
    { others: "Anne", now: true },
    { rounds: [4, 5], others: "Luc" },
  ]);
  assert.deepEqual(closedAt(seen, { section: "s", table: 4 }), []);
});
