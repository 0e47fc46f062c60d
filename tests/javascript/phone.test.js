// @ts-check
// The outbox of a player's telephone under trouble: a form is sent once it can be, and none is lost without a sign.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const KEPT = "arbitrage-table";
const REFUSED = "arbitrage-table-refused";

// A page of few elements

/** @type {Record<string, string>} */
let texts = {};
let isFull = false;
const listeners = /** @type {Record<string, (event: any) => any>} */ ({});
/** @type {(() => any)[]} */
const every = [];
const note = { hidden: true };
const refusals = { hidden: true };
/** @type {(string | null)[]} */
let lines = [];
const list = { replaceChildren: (/** @type {any[]} */ ...shown) => (lines = shown.map((one) => one.textContent)) };
class Element {
  closest() {
    return this;
  }
}
class Button extends Element {
  name = "kind";
  value = "played";
}
class Form extends Element {
  action = "/board/";
  dataset = /** @type {Record<string, string>} */ ({ keep: "" });
  /** @type {[string, string][]} */
  fields = [];
  /** @type {{name: string, value: string}[]} */
  added = [];
  submitted = 0;
  append(/** @type {any} */ one) {
    this.added.push(one);
  }
  submit() {
    this.submitted += 1;
  }
}
let reloads = 0;
/** @type {string[]} */
let visited = [];
Object.assign(globalThis, {
  Element,
  HTMLElement: Element,
  HTMLFormElement: Form,
  HTMLButtonElement: Button,
  HTMLInputElement: class {},
  FormData: class {
    constructor(/** @type {Form} */ form) {
      return form.fields;
    }
  },
  DOMParser: class {
    parseFromString = (/** @type {string} */ text) => ({
      querySelector: () => ({ textContent: text }),
      getElementById: () => null,
    });
  },
  localStorage: {
    getItem: (/** @type {string} */ name) => texts[name] ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      texts[name] = text;
    },
    removeItem: (/** @type {string} */ name) => delete texts[name],
  },
  document: {
    title: "Étui 3 · Arbitrage",
    addEventListener: (/** @type {string} */ name, /** @type {any} */ work) => (listeners[`page ${name}`] = work),
    getElementById: (/** @type {string} */ id) =>
      /** @type {Record<string, any>} */ ({ kept: note, refused: refusals })[id] ?? null,
    querySelector: (/** @type {string} */ selector) => (selector === "#refused ul" ? list : null),
    createElement: () => ({}),
  },
  addEventListener: (/** @type {string} */ name, /** @type {any} */ work) => (listeners[name] = work),
  setInterval: (/** @type {any} */ work) => every.push(work),
  scrollTo: () => {},
  location: {
    href: "/here/",
    reload: () => (reloads += 1),
    assign: (/** @type {string} */ url) => visited.push(url),
  },
});

// The network: each request is answered when a test says so.

/** @type {{url: string, body: string, answers: (said?: any) => void, fails: () => void, signal: AbortSignal}[]} */
let requests = [];
globalThis.fetch = /** @type {any} */ (
  (/** @type {string} */ url, /** @type {any} */ { body, signal }) =>
    new Promise((resolve, reject) => {
      const answers = (/** @type {any} */ { status = 200, text = async () => "" } = {}) =>
        resolve({ status, ok: status < 400, url: "/then/", text });
      requests.push({ url, body: String(body), answers, fails: () => reject(new TypeError("no network")), signal });
    })
);
const rest = () => new Promise((resolve) => setImmediate(resolve));

await import("../../static/js/phone.js");

const kept = () => JSON.parse(texts[KEPT] ?? "[]").map((/** @type {{body: string}} */ { body }) => body);
/** Send a form; return it and the promise of its end. */
function send(/** @type {Record<string, string>} */ fields, form = new Form()) {
  form.fields = Object.entries(fields);
  const over = listeners["page submit"]({ target: form, submitter: new Button(), preventDefault: () => {} });
  return { form, over };
}

beforeEach(async () => {
  for (const one of requests) one.fails();
  await rest();
  [texts, isFull, requests, visited, reloads] = [{}, false, [], [], 0];
  [note.hidden, refusals.hidden] = [true, true];
});

test("a form is stored while it is being sent, and the page says nothing of it until it could not be", async () => {
  const { over } = send({ id: "a", level: "4" });
  assert.deepEqual(kept(), ["id=a&level=4"]);
  assert.equal(note.hidden, true);
  await every[0]();
  assert.equal(requests.length, 1, "the page sends it itself");
  requests[0].answers();
  await over;
  assert.deepEqual([kept(), visited, note.hidden], [[], ["/then/"], true]);
});

