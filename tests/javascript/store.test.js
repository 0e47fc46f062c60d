// @ts-check
// The store of the device: a transaction is stored whole or not at all.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const { all, get, goesBy, of, transact, uuid7, write } = await import("../../static/js/offline/store.js");

beforeEach(() =>
  write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
  }),
);

test("of work that fails nothing is stored, wherever it fails", async () => {
  for (const wait of [false, true]) {
    const work = write(async ({ meta, incidents }) => {
      meta.put({ id: "a" });
      if (wait) await of(incidents.put({ id: "b" }));
      throw new Error("no");
    });
    await assert.rejects(work, /no/);
    assert.deepEqual([await all("meta"), await all("incidents")], [[], []]);
  }
});

test("work whose transaction the browser aborts is no success, and nothing of it is stored", async () => {
  for (const at of ["before", "after"]) {
    const work = write(async ({ meta }) => {
      const { transaction } = meta;
      if (at === "before") transaction.abort();
      await of(meta.put({ id: "a" }));
      transaction.abort();
    });
    await assert.rejects(work);
    assert.equal(await get("meta", "a"), undefined, at);
  }
  await write(({ meta }) => of(meta.put({ id: "b" })));
  assert.equal((await all("meta")).length, 1);
});

test("a connection that was lost is opened again once, and no other error is retried", async () => {
  for (const [name, tries] of /** @type {[string, number][]} */ ([
    ["InvalidStateError", 2],
    ["QuotaExceededError", 1],
  ])) {
    let tried = 0;
    const work = transact("readonly", () => {
      tried += 1;
      throw new DOMException("lost", name);
    });
    await assert.rejects(work, { name });
    assert.equal(tried, tries, name);
  }
  let tried = 0;
  const found = await write(async ({ meta }) => {
    tried += 1;
    if (tried === 1) throw new DOMException("lost", "InvalidStateError");
    return of(meta.put({ id: "a" }));
  });
  assert.deepEqual([found, tried], ["a", 2]);
});

test("a record goes by its identifier, and by those that it had before it was merged", () => {
  const one = { id: "new", was: ["old"] };
  assert.deepEqual(
    ["new", "old", "other", undefined].map((id) => goesBy(one, id)),
    [true, true, false, false],
  );
  assert.equal(goesBy({ id: "new" }, undefined), false);
});

test("identifiers are UUIDs of version 7 that sort by their time", () => {
  const realNow = Date.now;
  try {
    Date.now = () => 0x019012345678;
    const first = uuid7();
    assert.match(first, /^01901234-5678-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    Date.now = () => 0x019012345679;
    const second = uuid7();
    assert.ok(first < second);
    assert.notEqual(second, uuid7());
  } finally {
    Date.now = realNow;
  }
});

test("a disk that never answers is given up after some seconds, and nothing of the work is stored later", async () => {
  const realTimeout = globalThis.setTimeout;
  /** @type {(() => void)[]} */
  const timers = [];
  globalThis.setTimeout = /** @type {any} */ (
    (/** @type {any} */ work, delay = 0, /** @type {any[]} */ ...given) =>
      delay === 8000 ? timers.push(() => work(...given)) : realTimeout(work, delay, ...given)
  );
  try {
    /** @type {((value: void) => void)[]} */
    const holds = [];
    const held = write(async ({ meta }) => {
      let hold = true;
      holds.push(() => (hold = false));
      while (hold) await of(meta.get("a")); // another tab keeps the store busy
    });
    const work = write(({ meta }) => of(meta.put({ id: "b" })));
    while (timers.length < 4) await new Promise((resolve) => realTimeout(resolve, 1));
    timers[3]();
    await assert.rejects(work, { name: "AbortError" });
    holds[0]();
    await held;
    assert.deepEqual(await all("meta"), []);
  } finally {
    globalThis.setTimeout = realTimeout;
  }
});

test("a store that never opens is given up too", async () => {
  const realTimeout = globalThis.setTimeout;
  const { open } = IDBFactory.prototype;
  const fresh = await import(`../../static/js/offline/store.js?${Math.random()}`);
  globalThis.setTimeout = /** @type {any} */ (
    (/** @type {any} */ work, delay = 0) => realTimeout(work, delay === 8000 ? 1 : delay)
  );
  IDBFactory.prototype.open = () => /** @type {any} */ ({});
  try {
    await assert.rejects(fresh.all("meta"), { name: "TimeoutError" });
  } finally {
    IDBFactory.prototype.open = open;
    globalThis.setTimeout = realTimeout;
  }
});

test("acts are numbered in their order, and no identifier is stored twice", async () => {
  const add = (/** @type {string} */ id) => write(({ acts }) => of(acts.add({ id })));
  await add("b");
  await add("a");
  await assert.rejects(add("b"), { name: "ConstraintError" });
  assert.deepEqual(
    (await all("acts")).map(({ id }) => id),
    ["b", "a"],
  );
});
