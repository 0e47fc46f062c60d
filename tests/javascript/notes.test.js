// @ts-check
// The notes of pages that are closed: whatever part of the stored text was written, the whole text is sent.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending
const realTimeout = globalThis.setTimeout;
// The automatic sending is switched off, and a note is saved only where a test says so.
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ work, delay = 0) => (delay > 1000 || work.name === "flush" ? 0 : realTimeout(work, delay))
);
globalThis.document = /** @type {any} */ ({ querySelector: () => null, getElementById: () => null });

/** Storage of a page: its texts are its own properties, as in a browser. */
class Storage {
  /** @param {string} id @param {string} text */
  setItem(id, text) {
    Object.assign(this, { [id]: text });
  }
  /** @param {string} id @returns {string | null} */
  getItem(id) {
    return /** @type {any} */ (this)[id] ?? null;
  }
  /** @param {string} id */
  removeItem(id) {
    Reflect.deleteProperty(this, id);
  }
}

const notes = await import("../../static/js/offline/notes.js");
const { all, of, write } = await import("../../static/js/offline/store.js");

const ME = 7;
beforeEach(async () => {
  globalThis.localStorage = /** @type {any} */ (new Storage());
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
    await of(stores.meta.put({ id: "user", user: ME, name: "martin", language: "fr" }));
  });
});

const sent = async () => (await all("acts")).map(({ kind, incident, words }) => [kind, incident, words]);

test("a note is sent whole when the page closed before the store had written any of it", async () => {
  localStorage.setItem(`typing:${ME}:note:call`, "Le mort a parlé");
  await notes.saveAll();
  assert.deepEqual(await sent(), [["words", "call", "Le mort a parlé"]]);
  await notes.saveAll();
  assert.equal((await all("acts")).length, 1);
});

test("a note is sent whole when the page closed before the store had written its end", async () => {
  await notes.typed("call", "Le mort");
  localStorage.setItem(`typing:${ME}:note:call`, "Le mort a parlé");
  await notes.saveAll();
  assert.deepEqual(await sent(), [["words", "call", "Le mort a parlé"]]);
});

test("neither the note of the page itself nor one of somebody else is sent", async () => {
  localStorage.setItem(`typing:${ME}:note:here`, "encore");
  localStorage.setItem(`typing:${ME + 1}:note:call`, "à moi");
  localStorage.setItem(`typing:${ME}:answer:call`, "une réponse");
  await notes.saveAll("here");
  assert.deepEqual(await sent(), []);
  assert.equal(await notes.begun("here"), undefined);
});

test("a note that was finished does not come back", async () => {
  await notes.typed("call", "Le mort a parlé");
  await notes.save("call");
  await notes.finish("call");
  await notes.saveAll();
  assert.deepEqual(await sent(), [["words", "call", "Le mort a parlé"]]);
  assert.equal(await notes.begun("call"), undefined);
});