test("a form without an answer is kept, shown, and sent again", async () => {
  const { form, over } = send({ id: "a" });
  requests[0].fails();
  await over;
  assert.deepEqual([kept(), note.hidden, form.dataset.going], [["id=a"], false, undefined]);
  for (const status of [403, 408, 429, 500, 503]) {
    const again = every[0]();
    requests.at(-1)?.answers({ status });
    await again;
    assert.deepEqual([kept(), reloads], [["id=a"], 0], String(status));
  }
  const again = listeners.online({});
  requests.at(-1)?.answers({});
  await again;
  assert.deepEqual([kept(), reloads, note.hidden], [[], 1, false]);
});

test("a form that is stored while another one is being sent again is not lost with it", async () => {
  const first = send({ id: "a" });
  requests[0].fails();
  await first.over;
  const again = every[0]();
  const second = send({ id: "b" });
  requests[2].fails();
  await second.over;
  requests[1].answers();
  await rest();
  assert.deepEqual(kept(), ["id=b"]);
  requests[3].answers();
  await again;
  assert.deepEqual([kept(), requests.length], [[], 4]);
});

test("the page is not loaded anew under a form that is being sent", async () => {
  const first = send({ id: "a" });
  requests[0].fails();
  await first.over;
  const again = every[0]();
  const second = send({ id: "b" });
  requests[1].answers();
  await again;
  assert.equal(reloads, 0);
  assert.equal(note.hidden, true);
  requests[2].answers();
  await second.over;
  assert.deepEqual(visited, ["/then/"]);
});

test("a result that is typed otherwise takes the place of the one that waits", async () => {
  for (const level of ["3", "4", "4"]) {
    const { over } = send({ id: "a", level });
    requests.at(-1)?.fails();
    await over;
  }
  const { over } = send({ confirm: "a" });
  requests.at(-1)?.fails();
  await over;
  assert.deepEqual(kept(), ["id=a&level=4", "confirm=a"]);
});

test("a form that the server refuses later is shown with its reason until it is read", async () => {
  texts[KEPT] = JSON.stringify([{ url: "/board/", body: "id=a", about: "Étui 3" }]);
  const again = every[0]();
  requests[0].answers({ status: 409, text: async () => " Trop tard. " });
  await again;
  assert.deepEqual([kept(), JSON.parse(texts[REFUSED])], [[], ["Étui 3\u00a0: Trop tard."]]);
  assert.equal(reloads, 1);
});

test("a network lost during a refusal loses nothing, and the next try is made", async () => {
  texts[KEPT] = JSON.stringify([{ url: "/board/", body: "id=a" }]);
  const again = every[0]();
  requests[0].answers({ status: 409, text: () => Promise.reject(new TypeError("cut")) });
  await again;
  assert.deepEqual([kept(), texts[REFUSED]], [["id=a"], undefined]);
  const later = every[0]();
  assert.equal(requests.length, 2);
  requests[1].answers();
  await later;
  assert.deepEqual(kept(), []);
  const { form, over } = send({ id: "b" });
  requests[2].answers({ status: 422, text: () => Promise.reject(new TypeError("cut")) });
  await over;
  assert.deepEqual([kept(), note.hidden, form.dataset.going], [["id=b"], false, undefined]);
});

test("a network that never answers is given up after some seconds", () => {
  const { form } = send({ id: "a" });
  assert.ok(requests[0].signal instanceof AbortSignal);
  send({ id: "a" }, form);
  assert.equal(requests.length, 1, "a second tap sends no second form");
});

test("a telephone that can store nothing lets the browser send the form, with the button touched", async () => {
  isFull = true;
  const { form, over } = send({ id: "a" });
  requests[0].fails();
  await over;
  assert.equal(form.submitted, 1);
  assert.deepEqual(form.added, [{ type: "hidden", name: "kind", value: "played" }]);
  const other = send({ id: "b" });
  requests[1].answers();
  await other.over;
  assert.deepEqual([other.form.submitted, visited], [0, ["/then/"]]);
});

test("the reasons of refusals are shown until somebody has read them", async () => {
  texts[KEPT] = JSON.stringify([{ url: "/board/", body: "id=a", about: "Étui 3" }]);
  const again = every[0]();
  await every[0]();
  assert.equal(requests.length, 1, "one try at a time");
  requests[0].answers({ status: 410, text: async () => "Fini." });
  await again;
  const { over } = send({ id: "b" });
  requests[1].answers({ status: 422, text: async () => "" });
  await over;
  assert.deepEqual([refusals.hidden, lines, kept()], [false, ["Étui 3\u00a0: Fini."], []]);
  listeners["page click"]({ target: {} });
  assert.equal(refusals.hidden, false);
  listeners["page click"]({ target: new Element() });
  assert.deepEqual([refusals.hidden, lines, texts[REFUSED]], [true, [], undefined]);
});

test("a form without an address is sent to its page, and a form of another kind by the browser", async () => {
  const form = new Form();
  form.action = "";
  const { over } = send({ id: "a" }, form);
  assert.equal(requests[0].url, "/here/");
  requests[0].answers();
  await over;
  const other = new Form();
  other.dataset = {};
  await send({ id: "b" }, other).over;
  assert.equal(requests.length, 1);
});
