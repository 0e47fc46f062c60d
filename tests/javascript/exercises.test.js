// @ts-check
// Exercises on a store in memory and a fake server: they are stored apart from the acts, and sent once.
import "fake-indexeddb/auto";

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

Reflect.deleteProperty(globalThis, "BroadcastChannel"); // it would keep this process from ending

const { again, along, begin, change, exercise, finish, progress, read, renew, send, situations, take } =
  await import("../../static/js/offline/exercises.js");
const { clear, waiting } = await import("../../static/js/offline/outbox.js");
const { all, get, of, write } = await import("../../static/js/offline/store.js");

// The page.
globalThis.document = /** @type {any} */ ({ documentElement: { lang: "fr" } });

const ME = 7;
/** @type {Record<string, any>[]} */
let sent = [];
let signedIn = ME;
/** @type {() => [number, unknown]} */
let server;
/** @type {string[]} */
let asked = [];
const KIT = { version: "v1", language: "fr", laws: "l1", situations: {}, themes: [], say: {} };

globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ address, /** @type {RequestInit} */ { method, body } = {}) => {
    asked.push(address);
    if (address.includes("/kit/")) {
      if (address.endsWith("have=v1")) return new Response(null, { status: 204 });
      return new Response(JSON.stringify(KIT));
    }
    if (method !== "POST") return new Response(JSON.stringify({ user: signedIn, token: "t" }));
    sent.push(JSON.parse(String(body)));
    const [status, said] = server();
    return new Response(JSON.stringify(said), { status });
  }
);

const right = () => true;

/** @param {string} situation @param {string} decision */
async function practised(situation, decision = "code") {
  const id = await begin(situation);
  await change(id, (one) => Object.assign(one, { law: "64", answers: { able: "no" } }));
  await finish(id, decision);
  return id;
}

beforeEach(async () => {
  await send();
  [sent, asked, signedIn, server] = [[], [], ME, () => [200, { status: "accepted", right: true }]];
  await write(async (stores) => {
    for (const store of Object.values(stores)) await of(store.clear());
    await of(stores.meta.put({ id: "user", user: ME, name: "martin", language: "fr" }));
  });
});

test("an ended exercise is sent once and leaves nothing among the acts of an evening", async () => {
  const id = await practised("revoke-1");
  await send();
  await send();
  assert.deepEqual(
    sent.map((one) => [one.id, one.user, one.situation, one.law, one.answers, one.decision]),
    [[id, ME, "revoke-1", "64", { able: "no" }, "code"]],
  );
  assert.deepEqual([await all("acts"), await all("incidents"), await exercise(id)], [[], [], undefined]);
  assert.deepEqual(await progress(right), { "revoke-1": true });
});

test("an exercise whose answer was lost is sent again under its own identifier", async () => {
  server = () => {
    throw new TypeError("no network");
  };
  const id = await practised("revoke-1");
  await send();
  server = () => [200, { status: "accepted", right: false }];
  await send();
  assert.deepEqual(new Set(sent.map((one) => one.id)), new Set([id]));
  assert.ok(sent.length > 1);
  assert.deepEqual(await progress(right), { "revoke-1": false });
});

test("an exercise that is not ended waits here, and is begun again from its beginning", async () => {
  const first = await begin("revoke-1");
  await change(first, (one) => Object.assign(one.answers, { able: "yes" }));
  const second = await begin("revoke-1");
  await send();
  assert.deepEqual([sent, await exercise(first), (await exercise(second))?.answers], [[], undefined, {}]);
});

test("what is ended changes no more", async () => {
  signedIn = 8; // no exercise is sent meanwhile
  const id = await practised("revoke-1", "");
  await change(id, (one) => Object.assign(one.answers, { able: "yes" }));
  await finish(id, "code");
  assert.deepEqual([(await exercise(id))?.answers, (await exercise(id))?.decision], [{ able: "no" }, ""]);
});

test("the exercise of one director is never sent as another's", async () => {
  signedIn = 8;
  const id = await practised("revoke-1");
  await send();
  assert.deepEqual(sent, []);
  await write(({ meta }) => of(meta.put({ id: "user", user: 8, name: "dupont", language: "fr" })));
  assert.deepEqual(await progress(right), {});
  await send();
  assert.deepEqual([sent, Boolean(await exercise(id))], [[], true]);
});

