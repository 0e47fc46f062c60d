// @ts-check
// The outbox on a store in memory and a fake server: the acts that are sent, kept and removed.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

/** @import { Act, Incident } from "../../static/js/offline/types.d.ts" */

const realTimeout = globalThis.setTimeout;
// The automatic sending of the outbox is switched off, so that only the test sends.
globalThis.setTimeout = /** @type {any} */ (
  (/** @type {() => void} */ work, delay = 0) => (work.name === "flush" ? 0 : realTimeout(work, delay))
);
Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending

const { act, again, clear, flush, forget, released, settled, takeBack, waiting } =
  await import("../../static/js/offline/outbox.js");
const { all, get, of, write } = await import("../../static/js/offline/store.js");

const ME = 7;
/** @type {Record<string, any>[]} */
let sent = [];
/** @type {(said: Record<string, any>) => [number, unknown]} the server has it */
const yes = ({ id, incident: call = id, inquiry }) => [
  200,
  { status: "accepted", incident: call, inquiry, url: "/there/" },
];
let server = yes;
let signedIn = ME;

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ _address, /** @type {RequestInit} */ { method, body } = {}) => {
    const answers = (/** @type {number} */ status, /** @type {unknown} */ said) =>
      new Response(JSON.stringify(said), { status });
    if (method !== "POST") return answers(200, { user: signedIn, token: "t" });
    const said = JSON.parse(String(body));
    sent.push(said);
    return answers(...server(said));
  }
);

/** @param {Partial<Act> & Pick<Act, "kind">} said @param {object} [options] */
const noted = (said, options) => act({ incident: "call", ...said }, undefined, options);
const incident = (/** @type {string} */ id) => /** @type {Promise<Incident>} */ (get("incidents", id));

beforeEach(async () => {
  sent = [];
  server = yes;
  signedIn = ME;
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
    await of(stores.meta.put({ id: "user", user: ME, name: "martin", language: "fr" }));
  });
});

test("what waits is sent once, in order, without what only the device needs to know", async () => {
  await noted({ id: "a", kind: "law", law: "27", inquiry: "q" });
  await noted({ id: "b", kind: "answer", question: "bid", value: "2H", inquiry: "q" });
  assert.equal(await flush(), "done");
  assert.equal(await flush(), "done");
  assert.deepEqual(
    sent.map(({ id }) => id),
    ["a", "b"],
  );
  const device = /^(seq|held|name|language)$/;
  assert.deepEqual(
    sent.flatMap(Object.keys).filter((key) => device.test(key)),
    [],
  );
  assert.deepEqual(await all("acts"), []);
});

test("what is said better takes the place of what waits", async () => {
  await noted({ id: "a", kind: "words", words: "Il a" });
  await noted({ id: "b", kind: "words", words: "Il a joué" }, { instead: (/** @type {Act} */ one) => one.id === "a" });
  await flush();
  assert.deepEqual(
    sent.map(({ words }) => words),
    ["Il a joué"],
  );
});

test("a server that fails on two calls is asked no more, and nothing is given up", async () => {
  server = () => [500, null];
  for (const id of ["a", "b", "c"]) await act({ id, incident: id, kind: "words" });
  assert.equal(await flush(), "lost");
  assert.equal(sent.length, 2);
  assert.equal((await waiting()).mine, 3);
});

test("what the server fails on lets another call through, and says that it is not all there", async () => {
  server = (said) => (said.id === "a" ? [500, null] : yes(said));
  for (const id of ["a", "b"]) await act({ id, incident: id, kind: "words" });
  assert.equal(await flush(), "lost");
  assert.deepEqual(
    (await all("acts")).map(({ id }) => id),
    ["a"],
  );
});

test("what is refused stays with its reason until it is sent again or given up", async () => {
  server = () => [422, { status: "refused", code: "closed", message: "Trop tard." }];
  await act({ id: "call", kind: "open" });
  await noted({ id: "b", kind: "words", words: "Il a joué" });
  await flush();
  assert.deepEqual((await waiting()).acts[0].refused, { code: "closed", message: "Trop tard." });
  assert.equal((await waiting()).refused, 2);
  await flush();
  assert.equal(sent.length, 1);
  server = yes;
  await again(() => true);
  assert.deepEqual(await all("acts"), []);
});

test("giving up a refused call gives up what waits behind it, and nothing else", async () => {
  server = ({ id }) => (id === "call" ? [422, { status: "refused", code: "closed" }] : [500, null]);
  await act({ id: "call", kind: "open" });
  await noted({ id: "b", kind: "words" });
  await act({ id: "c", incident: "other", kind: "words" });
  await flush();
  await forget((one) => Boolean(one.refused));
  assert.deepEqual(
    (await all("acts")).map(({ id }) => id),
    ["c"],
  );
});

test("what another director has left waits for him, and says so", async () => {
  await noted({ id: "a", kind: "words" });
  signedIn = 8;
  assert.equal(await flush(), "other");
  assert.deepEqual(sent, []);
  assert.equal((await all("acts")).length, 1);
});

test("what a page sends itself is not sent beside it, until the page lets it go", async () => {
  await noted({ id: "a", kind: "words" }, { held: true });
  await noted({ id: "b", kind: "words" });
  assert.equal(await flush(), "held");
  assert.deepEqual(sent, []);
  await settled(["a"]);
  assert.deepEqual(
    (await all("acts")).map(({ id }) => id),
    ["b"],
  );
  await noted({ id: "c", kind: "words" }, { held: true });
  await released(["c"]);
  assert.equal(await flush(), "done");
  assert.deepEqual(
    sent.map(({ id }) => id),
    ["b", "c"],
  );
});

