// @ts-check
// The live room: when it asks the server, what it shows of the answer, and which taps it ignores, also when the clock
// of the device is set.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let now = 1_000_000_000_000;
let passed = 10_000; // milliseconds on the stopwatch, which nobody sets
Date.now = () => now;
performance.now = () => passed;
const pass = (/** @type {number} */ time) => {
  now += time;
  passed += time;
};

// A page of few elements

class Element {
  constructor(/** @type {Record<string, string>} */ dataset = {}) {
    this.dataset = dataset;
    this.textContent = "";
    /** @type {Record<string, any>} */
    this.parts = {};
    this.inTray = false;
    /** @type {Record<string, any[]>} */
    this.lists = {};
    this.id = "";
    this.scrollTop = 0;
    this.scrollHeight = 0;
    this.clientHeight = 0;
    this.top = 0;
    this.height = 10;
    this.isOpen = false;
    this.isFocused = false;
  }
  getBoundingClientRect() {
    return { top: this.top, bottom: this.top + this.height };
  }
  setAttribute() {
    this.isOpen = true;
  }
  focus() {
    this.isFocused = true;
  }
  querySelector(/** @type {string} */ selector) {
    return this.parts[selector] ?? null;
  }
  querySelectorAll(/** @type {string} */ selector) {
    return this.lists[selector] ?? [];
  }
  closest(/** @type {string} */ selector) {
    if (selector === "[id]") return this.parts.around ?? null;
    return this.inTray ? this : null;
  }
  contains(/** @type {Element} */ one) {
    return Boolean(one.parts.around);
  }
  replaceWith(/** @type {Element} */ fresh) {
    live = fresh;
  }
}
/** @type {Element | null} */
let live = null;
/** @type {Element} */
let answered;
/** @type {Record<string, Element[]>} */
let listed = {};
const listeners = /** @type {Record<string, (event: any) => any>} */ ({});
/** @type {Record<number, () => any>} */
const every = {};
let isOff = false;
let scrolled = 0;
/** @type {string[]} the events that the room hears before its elements do */
const firsts = [];
/** @type {Record<string, Element>} */
let byId = {};
/** @type {string[]} */
let visited = [];
const net = {
  classList: {
    toggle: (/** @type {string} */ _name, /** @type {boolean} */ off) => (isOff = off),
    add: () => (isOff = true),
  },
};
Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
Object.assign(globalThis, {
  Element,
  HTMLElement: Element,
  document: {
    hidden: false,
    title: "La salle",
    addEventListener: (/** @type {string} */ name, /** @type {any} */ work) => (listeners[name] = work),
    activeElement: null,
    getElementById: (/** @type {string} */ id) => (id === "net" ? net : (byId[id] ?? null)),
    querySelector: () => live,
    querySelectorAll: (/** @type {string} */ selector) => listed[selector] ?? [],
  },
  DOMParser: class {
    parseFromString = () => ({ querySelector: () => answered });
  },
  addEventListener: (/** @type {string} */ name, /** @type {any} */ work, /** @type {any} */ how) => {
    listeners[name] = work;
    if (how === true || how?.capture) firsts.push(name);
  },
  scrollBy: (/** @type {number} */ _x, /** @type {number} */ y) => (scrolled += y),
  setInterval: (/** @type {any} */ work, /** @type {number} */ time) => (every[time] = work),
  location: { assign: (/** @type {string} */ url) => visited.push(url) },
});

/** @type {string[]} */
let asked = [];
/** @type {any} */
let answer = { status: 204 };
globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ address) => {
    asked.push(address);
    if (!answer) throw new TypeError("no network");
    return { text: async () => "", redirected: false, ...answer };
  }
);
const room = (/** @type {string} */ seen, /** @type {Record<string, string>} */ more = {}) =>
  new Element({ live: "/room/", seen, now: String(now / 1000), ...more });
const poll = () => every[5000]();
/** Touch the page and lift the finger. */
const touch = () => {
  listeners.pointerdown({});
  listeners.pointerup({});
};
/** Tell whether a tap in the tray counts. */
function tapped(inTray = true, isTrusted = true) {
  let counts = true;
  const target = new Element();
  target.inTray = inTray;
  listeners.click({ target, isTrusted, preventDefault: () => (counts = false), stopPropagation: () => {} });
  return counts;
}
/** Exchange the room for one that says the time too. */
async function exchange(/** @type {string} */ seen) {
  pass(60_000);
  answer = { status: 200 };
  answered = room(seen);
  await poll();
}

live = room("0");
await import("../../static/js/room.js");

