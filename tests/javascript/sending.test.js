// @ts-check
// Forms of a server's page: each act is stored before its form is sent, sent once, and kept until the server has it.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending
const realTimeout = globalThis.setTimeout;
// The automatic sending is switched off.
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ work, delay = 0, /** @type {any[]} */ ...more) =>
    delay > 1000 || work.name === "flush" ? 0 : realTimeout(work, delay, ...more)
);

// A page of few elements

class Element {
  /** @type {Record<string, string>} */
  dataset = {};
  removed = false;
  remove() {
    this.removed = true;
  }
}
class Field extends Element {
  name = "";
  value = "";
}
class Textarea extends Field {
  setSelectionRange() {}
}
class Button extends Field {}
class Form extends Element {
  method = "post";
  isConnected = true;
  submitted = 0;
  /** @type {Field[]} */
  added = [];
  /** @type {Record<string, any>} */
  parts = { "[name=version]": new Field() };
  /** @type {[string, string][]} */
  fields = [["version", "4"]];
  elements = Object.assign(/** @type {Field[]} */ ([]), {
    namedItem: (/** @type {string} */ name) => this.parts[name] ?? null,
  });
  constructor(address = "/fr/inquiries/i/q/able/") {
    super();
    this.action = address;
  }
  getAttribute() {
    return this.action;
  }
  querySelector(/** @type {string} */ selector) {
    return this.parts[selector] ?? null;
  }
  querySelectorAll() {
    return this.added.filter((one) => !one.removed);
  }
  append(/** @type {Field} */ one) {
    this.added.push(one);
  }
  submit() {
    this.submitted += 1;
  }
  /** The fields that were added to the form, as an object. */
  get along() {
    return Object.fromEntries(this.querySelectorAll().map(({ name, value }) => [name, value]));
  }
}
const page = { inquiry: true, carried: false };
const room = { tournament: "evening", round: 2, facts: { level: "club" } };
const HERE = { incident: { id: "call" }, inquiry: { id: "i", law: "64" } };
const lost = { hidden: true, removeAttribute: () => (lost.hidden = false), setAttribute: () => (lost.hidden = true) };
/** @type {Form[]} */
let written = [];
const listeners = /** @type {Record<string, (event: any) => any>} */ ({});
/** @type {string[]} the events that this module hears before the page does */
const firsts = [];
const step = () => ({
  dataset: {
    ...(page.inquiry && { inquiry: JSON.stringify(HERE) }),
    room: JSON.stringify(room),
    incident: JSON.stringify({ id: "call", label: "3" }),
  },
});
const body = {
  user: "7",
  name: "martin",
  get carried() {
    return page.carried ? "yes" : undefined;
  },
};
Object.assign(globalThis, {
  Element,
  HTMLFormElement: Form,
  HTMLInputElement: Field,
  HTMLTextAreaElement: Textarea,
  HTMLButtonElement: Button,
  FormData: class extends Map {
    constructor(/** @type {Form} */ form, /** @type {Button} */ button) {
      super(button ? [...form.fields, [button.name, button.value]] : form.fields);
    }
    get(/** @type {string} */ name) {
      return super.get(name) ?? null;
    }
    getAll(/** @type {string} */ name) {
      return this.get(name)?.split(",") ?? [];
    }
  },
  location: { href: "http://localhost/", hash: "", pathname: "/" },
  document: {
    body: { dataset: body },
    documentElement: { lang: "fr" },
    addEventListener: (/** @type {string} */ name, /** @type {any} */ work, first = false) => {
      listeners[name] ??= work;
      if (first) firsts.push(name);
    },
    querySelector: () => null,
    querySelectorAll: () => written,
    getElementById: (/** @type {string} */ id) => ({ step: step(), lost })[id] ?? null,
    createElement: () => new Field(),
  },
  addEventListener: (/** @type {string} */ name, /** @type {any} */ work) => (listeners[`window ${name}`] ??= work),
});
globalThis.fetch = () => Promise.reject(new TypeError("no network"));

const { isSending, walkWith, wasTapped, watchForms } = await import("../../static/js/offline/sending.js");
const notes = await import("../../static/js/offline/notes.js");
const { all, get, of, write } = await import("../../static/js/offline/store.js");

/** @type {any[]} */
let left = [];
watchForms((_event, form) => left.push(form));

