// @ts-check
// Acts of a director on the device: what they store and what they say to the server, also where the server has merged
// the call with another one meanwhile.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @import { Bundle, Incident, Inquiry } from "../../static/js/offline/types.d.ts" */

Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending
const realTimeout = globalThis.setTimeout;
// The automatic sending is switched off.
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ work, delay = 0) => (work.name === "flush" ? 0 : realTimeout(work, delay))
);
globalThis.document = /** @type {any} */ ({ querySelector: () => null, getElementById: () => null });

const { answer, call, choose, playerSaid, reckon, sayOfTable, standing } =
  await import("../../static/js/offline/deeds.js");
const { all, get, of, write } = await import("../../static/js/offline/store.js");

const ME = 7;
const question = (/** @type {string} */ id) => ({ id, law: "1", kind: "yes_no", text: "", options: [] });
const BUNDLE = /** @type {Bundle} */ (
  /** @type {unknown} */ ({
    laws: {
      1: {
        law: "1",
        root: 0,
        questions: { able: question("able"), sure: question("sure") },
        nodes: [
          { ask: "able", next: { yes: 1, no: 2 } },
          { ask: "sure", next: { yes: 2, no: 3 } },
          { ruling: { law: "1A", text: "", is: "aaaa" } },
          { wait: "end_of_play", ruling: { law: "1B", text: "", is: "bbbb" }, next: 2 },
        ],
        tables: [],
      },
    },
  })
);
const inquiry = (/** @type {object} */ more = {}) =>
  /** @type {Inquiry} */ (
    /** @type {unknown} */ ({ id: "q", law: "1", facts: {}, answers: {}, by: {}, readings: null, version: 0, ...more })
  );
const incident = (/** @type {object} */ more = {}) =>
  /** @type {Incident} */ (
    /** @type {unknown} */ ({ id: "call", user: ME, at: "", inquiries: [inquiry()], notes: [], ...more })
  );
const keep = (/** @type {Incident} */ one) => write(({ incidents }) => of(incidents.put(one)));
const stored = (id = "call") => /** @type {Promise<Incident>} */ (get("incidents", id));
/** @param {string[]} names */
const acts = async (...names) => (await all("acts")).map((one) => names.map((name) => one[name]));

beforeEach(async () => {
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
    await of(stores.meta.put({ id: "user", user: ME, name: "martin", language: "fr" }));
  });
});

test("an answer is stored with what it replaces, and the ruling that it leads to is said once", async () => {
  await keep(incident({ inquiries: [inquiry({ version: 4 })] }));
  await answer(BUNDLE, await stored(), (await stored()).inquiries[0], "able", "yes");
  await answer(BUNDLE, await stored(), (await stored()).inquiries[0], "sure", "yes", { ahead: true });
  const [first, second, third] = await all("acts");
  assert.deepEqual([first.seen, first.after, first.ahead], [4, undefined, undefined]);
  assert.deepEqual([second.question, second.value, second.ahead], ["sure", "yes", true]);
  assert.deepEqual([third.kind, third.ruling, third.inquiry, third.incident], ["ruled", "aaaa", "q", "call"]);
  const [kept] = (await stored()).inquiries;
  assert.deepEqual([kept.answers, kept.ended], [{ able: "yes", sure: "yes" }, true]);
  assert.deepEqual(kept.by, { able: first.id, sure: second.id });
  await answer(BUNDLE, await stored(), (await stored()).inquiries[0], "able", "no");
  assert.equal((await all("acts"))[3].after, first.id);
});

test("a provisional ruling is said too, and a question that follows none", async () => {
  await keep(incident());
  await answer(BUNDLE, await stored(), (await stored()).inquiries[0], "able", "yes");
  assert.deepEqual(await acts("kind"), [["answer"]]);
  assert.equal((await stored()).inquiries[0].ended, undefined);
  await answer(BUNDLE, await stored(), (await stored()).inquiries[0], "sure", "no");
  assert.deepEqual((await acts("kind", "ruling")).at(-1), ["ruled", "bbbb"]);
  assert.equal(standing(BUNDLE, (await stored()).inquiries[0]).state, "waiting");
});