beforeEach(async () => {
  now = 1_000_000_000_000;
  pass(60_000);
  [live, listed, visited, byId, scrolled] = [room("0"), {}, [], {}, 0];
  Object.assign(document, { hidden: false, activeElement: null });
  await exchange("1");
  pass(60_000);
  [asked, answer, isOff] = [[], { status: 204 }, false];
});

test("the room asks for what is newer than it, and shows it", async () => {
  answer = { status: 200 };
  answered = room("2", { calls: "3" });
  await poll();
  assert.deepEqual([asked, live?.dataset.seen, document.title], [["/room/?seen=1"], "2", "(3) La salle"]);
  answered = room("3", { calls: "0" });
  pass(5000);
  await poll();
  assert.deepEqual([live?.dataset.seen, document.title], ["3", "La salle"]);
});

test("a room that is touched, or whose form is being sent, neither asks nor changes", async () => {
  touch();
  pass(1499);
  await poll();
  assert.deepEqual(asked, []);
  pass(1);
  await poll();
  assert.equal(asked.length, 1);
  listeners.pointerdown({});
  pass(9999);
  await poll();
  assert.equal(asked.length, 1);
  pass(1);
  await poll();
  assert.equal(asked.length, 2, "a finger whose end was not told holds the page for ten seconds only");
  listeners.pointerup({});
  pass(1500);
  const room_here = /** @type {Element} */ (live);
  room_here.parts["form[data-sent]"] = new Element();
  await poll();
  assert.equal(asked.length, 2);
});

test("an answer that comes while a finger is down is not shown", async () => {
  answer = {
    status: 200,
    text: async () => {
      touch();
      return "";
    },
  };
  answered = room("2");
  await poll();
  assert.equal(live?.dataset.seen, "1");
  pass(5000);
  answer = { status: 200 };
  await poll();
  assert.equal(live?.dataset.seen, "2");
});

test("a clock that is set back neither stops the room nor its taps", async () => {
  await exchange("2");
  touch();
  now -= 3_600_000;
  pass(1500);
  assert.equal(tapped(), true);
  await poll();
  assert.equal(live?.dataset.seen, "2");
  assert.ok(asked.length > 1, "the room asks on");
});

test("after its clock was set the device asks the server for the time", async () => {
  for (const jump of [-3_600_000, 3_600_000]) {
    asked = [];
    now += jump;
    every[1000]();
    answer = { status: 200 };
    answered = room("2");
    await poll();
    pass(5000);
    every[1000]();
    await poll();
    assert.deepEqual(asked, ["/room/?seen=", "/room/?seen=2"], String(jump));
  }
});

test("a tap on a line that has just moved is ignored in the tray, and nowhere else", async () => {
  await exchange("2");
  assert.deepEqual([tapped(), tapped(false), tapped(true, false)], [false, true, true]);
  pass(400);
  assert.equal(tapped(), false);
  pass(1);
  assert.equal(tapped(), true);
});

test("a server that does not answer is said, also where a proxy answers for it", async () => {
  for (const [given, off] of /** @type {[any, boolean][]} */ ([
    [null, true],
    [{ status: 204 }, false],
    [{ status: 502 }, true],
    [{ status: 200 }, false],
    [{ status: 500 }, true],
    [{ status: 404 }, false],
  ])) {
    answer = given;
    answered = room("2");
    pass(5000);
    await poll();
    assert.equal(isOff, off, JSON.stringify(given));
  }
});

test("a session that has ended leads to the page that the server names", async () => {
  answer = { status: 200, redirected: true, url: "/login/" };
  answered = room("2");
  await poll();
  assert.deepEqual([visited, live?.dataset.seen], [["/login/"], "1"]);
});

test("minutes and the clock on the wall are counted on by the server's clock", () => {
  const since = new Element({ since: String(now / 1000 - 59) });
  const long = new Element({ since: String(now / 1000 - 3600 * 6 - 60 * 5) });
  const ends = new Element({ ends: String(now / 1000 + 301) });
  const [words, whole, exact] = [new Element({ run: "", warn: "bientôt", over: "fini" }), new Element(), new Element()];
  ends.parts = { "[data-words]": words, "[data-minutes]": whole, "[data-seconds]": exact };
  listed = { "[data-since]": [since, long], "[data-ends]": [ends] };
  const said = () => {
    every[1000]();
    return [since, long, words, whole, exact].map((one) => one.textContent);
  };
  assert.deepEqual(said(), ["0", "6\u00a0h\u00a005", "", "6", "5:01"]);
  pass(1000);
  assert.deepEqual(said(), ["1", "6\u00a0h\u00a005", "bientôt", "5", "5:00"]);
  pass(300_000);
  assert.deepEqual(said().slice(2), ["bientôt", "0", "0:00"]);
  pass(1000);
  assert.deepEqual(said().slice(2), ["fini", "0", "−0:01"]);
  pass(3_600_000);
  assert.deepEqual(said().slice(2), ["fini", "1\u00a0h\u00a000", "−1\u00a0h\u00a000"]);
});

