// @ts-check
// The tables of an evening as the device stores them, and the events that make its copy out of date.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending
Object.assign(globalThis, { document: { documentElement: { lang: "fr" } } });

const { begun, confirmed, doubt, moved, placeOf, tableOf, tableOfDuty, take, whereOf } =
  await import("../../static/js/offline/tables.js");
const { all, get, of, write } = await import("../../static/js/offline/store.js");

const ME = 7;
const table = (/** @type {object} */ more = {}) => ({
  id: "table:7:t1", place: "t1", user: ME, tournament: "evening", section: "A", table: "1", calls: ["call"],
  asOf: 100, now: true, version: "v1", is: "i1", opens: { duty: {} }, lines: { line: {} }, lying: "lies",
  readings: { 50: { card: "SA" } }, label: "A1", facts: { declarer: "S", contract: "4S", players: "NESW" }, ...more,
}); // prettier-ignore
const call = (/** @type {object} */ more = {}) => ({
  id: "call", user: ME, tournament: "evening", section: "A", table: "1", inquiries: [], facts: {}, ...more,
}); // prettier-ignore
const inquiry = (/** @type {object} */ more = {}) => ({
  id: "q", law: "50", answers: {}, facts: { declarer: "S", presumed_declarer: "S", card: "SA" },
  readings: { card: "SA" }, lines: { line: {} }, lying: "lies", ...more,
}); // prettier-ignore

/** @param {"acts" | "incidents" | "meta" | "rooms"} store @param {object[]} them */
const put = (store, ...them) =>
  write(async (/** @type {any} */ stores) => {
    for (const one of them) await of(stores[store].put(one));
  });
const stored = (/** @type {string} */ id) => /** @type {Promise<any>} */ (get("meta", id));
const known = async () => Boolean(await tableOf("call"));

beforeEach(async () => {
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
  });
  await put("meta", { id: "user", user: ME, name: "martin", language: "fr" }, table());
  await put("incidents", call());
});

test("a table is known by each call made at it, under its name on the device too", async () => {
  await put("incidents", call({ id: "new", was: ["call"] }), call({ id: "other", table: "2" }));
  assert.equal((await tableOf("call"))?.place, "t1");
  assert.equal((await tableOf("new"))?.place, "t1");
  assert.equal(await tableOf("other"), undefined);
  assert.equal(await tableOf("unheard"), undefined);
  // Other entries of the store are not tables.
  await put("meta", { id: "a", user: ME, place: "t0" }, { id: "b", user: ME, calls: ["unheard"] });
  assert.equal(await placeOf("unheard"), undefined);
});

test("nobody knows a table that somebody else has taken along, or that is in doubt", async () => {
  await put("meta", table({ user: ME + 1 }));
  assert.equal(await known(), false);
  assert.equal(await placeOf("call"), undefined);
  await put("meta", table({ now: false }));
  assert.equal(await known(), false);
  assert.equal((await placeOf("call"))?.place, "t1");
});

test("a room of this evening and director seen since makes its tables unknown", async () => {
  const room = { id: "r", user: ME, tournament: "evening", asOf: 100 };
  for (const [more, expected] of /** @type {[object, boolean][]} */ ([
    [{}, true],
    [{ asOf: 101 }, false],
    [{ asOf: undefined }, true],
    [{ asOf: 101, tournament: "another" }, true],
    [{ asOf: 101, user: ME + 1 }, true],
  ])) {
    await put("rooms", { ...room, ...more });
    assert.equal(await known(), expected, JSON.stringify(more));
  }
});

test("what waits of a table makes it unknown only if it may have changed it", async () => {
  const ended = call({ inquiries: [{ id: "q", ended: true }, { id: "open" }] });
  await put("incidents", ended, call({ id: "far", section: "B", table: "9" }));
  for (const [act, expected] of /** @type {[object, boolean][]} */ ([
    [{ kind: "say", incident: "call" }, false],
    [{ kind: "ruled", incident: "call" }, false],
    [{ kind: "note", incident: "call" }, true],
    [{ kind: "answer", incident: "call", inquiry: "open" }, true],
    [{ kind: "answer", incident: "call", inquiry: "q" }, false],
    [{ kind: "say", incident: "far" }, true],
    [{ kind: "say" }, true],
  ])) {
    await put("acts", { seq: 1, id: "a", user: ME, ...act });
    assert.equal(await known(), expected, JSON.stringify(act));
  }
});

