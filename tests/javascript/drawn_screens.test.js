// @ts-check
// The drawn screens: the act that is due, the trail of answers, the choice of a law, the acts that wait to be sent.
import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, decision, mine, note, waiting, what } from "../../static/js/offline/screens.js";
import { speaker } from "../../static/js/offline/words.js";

/** Return the name of a sentence in place of its words, with the names of its blanks. */
const SAY = new Proxy(
  {
    which_case: "case of %(tile)s",
    act_words: "note %(words)s",
    act_answer: "%(answer)s",
    table: "table %(table)s",
    undo: "undo %(answer)s",
  },
  { get: (known, name) => Reflect.get(known, name) ?? String(name) },
);
const words = /** @type {any} */ ({
  blanks: {},
  law: "Loi",
  ranks: { K: "le roi" },
  suits: { of: { D: "de ♦ carreau" } },
  letters: { K: "R" },
});
/** @param {object} [more] @returns {any} */
const context = (more = {}) => ({
  bundle: { say: SAY, words, language: "fr", laws: LAWS, tiles: TILES, by_hand: "81B" },
  says: speaker(words),
  known: {},
  lines: {},
  ...more,
});
const LAWS = Object.fromEntries(
  ["13", "61", "62", "64", "66", "81B"].map((id) => [id, { law: id, title: id === "64" ? "Renonce" : `Law ${id}` }]),
);
const CASES = [
  { picto: "a", title: "First case", small: "", law: "64" },
  { picto: "b", title: "Second case", small: "", law: "61" },
];
const TILES = [
  { picto: "a", title: "One law", small: "", other: "", laws: ["13"], likely: [], cases: [] },
  { picto: "b", title: "Revoke", small: "small", other: "other", laws: ["64", "66"], likely: ["62"], cases: CASES },
];
const QUESTION = {
  id: "able",
  law: "61A",
  kind: "choice",
  text: "Could he?",
  options: [{ value: "yes", label: "Yes" }],
};
/** @type {any} */
const LAW = { questions: { able: QUESTION, lies: { ...QUESTION, id: "lies", text: "Does it lie?" } }, nodes: [] };
/** @type {any} */
const INQUIRY = { id: "i", law: "64" };
/** @param {object} [more] @param {object[]} [trail] @returns {any} */
const ruled = (more = {}, trail = []) => ({
  state: "ruled",
  trail,
  ruling: { law: "64A1", text: "Two tricks", ...more },
});
const answered = { id: "able", value: "yes", derived: false };

test("what the director stays for or comes back for is drawn, and nothing where he may go", () => {
  const of = (/** @type {object} */ more) => decision(context(), LAW, INQUIRY, ruled(more), "");
  assert.ok(!of({}).includes('class="due"'));
  assert.match(of({ stay: [{ text: "Stay here" }] }), /class="due".*<b>Stay here<\/b>/s);
  assert.match(of({ duties: [{ text: "Come back" }] }), /class="due".*<p>Come back<\/p>/s);
});

test("the way back to the room says that it is done where the director stays until something has happened", () => {
  const back = (/** @type {object[]} */ stay) =>
    decision(context(), LAW, INQUIRY, ruled({ stay }), "").match(/data-go="room">(.*?)</)?.[1];
  assert.equal(back([{ text: "Stay here", now: true }]), "stayed");
  assert.equal(back([{ text: "Come back" }]), "keep");
  assert.equal(back([]), "keep");
});

test("the way back to the room is the main button only where nothing is more pressing", () => {
  const main = /class="btn main" data-go="room"/;
  assert.match(decision(context(), LAW, INQUIRY, ruled(), ""), main);
  assert.doesNotMatch(decision(context(), LAW, INQUIRY, ruled({ sends: [{ to: "12", text: "Law 12" }] }), ""), main);
  const waits = (/** @type {string} */ moment) =>
    decision(context(), LAW, INQUIRY, /** @type {any} */ ({ ...ruled(), state: "waiting", moment }), "It has come");
  assert.doesNotMatch(waits("next_call"), main);
  assert.match(waits("next_call"), /class="btn main" data-answer="reached"/);
  assert.match(waits("end_of_play"), main);
  const asked = { state: "asking", law: LAW, question: QUESTION, trail: [], refused: [] };
  assert.doesNotMatch(ask(context(), LAW, INQUIRY, /** @type {any} */ (asked), {}), main);
});