test("a call that the server knows already is that one, for all that waits", async () => {
  server = ({ kind }) => [kind === "open" ? 200 : 500, { status: "accepted", incident: "known", url: "/known/" }];
  await act({ id: "call", kind: "open" });
  await noted({ id: "b", kind: "words" });
  await flush();
  assert.deepEqual(
    (await all("acts")).map((one) => one.incident),
    ["known"],
  );
  assert.deepEqual([await incident("call"), (await incident("known")).was], [undefined, ["call"]]);
});

/** Store a call with an inquiry "mine" that the server does not know yet, and answers given in it. */
async function inquiryHere() {
  const changes = (/** @type {Incident} */ one) =>
    one.inquiries.push(/** @type {any} */ ({ id: "mine", law: "27", answers: { bid: "2H" }, by: {} }));
  await act({ id: "law", kind: "law", incident: "call", law: "27", inquiry: "mine" }, changes);
  await noted({ id: "b", kind: "answer", inquiry: "mine", question: "bid", value: "2H" });
}

test("an inquiry that the server knows already is that one, and keeps what was answered here", async () => {
  server = ({ kind }) => [kind === "law" ? 200 : 500, { status: "accepted", inquiry: "known", url: "/q/" }];
  await act({ id: "x", kind: "words", incident: "call" }, (one) =>
    one.inquiries.push(/** @type {any} */ ({ id: "known", law: "27", answers: { bid: "1C", offender: "E" }, by: {} })),
  );
  await forget(({ id }) => id === "x");
  await inquiryHere();
  await flush();
  assert.deepEqual(
    (await all("acts")).map((one) => one.inquiry),
    ["known"],
  );
  const [inquiry, ...more] = (await incident("call")).inquiries;
  assert.deepEqual(more, []);
  assert.deepEqual([inquiry.id, inquiry.was, inquiry.answers], ["known", ["mine"], { bid: "2H", offender: "E" }]);
});

test("the answer that counts is the server's, and the director is told whose it is", async () => {
  server = ({ kind }) =>
    kind === "answer"
      ? [200, { status: "conflict", counts: "1C", by: "Leclerc", inquiry: "mine" }]
      : [200, { status: "accepted", inquiry: "mine" }];
  await inquiryHere();
  await flush();
  const [inquiry] = (await incident("call")).inquiries;
  assert.equal(inquiry.answers.bid, "1C");
  assert.deepEqual(
    inquiry.told?.map((told) => told.question),
    ["bid"],
  );
});

test("a ruling read out here that the server rules in another way is marked; the same one is not", async () => {
  server = ({ kind }) => [200, { status: "accepted", inquiry: "mine", ...(kind === "ruled" ? { ruling: "abc" } : {}) }];
  await inquiryHere();
  await noted({ id: "c", kind: "ruled", inquiry: "mine", ruling: "abc" });
  await flush();
  assert.equal((await incident("call")).inquiries[0].otherwise, undefined);
  await noted({ id: "d", kind: "ruled", inquiry: "mine", ruling: "def" });
  await flush();
  assert.equal((await incident("call")).inquiries[0].otherwise, true);
});

test("signing out forgets the evening but for what still waits, and no text that was not sent", async () => {
  await noted({ id: "a", kind: "words" });
  await write(async ({ incidents, rooms, meta }) => {
    await of(incidents.put(/** @type {any} */ ({ id: "done", inquiries: [] })));
    await of(rooms.put(/** @type {any} */ ({ id: "room" })));
    await of(meta.put(/** @type {any} */ ({ id: "note:1", writing: "w", text: "Il a joué", sent: "Il a" })));
    await of(meta.put(/** @type {any} */ ({ id: "note:2", writing: "v", text: "Rien ", sent: "Rien" })));
  });
  await clear();
  assert.deepEqual(
    (await all("incidents")).map(({ id }) => id),
    ["call"],
  );
  assert.deepEqual(await all("rooms"), []);
  assert.deepEqual(
    (await all("meta")).map(({ id }) => id),
    ["note:1"],
  );
});

test("an incident of which the server has taken anything is there, at the server's address", async () => {
  for (const kind of /** @type {Act["kind"][]} */ (["words", "answer", "law", "ruled"])) {
    const call = { id: "call", user: ME, here: false, inquiries: [{ id: "q", law: "27", answers: {} }] };
    await write((stores) => of(stores.incidents.put(/** @type {any} */ (call))));
    await noted({ id: `${kind}-1`, kind, inquiry: "q", law: "27", question: "bid", value: "2H" });
    assert.equal(await flush(), "done");
    const { here, url } = await incident("call");
    assert.deepEqual([here, url], [true, "/there/"], kind);
  }
});

test("an act is taken back once another tab has ended its sending, if it was not sent", async () => {
  /** @type {() => void} */
  let ends = () => {};
  const sending = new Promise((resolve) => (ends = () => resolve(undefined)));
  const request = async (/** @type {string} */ _name, /** @type {any} */ how, /** @type {any} */ work) => {
    if (how.ifAvailable) return work(null);
    await sending;
    return work({});
  };
  const before = globalThis.navigator;
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { locks: { request } } });
  try {
    await noted({ id: "a", kind: "say" });
    await noted({ id: "b", kind: "say" });
    const [taken, late] = [takeBack("a"), takeBack("sent")];
    assert.equal((await all("acts")).length, 2);
    ends();
    assert.deepEqual([await taken, await late], [true, false]);
    assert.deepEqual(
      (await all("acts")).map(({ id }) => id),
      ["b"],
    );
  } finally {
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: before });
  }
});