test("a call of the same table and section counts as made there, one without a table nowhere", async () => {
  for (const [more, expected] of /** @type {[object, boolean][]} */ ([
    [{}, false],
    [{ section: "B" }, true],
    [{ table: "2" }, true],
    [{ table: "" }, true],
    [{ table: undefined, was: ["call"] }, false],
  ])) {
    await put("incidents", call({ id: "later", ...more }));
    await put("acts", { seq: 1, id: "a", user: ME, kind: "ruled", incident: "later" });
    assert.equal(await known(), expected, JSON.stringify(more));
  }
});

test("a duty is found at the table that it leads on at", async () => {
  assert.equal((await tableOfDuty("duty"))?.place, "t1");
  assert.equal(await tableOfDuty("other"), undefined);
});

test("an answer puts its table in doubt, and no other", async () => {
  await put("meta", table({ id: "table:7:t2", place: "t2", table: "2", calls: [] }));
  await put("meta", table({ id: "table:8:t1", user: ME + 1 }));
  const [here, ...more] = await write(async (stores) => doubt(stores, /** @type {any} */ (call())));
  assert.deepEqual([here.id, more], ["table:7:t1", []]);
  assert.equal((await stored("table:7:t1")).now, false);
  assert.equal((await stored("table:7:t2")).now, true);
  assert.equal((await stored("table:8:t1")).now, true);
  assert.equal((await stored("moved")).user, ME);
});

test("the server's inquiry says whether the table is still the one stored", async () => {
  const asks = (/** @type {object} */ incident, /** @type {object} */ more) =>
    write(async (stores) => confirmed(stores, /** @type {any} */ (incident), /** @type {any} */ (inquiry(more))));
  await put("meta", table({ now: false }));
  assert.equal(await asks(call(), { is: "i2" }), true);
  assert.equal((await stored("table:7:t1")).now, false);
  assert.equal(await asks(call(), { is: "i1", ended: true }), true);
  assert.equal((await stored("table:7:t1")).now, false);
  assert.equal(await asks(call({ id: "unheard" }), { is: "i1" }), false);
  assert.equal(await asks(call(), { is: "i1" }), false);
  assert.equal((await stored("table:7:t1")).now, true);
});

test("what is ruled at a table makes its open inquiries ask again, and leaves every other alone", async () => {
  const both = () => [inquiry({ id: "open" }), inquiry({ id: "kept" }), inquiry({ id: "over", ended: true })];
  const gave = (/** @type {any} */ one) => one.inquiries.map((/** @type {any} */ { readings }) => readings === null);
  const names = ["call", "same", "far", "section", "others"];
  const [here, same, far, section, others] = [
    call({ inquiries: both() }),
    call({ id: "same", inquiries: both() }),
    call({ id: "far", table: "2", inquiries: both() }),
    call({ id: "section", section: "B", inquiries: both() }),
    call({ id: "others", user: ME + 1, inquiries: both() }),
  ];
  await put("incidents", here, same, far, section, others);
  await write(async (stores) => moved(stores, /** @type {any} */ (here), { except: "kept" }));
  const found = await Promise.all(names.map((name) => get("incidents", name)));
  const changed = [true, false, false];
  assert.deepEqual(found.map(gave), [
    changed,
    changed,
    [false, false, false],
    [false, false, false],
    [false, false, false],
  ]);
  assert.deepEqual(found[0].inquiries[0].facts, inquiry().facts);
  await write(async (stores) => moved(stores, /** @type {any} */ (here), { declares: true }));
  const again = /** @type {any} */ (await get("incidents", "call"));
  assert.deepEqual(again.inquiries[0].facts, { card: "SA" });
  assert.deepEqual([again.inquiries[0].lines, again.inquiries[0].lying], [{}, undefined]);
});

test("without a table stored, what is ruled moves the calls of the same table alone", async () => {
  await write(async (stores) => of(stores.meta.delete("table:7:t1")));
  await put(
    "incidents",
    call({ id: "same", inquiries: [inquiry()] }),
    call({ id: "nowhere", table: "", inquiries: [inquiry()] }),
  );
  await write(async (stores) => moved(stores, /** @type {any} */ (call())));
  assert.equal(/** @type {any} */ (await get("incidents", "same")).inquiries[0].readings, null);
  assert.notEqual(/** @type {any} */ (await get("incidents", "nowhere")).inquiries[0].readings, null);
});