test("a law that is only looked up has no acts, and an inquiry has", () => {
  assert.doesNotMatch(decision(context(), LAW, null, ruled(), ""), /data-go="room"/);
  assert.match(decision(context(), LAW, INQUIRY, ruled(), ""), /data-go="what"/);
});

test("of several laws that a ruling sends to, the first has the main button", () => {
  const sends = [
    { to: "12", text: "First" },
    { to: "16", text: "Second" },
  ];
  const drawn = decision(context(), LAW, INQUIRY, ruled({ sends }), "");
  assert.match(drawn, /class="btn main" data-law="12" data-send="0"/);
  assert.match(drawn, /class="btn" data-law="16" data-send="1"/);
});

test("the trail has what was answered and what the table says, and not what facts have settled", () => {
  const lines = { "E:C4": { brief: "♣4 of East", origin: "21:14" } };
  const steps = [answered, { id: "lies", value: "yes", derived: true, by: ["E:C4"] }];
  const drawn = decision(context({ lines }), LAW, INQUIRY, ruled({}, steps), "");
  assert.match(drawn, /data-change="able"/);
  assert.match(drawn, /class="btn quiet small told"[^>]*>not_so|data-change="lies"[^>]*>not_so/);
  const settled = [
    { ...answered, derived: true },
    { id: "nowhere", value: "yes", derived: false },
  ];
  assert.doesNotMatch(decision(context(), LAW, INQUIRY, ruled({}, settled), ""), /class="trail"/);
});

test("what nobody said stands in the trail of an inquiry as supposed, says why, and is refused with one tap", () => {
  const seen = { questions: { lies: { ...QUESTION, id: "lies", seen: ["owner"] } }, nodes: [] };
  const of = (/** @type {any} */ inquiry, /** @type {object} */ law = seen, supposed = true) => {
    const step = { id: "lies", value: "no", derived: true, ...(supposed && { supposed }) };
    return decision(context(), /** @type {any} */ (law), inquiry, ruled({}, [step]), "");
  };
  assert.match(of(INQUIRY), /nothing_noted[\s\S]*class="btn quiet small told" data-change="lies"|data-change="lies"/);
  assert.match(of(INQUIRY), /nothing_noted/);
  const granted = { questions: { lies: { ...QUESTION, id: "lies" } }, nodes: [] };
  assert.match(of(INQUIRY, granted), /<span class="small soft">supposed</);
  assert.doesNotMatch(of(INQUIRY, seen, false), /nothing_noted|supposed/);
  assert.doesNotMatch(of(null), /nothing_noted/);
});

test("the last answer may be changed with one tap: the one before the question that is asked", () => {
  const state = (/** @type {string} */ id, /** @type {object[]} */ trail) =>
    /** @type {any} */ ({ state: "asking", law: LAW, question: LAW.questions[id], trail, refused: [] });
  assert.match(ask(context(), LAW, INQUIRY, state("lies", [answered]), {}), /data-change="able"><span>undo yes/);
  assert.doesNotMatch(ask(context(), LAW, INQUIRY, state("able", [answered]), {}), /undo Yes/);
});

test("what happened is asked tile by tile, then case by case, and something else by its laws", () => {
  const tiles = what(context(), undefined, []);
  assert.match(tiles, /<h1>happened<\/h1>.*data-law="13".*data-tile="1"/s);
  const cases = what(context(), "1", []);
  assert.match(cases, /<h1>case of Revoke<\/h1>.*data-case="1:0".*data-case="1:1".*data-tile="1:other"/s);
  assert.ok(!cases.includes("data-search"), "a law is searched where nothing is chosen, or something else is");
  const other = what(context(), "1:other", []);
  assert.match(other, /<h1>something_else<\/h1>.*data-search/s);
  assert.ok(!other.includes("data-case"));
  const laws = [...other.matchAll(/data-law="([^"]+)"/g)].map(([, law]) => law);
  assert.deepEqual(laws, ["62", "66", "81B"], "the likely ones, those that no case names, and the book");
});

