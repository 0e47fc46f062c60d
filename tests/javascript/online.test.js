// @ts-check
// The two buttons in the bar of an offline page: when each is shown, and where it leads.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending
const realTimeout = globalThis.setTimeout;
// The automatic sending is switched off.
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ work, delay = 0) => (work.name === "flush" ? 0 : realTimeout(work, delay))
);

class Element {
  /** @type {Set<string>} */
  names = new Set();
  /** @type {Element[]} */
  children = [];
  id = "";
  set className(/** @type {string} */ names) {
    this.names = new Set(names.split(" "));
  }
  classList = {
    toggle: (/** @type {string} */ name, /** @type {boolean} */ on) =>
      void (on ? this.names.add(name) : this.names.delete(name)),
  };
  append(/** @type {Element[]} */ ...more) {
    this.children.push(...more);
  }
  closest() {
    return this;
  }
}
/** @type {Element | undefined} */
let bar;
const listeners = /** @type {Record<string, (event: any) => any>} */ ({});
/** @type {(() => any)[]} */
const every = [];
/** @type {string[]} */
let visited = [];
Object.assign(globalThis, {
  Element,
  document: {
    documentElement: { lang: "fr" },
    addEventListener: (/** @type {string} */ name, /** @type {any} */ work) => (listeners[name] = work),
    createElement: () => new Element(),
    getElementById: (/** @type {string} */ id) => (id === "again" ? (bar ?? null) : null),
    querySelector: () => null,
  },
  addEventListener: (/** @type {string} */ name, /** @type {any} */ work) => (listeners[name] = work),
  setInterval: (/** @type {any} */ work) => every.push(work),
  location: { assign: (/** @type {string} */ url) => visited.push(url) },
});
/** @type {number | undefined} undefined without a network */
let status = 200;
globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ _address, /** @type {RequestInit} */ { method } = {}) => {
    if (!status) throw new TypeError("no network");
    const said = method === "POST" ? null : { user: 7, token: "t" };
    return new Response(JSON.stringify(said), { status: method === "POST" ? 500 : status });
  }
);

const { begin, isBack, place, stands } = await import("../../static/js/offline/online.js");
const { act, tell } = await import("../../static/js/offline/outbox.js");
const { of, write } = await import("../../static/js/offline/store.js");

let drawn = 0;
begin(() => (drawn += 1));
begin(() => assert.fail("it begins once"));
/** Wait until all that was begun in the store is done, one step after the other. */
async function rest() {
  for (let time = 0; time < 15; time += 1) {
    await write(() => {}).catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  }
}
const shown = () => bar?.children.filter((one) => !one.names.has("away")).map((one) => one.id);
const put = (/** @type {any} */ store, /** @type {any[]} */ ...records) =>
  write(async (/** @type {any} */ stores) => {
    for (const one of records) await of(stores[store].put(one));
  });
const call = (/** @type {object} */ more = {}) => ({
  id: "call",
  user: 7,
  inquiries: [{ id: "q", was: ["old"] }],
  ...more,
});
/** Touch a button and wait until it has led somewhere. */
async function touch(/** @type {string} */ id) {
  const target = new Element();
  target.id = id;
  listeners.click({ target });
  await rest();
  return visited.pop();
}

beforeEach(async () => {
  await rest();
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
    await of(stores.meta.put({ id: "user", user: 7, name: "martin", language: "fr" }));
  });
  [status, bar, visited, drawn] = [200, undefined, [], 0];
  bar = /** @type {any} */ (place({ differs: "!", online: "ok" }));
  await stands({ page: "room" });
  await every[0]();
});

test("the way back is shown when the server answers, and not where a proxy answers for it", async () => {
  assert.equal(place({}), bar, "it is made once");
  for (const [given, expected] of /** @type {[number | undefined, string[]][]} */ ([
    [undefined, []],
    [200, ["online"]],
    [502, []],
    [401, ["online"]],
    [503, []],
    [500, ["online"]],
    [504, []],
  ])) {
    status = given;
    await every[0]();
    assert.deepEqual(shown(), expected, String(given));
  }
});

test("who has acts that are being sent stays until they are; acts on which the server fails keep nobody", () => {
  const answer = { ok: true, status: 200 };
  for (const ended of ["done", "held", "other", undefined]) {
    assert.equal(isBack(answer, 1, ended), false, ended);
    assert.equal(isBack(answer, 0, ended), true, ended);
  }
  assert.equal(isBack(answer, 1, "lost"), true);
  assert.equal(isBack({ ok: false, status: 401 }, 1, "login"), true);
  assert.equal(isBack(null, 0, "lost"), false);
});

test("an act on which the server always fails leaves the way back", async () => {
  await act({ kind: "words", incident: "call" });
  await every[0]();
  assert.deepEqual(shown(), ["online"]);
});

test("another answer of the server is offered on the page of its call, once it has come", async () => {
  for (const [told, page, expected] of /** @type {[object, string, string[]][]} */ ([
    [{ told: [{}] }, "ask", ["differs"]],
    [{ otherwise: true }, "what", ["differs"]],
    [{ told: [{}] }, "note", ["differs"]],
    [{ told: [{}] }, "room", ["online"]],
    [{ told: [] }, "ask", ["online"]],
  ])) {
    await put("incidents", call());
    await stands({ page, incident: "call" });
    tell();
    await rest();
    assert.deepEqual(shown(), ["online"], page);
    await put("incidents", call({ inquiries: [{ id: "q", ...told }] }));
    tell();
    await rest();
    assert.deepEqual(shown(), expected, `${page} ${JSON.stringify(told)}`);
  }
  await put("incidents", call({ inquiries: [{ id: "q", told: [{}] }] }));
  await stands({ page: "ask", incident: "call" });
  tell();
  await rest();
  assert.deepEqual(shown(), ["online"], "this page shows it already");
  await touch("differs");
  assert.equal(drawn, 1);
});

test("the way back leads to the same page of the server, or its call, its room, the last room", async () => {
  const at = (/** @type {import("../../static/js/offline/types.d.ts").Route} */ route) => stands(route);
  const rooms = { last: "2026-02", first: "2026-01", his: "2026-03" };
  for (const [tournament, seen] of Object.entries(rooms)) {
    await put("rooms", { id: tournament, user: tournament === "his" ? 8 : 7, tournament, at: seen });
  }
  const inquiries = [{ id: "q", was: ["old"], url: "/q/" }, { id: "r" }];
  await put("incidents", call({ url: "/call/", was: ["was"], tournament: "first", inquiries }));
  await put("incidents", call({ id: "here", tournament: "first", inquiries: [] }));
  for (const [route, expected] of /** @type {[any, string][]} */ ([
    [{ page: "ask", incident: "was", inquiry: "old" }, "/q/"],
    [{ page: "ask", incident: "call", inquiry: "r" }, "/call/"],
    [{ page: "what", incident: "here" }, "/fr/tournaments/first/"],
    [{ page: "room", incident: "first" }, "/fr/tournaments/first/"],
    [{ page: "room" }, "/fr/tournaments/last/"],
    [{ page: "walk", incident: "64" }, "/fr/tournaments/last/"],
    [{ page: "code" }, "/fr/code/"],
    [{ page: "situation", incident: "revoke-4" }, "/fr/school/"],
  ])) {
    await at(route);
    assert.equal(await touch("online"), expected, JSON.stringify(route));
  }
});

test("a store that fails keeps nobody on the page", async () => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("closed", "UnknownError");
  };
  try {
    assert.equal(await touch("online"), "/fr/");
    await every[0]();
  } finally {
    IDBDatabase.prototype.transaction = transaction;
  }
});