/** Wait until all that was begun in the store is done, one step after the other. */
async function rest() {
  for (let time = 0; time < 15; time += 1) {
    await write(() => {}).catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
  }
}
/** Touch a key of a question; return the number of requests that htmx was told to send. */
async function answer(form = new Form(), value = "yes") {
  const submitter = Object.assign(new Button(), { name: "answer", value });
  let issued = 0;
  let prevented = false;
  const issueRequest = (/** @type {boolean} */ isConfirmed) => (issued += Number(isConfirmed));
  const event = {
    target: form,
    detail: { triggeringEvent: { submitter }, issueRequest },
    preventDefault: () => (prevented = true),
  };
  listeners["htmx:confirm"](event);
  await rest();
  return { form, issued, prevented };
}
/** @returns {Record<string, unknown>} */
function parameters(/** @type {Form} */ elt) {
  const event = { detail: { elt, parameters: /** @type {Record<string, unknown>} */ ({}) } };
  listeners["htmx:configRequest"](event);
  return event.detail.parameters;
}
async function answered(
  /** @type {Form} */ elt,
  status = 200,
  responseURL = "http://localhost/fr/inquiries/i/q/sure/",
) {
  await listeners["htmx:afterRequest"]({ detail: { elt, requestConfig: { elt }, xhr: { status, responseURL } } });
}
/** @param {string[]} names */
const acts = async (...names) => (await all("acts")).map((one) => names.map((name) => one[name]));
/** @param {Form} form @param {{name: string, value: string}} [touched] */
async function submit(form, touched) {
  let prevented = false;
  const submitter = touched ? Object.assign(new Button(), touched) : null;
  const event = {
    target: form,
    submitter,
    preventDefault: () => (prevented = true),
    stopPropagation: () => {},
  };
  await listeners.submit(event);
  return prevented;
}
const { put } = IDBObjectStore.prototype;
const full = () => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
};

beforeEach(async () => {
  IDBObjectStore.prototype.put = put;
  walkWith(/** @type {any} */ (undefined));
  Object.assign(page, { inquiry: true, carried: false });
  [left, written, lost.hidden] = [[], [], true];
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
    await of(stores.meta.put({ id: "user", user: 7, name: "martin", language: "fr" }));
    const inquiry = { id: "i", law: "64", answers: {} };
    await of(stores.incidents.put({ id: "call", user: 7, inquiries: [inquiry], notes: [], at: "" }));
  });
});

test("an answer is stored before its form is sent, under the identifier that the form carries", async () => {
  assert.equal(wasTapped(), false);
  const { form, issued, prevented } = await answer();
  assert.deepEqual([issued, prevented, wasTapped()], [1, true, true]);
  const [act] = await all("acts");
  assert.deepEqual([act.kind, act.question, act.value, act.seen, act.inquiry], ["answer", "able", "yes", 4, "i"]);
  assert.ok(act.held > Date.now());
  assert.deepEqual(parameters(form), { act: act.id });
  assert.ok(isSending(act.id));
  const { inquiries } = await get("incidents", "call");
  assert.deepEqual([inquiries[0].answers, inquiries[0].by], [{ able: "yes" }, { able: act.id }]);
  await answered(form);
  assert.deepEqual([await all("acts"), isSending(act.id)], [[], false]);
});

test("a second tap while the first is being sent sends nothing", async () => {
  const { form } = await answer();
  assert.equal((await answer(form)).issued, 0);
  assert.equal((await all("acts")).length, 1);
});

test("the fact above a question is stored before its answer", async () => {
  const form = new Form();
  form.parts["[name=first]"] = Object.assign(new Field(), { value: "sure", dataset: { value: "no" } });
  await answer(form);
  assert.deepEqual(await acts("question", "value"), [
    ["sure", "no"],
    ["able", "yes"],
  ]);
  assert.deepEqual(parameters(form), { act: (await all("acts"))[1].id });
});

test("an answer that the server has taken, or asks again, is settled; any other waits in the outbox", async () => {
  for (const [status, address, isTaken] of /** @type {[number, string | undefined, boolean][]} */ ([
    [200, undefined, true],
    [200, "http://localhost/fr/inquiries/i/", true],
    [399, undefined, true],
    [409, undefined, true],
    [422, undefined, true],
    [200, "http://localhost/fr/login/?next=/fr/rooms/", false],
    [400, undefined, false],
    [401, undefined, false],
    [403, undefined, false],
    [500, undefined, false],
  ])) {
    const { form } = await answer();
    await answered(form, status, address);
    const waits = await acts("held");
    assert.deepEqual(waits, isTaken ? [] : [[0]], `${status} ${address}`);
    assert.equal(lost.hidden, true);
    await write(({ acts: stored }) => of(stored.clear()));
  }
});