test("an answer given while the server merged the call and the law belongs to the merged ones", async () => {
  const before = incident();
  await keep(incident({ id: "known", was: ["call"], inquiries: [inquiry({ id: "first", was: ["q"] })] }));
  await answer(BUNDLE, before, before.inquiries[0], "able", "no");
  assert.deepEqual(await acts("kind", "incident", "inquiry"), [
    ["answer", "known", "first"],
    ["ruled", "known", "first"],
  ]);
  assert.deepEqual(
    (await all("incidents")).map(({ id }) => id),
    ["known"],
  );
  const [kept] = (await stored("known")).inquiries;
  assert.deepEqual([kept.answers, kept.ended], [{ able: "no" }, true]);
});

test("a law or a player's answer for a call that was merged meanwhile is one of the merged call", async () => {
  await keep(incident({ id: "known", was: ["call"], inquiries: [] }));
  const id = await choose("call", "1");
  assert.deepEqual(await acts("incident", "inquiry"), [["known", id]]);
  assert.deepEqual(
    (await stored("known")).inquiries.map((one) => one.id),
    [id],
  );
  const said = new FormData();
  said.set("chosen", "2H");
  await playerSaid("call", id, said);
  assert.deepEqual((await acts("incident", "inquiry"))[1], ["known", id]);
  assert.deepEqual(
    (await all("incidents")).map((one) => one.id),
    ["known"],
  );
});

test("who was told of an earlier answer and changes it has seen it; who was told of another has not", async () => {
  const told = /** @type {any} */ ([
    { question: "able", counts: "no", version: 6 },
    { question: "able", counts: "yes", version: 5 },
    { question: "sure", counts: "yes", version: 9 },
  ]);
  await keep(incident({ inquiries: [inquiry({ version: 2, told, by: { able: "mine" } })] }));
  const [here] = (await stored()).inquiries;
  await answer(BUNDLE, await stored(), here, "able", "yes", { told });
  await answer(BUNDLE, await stored(), here, "able", "yes");
  await answer(BUNDLE, await stored(), { ...here, version: 8 }, "able", "yes", { told });
  assert.deepEqual(await acts("seen"), [[6], [2], [8]]);
});

test("the answers of a closed page that lead to a ruling end their inquiry, and no other", async () => {
  const answers = { able: "no" };
  const ended = (/** @type {Incident} */ { inquiries }) => inquiries.map((one) => Boolean(one.ended));
  await keep(incident({ inquiries: [inquiry({ answers }), inquiry({ id: "r", answers }), inquiry({ id: "s" })] }));
  await write(async ({ acts: waits }) => {
    await of(waits.put({ id: "a", kind: "answer", inquiry: "q" }));
    await of(waits.put({ id: "b", kind: "ruled", inquiry: "r" }));
    await of(waits.put({ id: "c", kind: "answer", inquiry: "s" }));
  });
  await reckon(BUNDLE);
  assert.deepEqual(ended(await stored()), [true, false, false]);
});

test("a table is called to once, until the call has a law or is on the server", async () => {
  const place = { tournament: "evening", section: "A", table: 3 };
  const first = await call(place);
  assert.equal(await call(place), first);
  for (const other of [{ table: 4 }, { section: "B" }, { tournament: "another" }]) {
    assert.notEqual(await call({ ...place, ...other }), first);
  }
  const alone = { tournament: "evening" };
  assert.notEqual(await call(alone), await call(alone));
  await keep({ ...(await stored(first)), here: true });
  const second = await call(place);
  assert.notEqual(second, first);
  await choose(second, "1");
  assert.notEqual(await call(place), second);
});

test("the call of another director is not this director's", async () => {
  const place = { tournament: "evening", section: "A", table: 3 };
  const first = await call(place);
  await keep({ ...(await stored(first)), user: ME + 1 });
  assert.notEqual(await call(place), first);
});

test("a law without an answer is gone on with; one that has an answer, a duty or facts is begun again", async () => {
  await keep(incident({ inquiries: [inquiry()] }));
  assert.equal(await choose("call", "1"), "q");
  assert.notEqual(await choose("call", "1", { card: "SA" }), "q");
  assert.notEqual(await choose("call", "1", {}, "duty"), "q");
  assert.deepEqual(await acts("handed", "duty"), [
    [{ card: "SA" }, undefined],
    [undefined, "duty"],
  ]);
  for (const more of [{ ended: true }, { duty: "d" }, { answers: { able: "yes" } }, { law: "2" }]) {
    await keep(incident({ inquiries: [inquiry(more)] }));
    assert.notEqual(await choose("call", "1"), "q", JSON.stringify(more));
  }
});