test("the room asks one thing at a time, not while nobody looks, and at once when somebody does again", async () => {
  /** @type {(value?: unknown) => void} */
  let answers = () => {};
  answer = { status: 200, text: () => new Promise((resolve) => (answers = resolve)) };
  answered = room("2");
  const first = poll();
  await poll();
  assert.equal(asked.length, 1);
  await new Promise((resolve) => setImmediate(resolve));
  answers("");
  await first;
  Object.assign(document, { hidden: true });
  pass(5000);
  listeners.visibilitychange({});
  await poll();
  assert.equal(asked.length, 1);
  Object.assign(document, { hidden: false });
  answer = { status: 204 };
  listeners.visibilitychange({});
  assert.equal(asked.length, 2);
  await new Promise((resolve) => setImmediate(resolve));
  listeners.pageshow({ persisted: false });
  assert.equal(asked.length, 2);
  listeners.pageshow({ persisted: true });
  assert.equal(asked.length, 3);
  await new Promise((resolve) => setImmediate(resolve));
  live = null;
  await poll();
  assert.equal(asked.length, 3);
});

test("an answer that is no room changes nothing", async () => {
  answer = { status: 200 };
  answered = /** @type {any} */ (null);
  await poll();
  assert.equal(live?.dataset.seen, "1");
});

test("touches are noticed before the page hears of them", () => {
  assert.deepEqual(firsts.sort(), ["click", "pointercancel", "pointerdown", "pointerup", "scroll"]);
});

/** Exchange a room whose tray has a line at *before* for one where it is at *after*. */
async function moves(/** @type {number} */ before, /** @type {number} */ after, /** @type {object} */ tray = {}) {
  scrolled = 0;
  pass(5000);
  const [old, fresh] = [/** @type {Element} */ (live), room("9")];
  const [line, then] = [new Element(), new Element()];
  Object.assign(line, { id: "line", top: before });
  then.top = after;
  Object.assign(fresh, { parts: { ".waiting": Object.assign(new Element(), tray, { scrollTop: 0 }) } });
  old.parts = { ".waiting": Object.assign(new Element(), tray) };
  const above = Object.assign(new Element(), { id: "above", top: before - 100 });
  old.lists = { ".tray li[id]": [above, line] };
  byId = { line: then };
  [answer, answered] = [{ status: 200 }, fresh];
  await poll();
  return [scrolled, fresh.parts[".waiting"].scrollTop];
}

test("the line that is read stays where it is, in the tray or on the page", async () => {
  assert.deepEqual(await moves(-4, 26), [30, 0], "a page that was scrolled down");
  assert.deepEqual(await moves(4, 26), [0, 0], "a page at its top");
  assert.deepEqual(await moves(0, 26), [0, 0]);
  const inside = { scrollHeight: 200, clientHeight: 100 };
  assert.deepEqual(await moves(4, 34, { ...inside, scrollTop: 50 }), [0, 80]);
  assert.deepEqual(await moves(4, 34, { ...inside, scrollTop: 0 }), [0, 0], "a tray at its top");
  assert.deepEqual(await moves(-4, 26, { scrollHeight: 101, clientHeight: 100, scrollTop: 0 }), [30, 0]);
  assert.deepEqual(await moves(-4, 26, { scrollHeight: 102, clientHeight: 100, scrollTop: 0 }), [0, 0]);
});

test("what was open and what had the focus are so again", async () => {
  const [old, around, active] = [/** @type {Element} */ (live), new Element(), new Element()];
  around.id = "call";
  active.parts = { around };
  around.lists = { "a, button, summary, [tabindex]": [new Element(), active] };
  old.lists = { "details[open][id]": [Object.assign(new Element(), { id: "more" })] };
  Object.assign(document, { activeElement: active });
  const [more, call, button] = [new Element(), new Element(), new Element()];
  call.lists = { "a, button, summary, [tabindex]": [new Element(), button] };
  byId = { more, call };
  [answer, answered] = [{ status: 200 }, room("2")];
  await poll();
  assert.deepEqual([more.isOpen, button.isFocused, call.isFocused], [true, true, false]);
  pass(5000);
  Object.assign(document, { activeElement: new Element() });
  button.isFocused = false;
  answered = room("3");
  await poll();
  assert.equal(button.isFocused, false);
});