test("without an answer of the server it waits, and where the device cannot go on, the loss is said", async () => {
  for (const status of [0, 502, 503, 504]) {
    lost.hidden = true;
    const { form } = await answer();
    await answered(form, status);
    assert.deepEqual([await acts("held"), lost.hidden], [[[0]], false], String(status));
    await write(({ acts: stored }) => of(stored.clear()));
  }
});

test("a loss that is noticed after a later answer has come is not said", async () => {
  const { form } = await answer();
  const other = await answer(new Form("/fr/inquiries/i/q/sure/"));
  const noticed = answered(form, 0);
  await answered(other.form);
  await noticed;
  assert.equal(lost.hidden, true);
});

test("what cannot be stored is sent without an identifier", async () => {
  full();
  const { form, issued } = await answer();
  assert.deepEqual([issued, parameters(form)], [1, {}]);
});

test("a form of something else than a question is left to htmx", async () => {
  for (const change of [
    () => (page.carried = true),
    () => (page.inquiry = false),
    (/** @type {Form} */ form) => (form.parts = {}),
  ]) {
    Object.assign(page, { inquiry: true, carried: false });
    const form = new Form();
    change(form);
    assert.deepEqual(await answer(form), { form, issued: 0, prevented: false });
  }
  Object.assign(page, { inquiry: true, carried: false });
  const others = /** @type {[string, string][][]} */ ([[["left", "N:SA"]], [["ticked", "yes"]]]);
  for (const fields of [...others, /** @type {[string, string][]} */ ([])]) {
    const form = new Form(fields.length ? undefined : "/fr/inquiries/i/");
    form.fields.push(...fields);
    assert.equal((await answer(form)).issued, 1);
  }
  assert.deepEqual(await all("acts"), []);
});

test("the suits ticked are one answer, in the order of the suits", async () => {
  const form = new Form();
  form.fields.push(["suit", "D,S"]);
  await answer(form, "");
  assert.deepEqual(await acts("value"), [["SD"]]);
});

test("a device that shows the next page sends the answer itself; one that fails leaves it to the server", async () => {
  /** @type {any[]} */
  const walked = [];
  const confirmed = async () => true;
  walkWith({ walk: (...given) => walked.push(given) > 0, confirmed });
  const { form, issued } = await answer();
  assert.deepEqual([issued, await all("acts"), parameters(form)], [0, [], {}]);
  assert.deepEqual(walked[0][3], { incident: "call", inquiry: "i", seen: 4 });
  for (const walk of [() => false, () => assert.fail("no such page")]) {
    walkWith({ walk, confirmed });
    assert.equal((await answer()).issued, 1);
  }
});

test("on a page that is about to go the answer is left to the outbox", async () => {
  walkWith({ walk: () => false, confirmed: async () => false });
  const { form, issued } = await answer();
  assert.deepEqual([issued, await acts("held"), parameters(form)], [0, [[0]], {}]);
  walkWith({ walk: () => false, confirmed: async () => true });
  const gone = Object.assign(new Form(), { isConnected: false });
  assert.equal((await answer(gone)).issued, 0);
});

// Other forms

test("a call is stored with its place before its form is sent, once, under the same identifier", async () => {
  const form = new Form("/fr/tournaments/evening/call/");
  form.fields = [["table", "3"], ["section", "A"]]; // prettier-ignore
  assert.equal(await submit(form, { name: "quick", value: "yes" }), true);
  const [act] = await all("acts");
  assert.deepEqual([act.kind, act.tournament, act.section, act.table, act.round], ["open", "evening", "A", 3, 2]);
  assert.ok(act.held > 0);
  assert.deepEqual([form.submitted, form.along], [1, { id: act.id, quick: "yes" }]);
  const { facts, tournament } = await get("incidents", act.id);
  assert.deepEqual([facts, tournament], [room.facts, "evening"]);
  delete form.dataset.written;
  await submit(form);
  assert.equal(form.submitted, 1, "a second tap");
});

test("a form is stored before the page itself hears of it", () => {
  assert.ok(firsts.includes("submit"));
});

test("questions that share a page are stored as answers ahead of their turn", async () => {
  const form = new Form();
  const boxes = ["sure", "able"].map((value) => Object.assign(new Field(), { type: "checkbox", name: "yes", value }));
  form.parts.together = new Field();
  form.elements.push(...boxes);
  form.fields.push(["these", "ticked"], ["yes", "able"]);
  const { issued } = await answer(form, "");
  assert.equal(issued, 1);
  assert.deepEqual(await acts("question", "value", "ahead"), [
    ["sure", "no", true],
    ["able", "yes", true],
  ]);
});