test("an inquiry begins with what its table is read to say, and without a table it asks", () => {
  const incident = /** @type {any} */ (call({ facts: { declarer: "N", note: "x" } }));
  const asked = { id: "q", law: "50", facts: { declarer: "W" } };
  const read = begun(incident, asked, /** @type {any} */ (table()));
  assert.deepEqual(read.readings, { card: "SA" });
  assert.deepEqual(read.facts, { declarer: "S", note: "x", contract: "4S", players: "NESW" });
  assert.deepEqual(begun(incident, { ...asked, law: "27" }, /** @type {any} */ (table())).readings, {});
  const alone = begun(incident, asked, undefined);
  assert.deepEqual([alone.readings, alone.facts, alone.lines], [null, { declarer: "W", note: "x" }, {}]);
});

test("a place known from the room alone says nothing of who declares", () => {
  assert.deepEqual(whereOf(/** @type {any} */ (table({ table: null }))), {
    tournament: "evening", section: "A", table: undefined, label: "A1", facts: { players: "NESW" }, here: true,
  }); // prettier-ignore
});

test("what the server has of an evening's tables replaces what was stored of it, and of nothing else", async () => {
  await put("meta", table({ id: "table:7:gone", place: "gone" }));
  await put("meta", table({ id: "table:7:far", place: "far", tournament: "another", version: "vf" }));
  let address = "";
  const changed = { place: "t1", calls: ["call", "new"], version: "v2" };
  const same = { place: "t2", version: "v1" };
  const unknown = { place: "t3", version: "v9" };
  await put("meta", table({ id: "table:7:t2", place: "t2", now: false }));
  const answers = { seen: 200, tables: [changed, same, unknown] };
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ asked) => {
      address = asked;
      return new Response(JSON.stringify(answers));
    }
  );
  await take("evening");
  assert.match(address, /^\/fr\/tournaments\/evening\/tables\/\?have=v1,v1,v1$/);
  assert.deepEqual((await stored("table:7:t1")).calls, ["call", "new"]);
  const renewed = await stored("table:7:t2");
  assert.deepEqual([renewed.now, renewed.asOf, renewed.label], [true, 200, "A1"]);
  const names = (await all("meta")).map((/** @type {any} */ { id }) => id).sort();
  assert.deepEqual(names, ["table:7:far", "table:7:t1", "table:7:t2", "user"]);
});

test("a change on this device while the server answers leaves the table in doubt, whatever the time", async () => {
  const answers = { seen: 200, tables: [{ place: "t1", calls: ["call"], version: "v2" }] };
  const clock = Date.now;
  let meanwhile = async () => {};
  globalThis.fetch = /** @type {any} */ (
    async () => {
      await meanwhile();
      return new Response(JSON.stringify(answers));
    }
  );
  const changes = () => write(async (stores) => void (await doubt(stores, /** @type {any} */ (call()))));
  await changes();
  for (const hours of [0, -1, 1]) {
    meanwhile = async () => {
      Date.now = () => clock() + hours * 3600000;
      await changes();
      Date.now = clock;
    };
    await take("evening");
    assert.equal((await stored("table:7:t1")).now, false, String(hours));
    meanwhile = async () => {};
    await take("evening");
    assert.equal((await stored("table:7:t1")).now, true, String(hours));
  }
});

test("what comes for a director after another one has signed in is not stored, and deletes nothing", async () => {
  await put("meta", table({ id: "table:8:t1", user: ME + 1 }));
  globalThis.fetch = /** @type {any} */ (
    async () => {
      await put("meta", { id: "user", user: ME + 1, name: "leclerc", language: "fr" });
      return new Response(JSON.stringify({ seen: 200, tables: [{ place: "t9", calls: ["call"], version: "v2" }] }));
    }
  );
  await take("evening");
  const names = (await all("meta")).map((/** @type {any} */ { id }) => id).sort();
  assert.deepEqual(names, ["table:7:t1", "table:8:t1", "user"]);
});

test("nothing is taken along for nobody, and nothing is lost to a server that fails", async () => {
  const before = await all("meta");
  globalThis.fetch = /** @type {any} */ (async () => new Response("", { status: 503 }));
  await take("evening");
  assert.deepEqual(await all("meta"), before);
  await write(async (stores) => of(stores.meta.delete("user")));
  globalThis.fetch = /** @type {any} */ (() => assert.fail("nobody is signed in"));
  await take("evening");
});
