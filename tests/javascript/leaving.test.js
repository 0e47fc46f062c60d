// @ts-check
// Signing out: what waits is sent first, or shown; a store that fails, or another tab that is sending, keeps nobody.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @import { Act } from "../../static/js/offline/types.d.ts" */

Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending
const realTimeout = globalThis.setTimeout;
// The automatic sending is switched off, and the pauses are short.
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ work, delay = 0, /** @type {any[]} */ ...more) =>
    work.name === "flush" ? 0 : realTimeout(work, delay === 500 ? 1 : delay, ...more)
);
/** @type {any} */
let panel;
/** @type {string[]} */
let listed = [];
const element = (/** @type {object} */ more = {}) => ({ hidden: true, focus: () => {}, ...more });
globalThis.document = /** @type {any} */ ({
  body: { dataset: { user: "7", name: "martin" } },
  documentElement: { lang: "fr" },
  querySelector: () => null,
  createElement: () => ({}),
  getElementById: (/** @type {string} */ id) =>
    id === "leaving-list"
      ? {
          dataset: { title: "Table %(table)s" },
          replaceChildren: (/** @type {any[]} */ ...lines) => (listed = lines.map((line) => line.textContent)),
        }
      : id === "leaving"
        ? panel
        : null,
});
/** The lock of the outbox; another tab has it while there is a number of tries left. */
let held = 0;
Object.defineProperty(globalThis, "navigator", {
  configurable: true,
  value: {
    locks: {
      request: async (/** @type {string} */ _name, /** @type {object} */ _how, /** @type {any} */ work) =>
        work(held-- > 0 ? null : {}),
    },
  },
});
let isOnline = true;
globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ _address, /** @type {RequestInit} */ { method, body } = {}) => {
    if (!isOnline) throw new TypeError("no network");
    const { id } = JSON.parse(String(body ?? "{}"));
    const said = method === "POST" ? { status: "accepted", incident: id } : { user: 7, token: "t" };
    return new Response(JSON.stringify(said));
  }
);

const { act } = await import("../../static/js/offline/outbox.js");
const { leave } = await import("../../static/js/offline/leaving.js");
const { all, of, write } = await import("../../static/js/offline/store.js");

const { transaction } = IDBDatabase.prototype;
const signedIn = () => write(({ meta }) => of(meta.put({ id: "user", user: 7, name: "martin", language: "fr" })));
const signsOut = async () => {
  let submitted = 0;
  let prevented = 0;
  const form = /** @type {any} */ ({ dataset: {}, submit: () => (submitted += 1) });
  await leave(/** @type {any} */ ({ preventDefault: () => (prevented += 1), stopPropagation: () => {} }), form);
  assert.equal(prevented, 1);
  return { form, times: () => submitted };
};
const noted = (/** @type {Partial<Act>} */ more = {}) =>
  act({ kind: "words", incident: "call", words: "Calme", ...more });

beforeEach(async () => {
  IDBDatabase.prototype.transaction = transaction;
  [held, isOnline, listed] = [0, true, []];
  const [lose, stay] = [element(), element()];
  const parts = /** @type {Record<string, any>} */ ({ "[data-lose]": lose, "[data-stay]": stay });
  panel = element({ lose, stay, scrollIntoView: () => {}, querySelector: (/** @type {string} */ one) => parts[one] });
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
  });
  await signedIn();
});

test("who signs out sends what waits, and leaves nothing behind", async () => {
  await noted();
  const { form, times } = await signsOut();
  assert.deepEqual([times(), form.dataset.leave, panel.hidden], [1, "yes", true]);
  assert.deepEqual([await all("acts"), await all("incidents"), await all("meta")], [[], [], []]);
});

test("what cannot be sent is shown by its table, and who stays signed in loses nothing", async () => {
  await write(({ incidents }) => of(incidents.put({ id: "call", user: 7, table: 3, inquiries: [], notes: [] })));
  await noted();
  await act({ kind: "answer", incident: "call", value: "yes" });
  await act({ kind: "answer", incident: "call", value: "Il a hésité longtemps" });
  await act({ kind: "open", id: "new" });
  await act({ kind: "words", incident: "call", words: "à lui", user: 8 });
  isOnline = false;
  const { times } = await signsOut();
  assert.deepEqual([times(), panel.hidden], [0, false]);
  assert.deepEqual(listed, ["Table 3 : 3 (Calme, Il a hésité longtemps)", "Table ? : 1"]);
  panel.stay.onclick();
  assert.deepEqual([panel.hidden, (await all("acts")).length], [true, 5]);
});

test("who discards his acts signs out without them; those of others stay", async () => {
  await noted();
  await noted({ incident: "other", user: 8 });
  isOnline = false;
  const { times } = await signsOut();
  await panel.lose.onclick();
  assert.deepEqual([times(), (await all("acts")).map((one) => one.user)], [1, [8]]);
});

test("acts that another tab is sending are not shown as unsent before it has ended", async () => {
  await noted();
  held = 3;
  const { times } = await signsOut();
  assert.deepEqual([times(), panel.hidden], [1, true]);
  await signedIn();
  await noted();
  held = 99;
  assert.equal((await signsOut()).times(), 0, "it does not wait for ever");
  assert.equal(panel.hidden, false);
});

test("a store that fails keeps nobody signed in, wherever it fails", async () => {
  for (let works = 0; works < 9; works += 1) {
    await signedIn();
    let opened = 0;
    IDBDatabase.prototype.transaction = function (/** @type {any} */ names, /** @type {any} */ mode) {
      opened += 1;
      if (opened > works) throw new DOMException("closed", "UnknownError");
      return transaction.call(this, names, mode);
    };
    const { times } = await signsOut();
    IDBDatabase.prototype.transaction = transaction;
    assert.equal(times(), 1, String(works));
  }
  await signedIn();
  await noted();
  isOnline = false;
  const { times } = await signsOut();
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("closed", "UnknownError");
  };
  await panel.lose.onclick();
  assert.equal(times(), 1);
});