test("an exercise that is refused stays here with its answers and the reason, and counts for nothing", async () => {
  server = () => [422, { status: "refused", message: "Not in this version." }];
  const id = await practised("revoke-1");
  await send();
  await send();
  const kept = await exercise(id);
  assert.deepEqual([kept?.refused?.message, kept?.answers], ["Not in this version.", { able: "no" }]);
  assert.deepEqual([sent.length, await progress(right)], [1, {}]);
  const told = await waiting();
  assert.deepEqual([told.refused, told.mine, told.practised.map((one) => one.key)], [1, 0, [id]]);

  server = () => [200, { status: "accepted", right: true }];
  await again();
  assert.deepEqual([await exercise(id), (await waiting()).refused], [undefined, 0]);
  assert.deepEqual(await progress(right), { "revoke-1": true });
});

test("an exercise that was refused leaves once its director has read why; nobody else sees it", async () => {
  server = () => [422, { status: "refused" }];
  const id = await practised("revoke-1");
  await send();
  await write(({ meta }) => of(meta.put({ id: "user", user: 8, name: "dupont", language: "fr" })));
  assert.equal((await waiting()).refused, 0);
  await read();
  assert.ok(await exercise(id));
  await write(({ meta }) => of(meta.put({ id: "user", user: ME, name: "martin", language: "fr" })));
  await read();
  assert.deepEqual([await exercise(id), (await waiting()).refused], [undefined, 0]);
});

test("an exercise on which the server fails keeps none of the others waiting", async () => {
  signedIn = 8; // no exercise is sent meanwhile
  const first = await practised("revoke-1");
  await practised("revoke-2");
  await send();
  signedIn = ME;
  const fails = () => sent.at(-1)?.situation === "revoke-1";
  server = () => (fails() ? [500, "failed"] : [200, { status: "accepted", right: true }]);
  await send();
  assert.deepEqual(
    sent.map((one) => one.situation),
    ["revoke-1", "revoke-2"],
  );
  assert.deepEqual(
    (await all("meta")).filter((one) => one.situation).map((one) => one.key),
    [first],
  );
});

test("what the server said of the progress holds until something is practised here", async () => {
  await along({ "revoke-1": true, "revoke-2": true });
  signedIn = 8;
  await practised("revoke-1");
  assert.deepEqual(await progress(() => false), { "revoke-1": false, "revoke-2": true });
});

test("an exercise that the server takes adds to the progress of its own director", async () => {
  await along({ "revoke-2": false });
  await practised("revoke-1");
  await send();
  assert.deepEqual(await progress(right), { "revoke-1": true, "revoke-2": false });
  await write(({ meta }) => of(meta.put({ id: "practised", user: 8, last: { "revoke-3": true }, at: "" })));
  await practised("revoke-1");
  await send();
  assert.deepEqual(await progress(right), { "revoke-1": true });
});

test("the situations are fetched once, and are read for the laws that they are of", async () => {
  await along({});
  await take();
  const kits = asked.filter((one) => one.includes("/kit/"));
  assert.deepEqual(kits, ["/fr/school/kit/?have=", "/fr/school/kit/?have=v1"]);
  assert.equal((await situations("fr", "l1"))?.version, "v1");
  assert.equal(await situations("fr", "l2"), undefined);
  assert.equal(await situations("en", "l1"), undefined);
});

test("situations that were taken along for earlier laws are fetched again, and no others", async () => {
  await renew("/fr/offline/l1/laws.json");
  assert.deepEqual(asked, []);
  await write(({ meta }) => of(meta.put({ id: "situations:fr", kit: { ...KIT, version: "v0", laws: "l0" } })));
  await renew("/fr/offline/l1/laws.json");
  await renew("/fr/offline/l1/laws.json");
  assert.deepEqual(asked, ["/fr/school/kit/?have=v0"]);
});

test("whoever signs out leaves no progress here, and what he has practised waits for him", async () => {
  await along({ "revoke-2": true });
  signedIn = 8;
  const id = await practised("revoke-1");
  await clear();
  assert.deepEqual([await get("meta", "practised"), Boolean(await exercise(id))], [undefined, true]);
});