test("a player's answer needs a call, or that he has heard; then nothing else of it is said", async () => {
  const said = (/** @type {[string, string][]} */ ...fields) => {
    const found = new FormData();
    for (const [name, value] of fields) found.append(name, value);
    return playerSaid("call", "q", found);
  };
  await keep(incident());
  assert.equal(await said(["considered", "1C"]), false);
  assert.deepEqual(await all("acts"), []);
  assert.equal(await said(["chosen", "2H"], ["considered", "1C"], ["considered", "X"], ["earlier", "yes"]), true);
  assert.equal(await said(["heard", "yes"], ["chosen", "2H"], ["considered", "1C"]), true);
  assert.deepEqual(await acts("value", "considered", "heard", "earlier"), [
    ["2H", ["1C", "X"], false, true],
    ["", [], true, false],
  ]);
});

test("a call is opened in the round and with the regulations of its own room as last seen", async () => {
  const rooms = [
    { id: "1", user: ME + 1, tournament: "evening", round: 1, facts: {} },
    { id: "2", user: ME, tournament: "another", round: 2, facts: {} },
    { id: "3", user: ME, tournament: "evening", round: 3, facts: { level: "club" } },
  ];
  await write(async (stores) => {
    for (const one of rooms) await of(stores.rooms.put(one));
  });
  const { round, facts, user } = await stored(await call({ tournament: "evening" }));
  assert.deepEqual([round, facts, user], [3, { level: "club" }, ME]);
});

const TABLE = {
  id: "table:7:t",
  place: "t",
  user: ME,
  tournament: "evening",
  section: "A",
  table: 3,
  label: "A3",
  calls: ["call"],
  now: true,
  asOf: 1,
  facts: { declarer: "S" },
  opens: {},
  lines: {},
  readings: {},
};

test("a statement about a table is stored with its place, also for a call that only the room has shown", async () => {
  await write(({ meta }) => of(meta.put(TABLE)));
  const said = { what: "played", about: "SA", label: "As de pique" };
  await sayOfTable("call", said);
  assert.deepEqual(await acts("kind", "incident", "what", "about", "label"), [
    ["say", "call", "played", "SA", "As de pique"],
  ]);
  const { tournament, table, here } = await stored();
  assert.deepEqual([tournament, table, here], ["evening", 3, true]);
  assert.equal((await get("meta", TABLE.id)).now, false);
  await sayOfTable("unheard", said);
  assert.equal(await stored("unheard"), undefined);
  await keep(incident({ id: "own", tournament: "another", table: 9 }));
  await sayOfTable("own", said);
  assert.equal((await stored("own")).tournament, "another");
});

test("an answer that rules puts the table in doubt, and so does the change of one that had ruled", async () => {
  const doubted = async () => {
    const { now } = await get("meta", TABLE.id);
    await write(({ meta }) => of(meta.put(TABLE)));
    return !now;
  };
  await write(({ meta }) => of(meta.put(TABLE)));
  await keep(incident());
  await answer(BUNDLE, await stored(), (await stored()).inquiries[0], "able", "yes");
  assert.equal(await doubted(), false);
  await answer(BUNDLE, await stored(), (await stored()).inquiries[0], "sure", "yes");
  assert.equal(await doubted(), true);
  await answer(BUNDLE, await stored(), { ...(await stored()).inquiries[0], answers: {} }, "able", "yes");
  assert.equal(await doubted(), true);
});

test("a law of a call that only the room has shown takes the place of its table", async () => {
  await write(({ meta }) => of(meta.put(TABLE)));
  await choose("call", "1");
  const { tournament, label, inquiries } = await stored();
  assert.deepEqual([tournament, label, inquiries[0].facts], ["evening", "A3", { declarer: "S" }]);
  await keep(incident({ tournament: "another" }));
  await choose("call", "1", { card: "SA" });
  assert.equal((await stored()).tournament, "another");
});