test("an inquiry begins with what the table of its call is known to say, not with another one", async () => {
  const table = { id: "table:7:t", place: "t", user: 7, tournament: "evening", calls: ["call"], now: true, asOf: 1 };
  const known = { ...table, facts: {}, opens: {}, lines: {}, readings: { 27: { card: { "": "SA" } } } };
  await write(({ meta }) => of(meta.put(known)));
  for (const [field, readings] of /** @type {[string, unknown][]} */ ([
    ["other", known.readings[27]],
    ["table", null],
    ["board", null],
  ])) {
    const form = new Form("/fr/incidents/call/what/");
    form.fields = [[field, "A:5"]];
    await submit(form, { name: "law", value: "27" });
    const { inquiries } = await get("incidents", "call");
    assert.deepEqual(inquiries.at(-1).readings, readings, field);
    const { at_table: where } = (await all("acts")).at(-1);
    assert.equal(where, field === "table" ? "A:5" : undefined);
  }
});

test("the choice of a law is stored with its inquiry, and the form carries it", async () => {
  const form = new Form("/fr/incidents/call/what/");
  await submit(form, { name: "law", value: "27" });
  const [act] = await all("acts");
  assert.ok(act.held > Date.now());
  assert.deepEqual([act.kind, act.incident, act.law], ["law", "call", "27"]);
  assert.deepEqual([form.submitted, form.along], [1, { inquiry: act.inquiry, law: "27" }]);
  const { inquiries, label } = await get("incidents", "call");
  assert.deepEqual([inquiries.at(-1).id, inquiries.at(-1).law, label], [act.inquiry, "27", "3"]);
});

test("a note is finished with its present text, and the form carries its version", async () => {
  const form = new Form("/fr/incidents/call/words/");
  form.parts.words = new Textarea();
  await notes.goesOn(form.parts.words, "call");
  form.parts.words.value = "Le mort a parlé";
  await submit(form);
  const [act] = await all("acts");
  assert.deepEqual([act.kind, act.words, act.held > 0], ["words", "Le mort a parlé", true]);
  assert.deepEqual(form.along, { act: act.id, writing: act.writing, edit: act.edit });
  assert.deepEqual(
    (await all("meta")).map(({ id }) => id),
    ["user"],
  );
});

test("what cannot be stored is sent all the same, under the identifier that it may have been stored with", async () => {
  full();
  for (const [address, name] of [
    ["/fr/tournaments/evening/call/", "id"],
    ["/fr/incidents/call/what/", "inquiry"],
    ["/fr/incidents/call/words/", "act"],
  ]) {
    const form = new Form(address);
    form.parts.words = Object.assign(new Textarea(), { value: "Le mort a parlé" });
    await submit(form, { name: "law", value: "27" });
    assert.equal(form.submitted, 1, address);
    assert.match(String(form.along[name]), /^[0-9a-f-]{36}$/, address);
  }
});

test("a page that the browser shows again sends its form anew, without what the first one carried", async () => {
  const form = new Form("/fr/incidents/call/what/");
  await submit(form, { name: "law", value: "27" });
  await submit(form, { name: "law", value: "64" });
  assert.equal(form.submitted, 1);
  written = [form];
  delete form.dataset.sent; // app.js
  listeners["window pageshow"]({});
  assert.deepEqual(form.along, {});
  await submit(form, { name: "law", value: "64" });
  assert.deepEqual([form.submitted, form.along.law], [2, "64"]);
});

test("signing out is handled by itself, and any other form is left alone", async () => {
  const out = new Form("/fr/logout/");
  await submit(out);
  assert.deepEqual(left, [out]);
  for (const address of ["/fr/incidents/call/what/", "/fr/incidents/call/", "/fr/tournaments/evening/", "/fr/login/"]) {
    const form = new Form(address);
    assert.equal(await submit(form), false, address);
    assert.equal(form.submitted, 0);
  }
  page.carried = true;
  assert.equal(await submit(new Form("/fr/tournaments/evening/call/")), false);
  page.carried = false;
  assert.equal(await submit(Object.assign(new Form("/fr/tournaments/evening/call/"), { method: "get" })), false);
  assert.deepEqual([left.length, await all("acts")], [1, []]);
});
