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
const nothing = { querySelector: () => null, querySelectorAll: () => [], getElementById: () => null };
globalThis.document = /** @type {any} */ (nothing);

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
const { all, of, read, write } = await import("../../static/js/offline/store.js");

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

// The field of a note

/** @param {string} [value] */
const field = (value = "") =>
  /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ ({ value, dataset: {}, setSelectionRange: () => {} }));

test("what is typed before the note of before has been restored is added to it, and loses none of it", async () => {
  await notes.typed("call", "Le mort a parlé");
  await notes.save("call");
  const [first] = await all("acts");
  const here = field();
  here.value = "Puis";
  await Promise.all([notes.written(here, "call"), notes.goesOn(here, "call")]);
  here.value += " joué";
  await notes.written(here, "call");
  assert.equal(here.value, "Le mort a parlé\nPuis joué");
  assert.equal((await notes.begun("call"))?.text, here.value);
  await notes.save("call");
  const [note, ...more] = await all("acts");
  assert.deepEqual([more, note.writing, note.words], [[], first.writing, here.value]);
  assert.ok(note.edit > first.edit);
});

test("a note of which only the synchronous copy was written is restored before what is typed", async () => {
  localStorage.setItem(`typing:${ME}:note:call`, "Le mort");
  const here = field("Puis");
  await notes.written(here, "call");
  assert.equal(here.value, "Le mort\nPuis");
  assert.equal((await notes.begun("call"))?.text, "Le mort\nPuis");
});

test("a field that has the whole text or its beginning is not filled twice", async () => {
  await notes.typed("call", "Le mort a parlé");
  for (const [value, text] of [
    ["", "Le mort a parlé"],
    ["Le mort", "Le mort a parlé"],
    ["Le mort a parlé", "Le mort a parlé"],
    ["Le mort a parlé fort", "Le mort a parlé fort"],
  ]) {
    const here = field(value);
    await notes.goesOn(here, "call");
    assert.equal(here.value, text);
  }
});

test("an empty field of a call without a note begins none", async () => {
  await notes.goesOn(field(), "call");
  assert.equal(await notes.begun("call"), undefined);
  assert.deepEqual(await all("acts"), []);
});

test("a note and what was sent of it are stored together, and sent once", async () => {
  await notes.typed("call", "Le mort a parlé");
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (/** @type {any} */ record, /** @type {any[]} */ ...more) {
    if (record.sent) throw new DOMException("full", "QuotaExceededError");
    return put.call(this, record, ...more);
  };
  try {
    await assert.rejects(notes.save("call"));
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  assert.deepEqual(await sent(), []);
  await notes.save("call");
  assert.equal(await notes.save("call"), undefined);
  assert.deepEqual(await sent(), [["words", "call", "Le mort a parlé"]]);
});

test("a restoring that fails is tried again at the next key", async () => {
  await notes.typed("call", "Le mort");
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("closed", "UnknownError");
  };
  const here = field("Puis");
  await assert.rejects(notes.written(here, "call"));
  IDBDatabase.prototype.transaction = transaction;
  assert.equal(here.value, "Puis");
  await notes.written(here, "call");
  assert.equal(here.value, "Le mort\nPuis");
});

/** Wait until all that was begun in the store is done, one step after the other. */
async function rest() {
  for (let time = 0; time < 15; time += 1) {
    await read(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a note that cannot be stored is not said to be saved", async () => {
  const said = { dataset: { state: "saved", saved: "Enregistré", typed: "En cours" }, textContent: "Enregistré" };
  const here = { dataset: { incident: "call" } };
  globalThis.document = /** @type {any} */ ({ querySelector: () => here, getElementById: () => said });
  await notes.typed("call", "Le mort");
  await notes.save("call");
  await write(({ acts }) => of(acts.clear()));
  await notes.typed("call", "Le mort");
  await rest();
  assert.equal(said.textContent, "Enregistré");
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  try {
    await assert.rejects(notes.typed("call", "Le mort a parlé"));
    await rest();
  } finally {
    IDBObjectStore.prototype.put = put;
    globalThis.document = /** @type {any} */ (nothing);
  }
  assert.equal(said.textContent, "En cours");
});

test("the text of an answer is found and deleted under every identifier of its inquiry", async () => {
  await notes.keep("old:line", "Dame de pique");
  const inquiry = { id: "new", was: ["old"] };
  assert.equal(await notes.keptAnswer(inquiry, "line"), "Dame de pique");
  assert.equal(await notes.keptAnswer({ id: "new" }, "line"), "");
  assert.equal(await notes.keptAnswer(inquiry, "other"), "");
  await notes.keep("new:line", "Roi");
  assert.equal(await notes.keptAnswer(inquiry, "line"), "Roi");
  await notes.answered(inquiry, "line");
  assert.equal(await notes.keptAnswer(inquiry, "line"), "");
});
