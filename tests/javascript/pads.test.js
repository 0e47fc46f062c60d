// @ts-check
// The drawn pads: options read aloud in their groups, the compass with its contract, answers in words.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerWords, asked } from "../../static/js/offline/pads.js";
import { speaker } from "../../static/js/offline/words.js";

const SAY = new Proxy(
  { by_declarer: "by %(declarer)s", asked_possibilities: "%(possibilities)s possible" },
  { get: (known, name) => Reflect.get(known, name) ?? String(name) },
);
const SEATS = { "": { N: "Nord", E: "Est", S: "Sud", W: "Ouest" }, to: { S: "à Sud" } };
const words = /** @type {any} */ ({
  seats: SEATS,
  suits: { "": { S: "pique", H: "cœur", D: "carreau", C: "trèfle" }, of: { C: "de ♣ trèfle" } },
  ranks: { 4: "le 4" },
  letters: { A: "A", K: "R", J: "V" },
  calls: { Pass: "Passe" },
  notrump: "SA",
  natural: "%s s’il est naturel",
  blanks: { declarer: { kind: "seat", unknown: { "": "le déclarant", to: "au déclarant" } } },
  law: "Loi",
});
/** @param {object} [known] @param {any[]} [lying] @returns {any} */
const context = (known = {}, lying = []) => ({
  bundle: { say: SAY, words, language: "fr", numerals: ["zero", "one", "two", "three"] },
  says: speaker(words),
  known,
  lying,
  lines: {},
});
/** @param {object} more @returns {any} */
const question = (more) => ({
  id: "q",
  law: "50D2",
  kind: "choice",
  text: "What?",
  low: 0,
  high: 13,
  options: [],
  ...more,
});
/** @param {object} one @param {object} [more] @returns {any} */
const state = (one, more = {}) => ({
  question: question(one),
  refused: [],
  insteadOf: "",
  law: { questions: {} },
  ...more,
});

test("options read aloud are numbered through, and those of one group stand together", () => {
  const options = [
    { value: "require", label: "Require", group: "" },
    { value: "forbid", label: "Forbid", group: "Refused" },
    { value: "free", label: "Free", group: "Refused" },
  ];
  const drawn = asked(context(), state({ chooser: "declarer", options }), { given: "free" });
  assert.deepEqual(
    [...drawn.matchAll(/<li class="opt"><b>(\d)<\/b><p class="say">(\w+)/g)].map(([, number, label]) => number + label),
    ["1Require", "2Forbid", "3Free"],
  );
  assert.deepEqual(
    [...drawn.matchAll(/start="(\d)"/g)].map(([, start]) => start),
    ["1", "2"],
  );
  assert.match(drawn, /<h2 class="soft">Refused<\/h2>/);
  assert.match(drawn, /class="btn on" data-answer="free"/);
  assert.doesNotMatch(drawn, /class="btn on" data-answer="forbid"/);
});

test("what is not allowed is read aloud and is no possibility", () => {
  const options = [
    { value: "bid", label: "Bid" },
    { value: "double", label: "Double", group: "Not allowed", allowed: false },
  ];
  const drawn = asked(context(), state({ chooser: "declarer", options }), { given: "" });
  assert.match(drawn, /one possible/);
  assert.match(drawn, /data-answer="double"/);
});

test("the compass says the contract as soon as it is known, and who plays it once that is known", () => {
  const drawn = (/** @type {object} */ known) => asked(context(known), state({ kind: "seat" }));
  assert.match(drawn({ contract: "3NT" }), /<p class="mid"><b>3SA<\/b><\/p>/);
  assert.match(drawn({ contract: "3NT", declarer: "S" }), /<b>3SA<\/b><span class="small">by Sud<\/span>/);
  assert.match(drawn({}), /<p class="mid"><\/p>/);
  assert.match(drawn({ contract: "?" }), /<p class="mid"><\/p>/);
});

test("a card that lies there is drawn before its player, and a penalty card is named", () => {
  const drawn = asked(context({}, [["E", "C4", "penalty"]]), state({ kind: "seat" }));
  assert.match(drawn, /class="compass trick"/);
  assert.match(drawn, /data-answer="E">.*penalty_card.*class="laid penalty"/s);
  assert.equal(drawn.split('class="laid').length, 2);
});

test("numbers are offered from the lowest to the highest, and unknown only instead of a question", () => {
  const drawn = (/** @type {object} */ more) => asked(context(), state({ kind: "count", low: 1, high: 3 }, more));
  const values = (/** @type {string} */ html) => [...html.matchAll(/data-answer="([^"]+)"/g)].map(([, value]) => value);
  assert.deepEqual(values(drawn({})), ["1", "2", "3"]);
  assert.deepEqual(values(drawn({ insteadOf: "late" })), ["1", "2", "3", "?"]);
});

test("a call that is refused has a key that does not answer, with the sentence below", () => {
  const drawn = asked(context(), state({ kind: "call", refused: { says: "Too low" } }, { refused: ["1C"] }));
  assert.match(drawn, /data-answer="1C" disabled/);
  assert.doesNotMatch(drawn, /data-answer="1D" disabled/);
  assert.match(drawn, /<p class="soft">Too low<\/p>/);
  assert.doesNotMatch(asked(context(), state({ kind: "call", refused: { says: "Too low" } })), /Too low/);
});

test("an answer is written in words: an option by its label, the cards left suit by suit", () => {
  const options = [
    { value: "a", label: "First" },
    { value: "b", label: "Second", given: "The second" },
  ];
  const of = (/** @type {object} */ more, /** @type {string} */ value) => answerWords(context(), question(more), value);
  assert.deepEqual([of({ options }, "a"), of({ options }, "b")], ["first", "the second"]);
  assert.equal(of({ kind: "seat" }, "?"), "unknown");
  assert.equal(of({ kind: "suit", notrump: true }, "NT"), "SA");
  assert.equal(of({ kind: "words" }, ""), "empty");
  const hands = of({ kind: "hands" }, "N:.J6.. .T..A - -").replace(/<[^>]+>/g, "");
  assert.equal(hands, "Nord ♥V 6 – Est ♥10 ♣A");
});