test("what was refused says why once for each reason, and what waits stands apart", () => {
  const refused = (/** @type {string} */ id, /** @type {string} */ message) => ({
    id,
    kind: "words",
    incident: "a",
    user: 1,
    at: "2026-11-20T21:00:00Z",
    words: id,
    refused: { message },
  });
  const acts = [
    refused("1", "over"),
    refused("2", "over"),
    refused("3", "long"),
    { ...refused("4", ""), incident: "b" },
  ];
  const found = {
    acts: acts.map((one, at) => (at < 3 ? one : { ...one, refused: undefined })),
    user: { user: 1 },
    others: {},
  };
  const drawn = waiting(context(), /** @type {any} */ (found), []);
  assert.equal(drawn.split("<b>over</b>").length, 2);
  assert.equal(drawn.split("<b>long</b>").length, 2);
  assert.ok(drawn.indexOf("note 2") < drawn.indexOf("<b>over</b>"), "the reason stands under the last act that has it");
  assert.match(drawn, /note 4.*refused_title.*note 1/s);
  assert.match(drawn, /data-again.*data-try/s);
  const silent = { acts: [{ ...acts[0], refused: { message: "" } }], user: { user: 1 }, others: {} };
  assert.match(waiting(context(), /** @type {any} */ (silent), []), /<b>refused_unknown<\/b>/);
});

test("a card among the waiting answers is written for the eye and read by its name, not both at once", () => {
  const card = { ...QUESTION, id: "card", kind: "card", text: "Which card?", options: [] };
  const laws = { ...LAWS, 64: { ...LAWS["64"], questions: { card } } };
  const shown = context();
  shown.bundle.laws = laws;
  const act = { id: "1", kind: "answer", incident: "a", inquiry: "i", question: "card", value: "DK", user: 1 };
  const found = { acts: [{ ...act, at: "2026-11-20T21:00:00Z" }], user: { user: 1 }, others: {} };
  const incident = { id: "a", table: 3, notes: [], inquiries: [{ id: "i", law: "64" }] };
  const drawn = waiting(shown, /** @type {any} */ (found), /** @type {any} */ ([incident]));
  assert.match(drawn, /aria-hidden="true">.*♦R<\/span><\/span><span class="sr">le roi de carreau<\/span>/);
});

test("an incident of this device says where it is and whether the server has all of it", () => {
  const incident = /** @type {any} */ ({ id: "a", table: 3, notes: [], inquiries: [{ id: "i", law: "64" }] });
  const of = (/** @type {object} */ more, /** @type {any[]} */ acts) =>
    mine(context(), [{ ...incident, ...more }], acts, () => "state_ruled");
  assert.match(of({}, []), /table 3<\/b> Renonce, state_ruled.*on_the_server/s);
  assert.match(of({}, [{ id: "x", incident: "a" }]), /waits_for_server/);
  assert.match(of({ table: undefined, inquiries: [] }, []), /no_table<\/b> director/);
  assert.equal(
    mine(context(), [], [], () => ""),
    "",
  );
});

test("the note that is being written stands in the field, the others above it", () => {
  const notes = [
    { writing: "1", words: "Earlier" },
    { writing: "2", words: "Begun" },
  ];
  const incident = /** @type {any} */ ({ id: "a", notes });
  const drawn = note(context(), incident, /** @type {any} */ ({ writing: "2", text: "Begun and more" }));
  assert.match(drawn, /<p>Earlier<\/p>.*>Begun and more<\/textarea>/s);
  assert.ok(!drawn.includes("<p>Begun</p>"));
  assert.ok(!note(context(), /** @type {any} */ ({ id: "a", notes: [] }), undefined).includes('class="note"'));
});
