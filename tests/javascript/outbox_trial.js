// @ts-check
// The outbox of the device under faults of the server, the network and the clock: tests/trials/outbox.py runs it.
// The store is in memory (fake-indexeddb), the requests are real, and a second of waiting is a millisecond.
import "fake-indexeddb/auto";

import { writeFileSync } from "node:fs";

/** @type {{address: string, cookie: string, user: number, tournament: string, folder: string, seed: number,
 *   incidents: number}} */
const asked = JSON.parse(process.argv[2]);

// Chance, the clock, the network

let state = asked.seed;
function chance() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
/** @template T @param {T[]} some */
const oneOf = (some) => some[Math.floor(chance() * some.length)];

const realNow = Date.now;
let jumped = 0;
Date.now = () => realNow() + jumped;
const realTimeout = globalThis.setTimeout;
// Speed up only the timers of the outbox; Node's own timers keep their time.
const quickly = (/** @type {(...more: any[]) => void} */ work, delay = 0, /** @type {any[]} */ ...more) =>
  realTimeout(work, work.name === "flush" ? delay / 1000 : delay, ...more);
globalThis.setTimeout = /** @type {typeof setTimeout} */ (/** @type {unknown} */ (quickly));

/** Milliseconds to continue at the end while no waiting act gets through. */
const PATIENCE = 5 * 60000;
const HERE = ["cut", "answer lost", "sign-in ends"];
const THERE = ["full", "read-only", "500", "broken"];
/** @type {Record<string, number>} */
const faults = {};
let wrong = "";
let requests = 0;
/** @type {Record<string, string>} */
let cookies = { sessionid: asked.cookie };

const realFetch = globalThis.fetch;
globalThis.fetch = async (/** @type {RequestInfo | URL} */ address, /** @type {RequestInit} */ more = {}) => {
  requests += 1;
  if (wrong === "cut") throw new TypeError("no network");
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  const headers = { ...more?.headers, Cookie: cookie.join("; ") };
  const response = await realFetch(new URL(String(address), asked.address), { ...more, headers });
  for (const one of response.headers.getSetCookie()) {
    const [, name, value] = one.match(/^([^=]+)=([^;]*)/) ?? [];
    if (name === "csrftoken") cookies.csrftoken = value;
  }
  if (wrong === "answer lost" && chance() < 0.5) throw new TypeError("the answer is lost");
  return response;
};

function heal() {
  wrong = "";
  cookies = { ...cookies, sessionid: asked.cookie };
  writeFileSync(`${asked.folder}/fault`, "");
}

/** Begin a fault, or end all faults. */
function trouble() {
  if (wrong) {
    if (chance() < 0.4) heal();
    return;
  }
  if (chance() > 0.3) return;
  if (chance() < 0.2) {
    faults["clock jumps"] = (faults["clock jumps"] ?? 0) + 1;
    jumped += oneOf([-400 * 86400000, -3600000, 3600000, 400 * 86400000]);
    return;
  }
  wrong = oneOf([...HERE, ...THERE]);
  faults[wrong] = (faults[wrong] ?? 0) + 1;
  if (wrong === "sign-in ends") cookies = {};
  if (THERE.includes(wrong)) writeFileSync(`${asked.folder}/fault`, wrong);
}

// The director

const { act, again, flush, waiting } = await import("../../static/js/offline/outbox.js");
const { all, of, uuid7, write } = await import("../../static/js/offline/store.js");

await write(({ meta }) => of(meta.put({ id: "user", user: asked.user, name: "martin", language: "fr" })));

/** @type {[string, Record<string, string>][]} */
const expected = [];
let hours = 0;

/** @param {number} number */
async function incident(number) {
  const mark = `Essai ${number} de la graine ${asked.seed}`;
  const [id, inquiry] = [uuid7(), uuid7()];
  const answers = { offender: oneOf(["N", "E", "S", "W"]), bid: oneOf(["1C", "2H", "3NT"]), in_rotation: "no" };
  const step = async (/** @type {any} */ said) => {
    trouble();
    await act({ incident: id, ...said });
    if (chance() < 0.5) await flush();
  };
  trouble();
  await act({ id, kind: "open", tournament: asked.tournament });
  await step({ id: uuid7(), kind: "law", inquiry, law: "27" });
  for (const [question, value] of Object.entries(answers)) {
    await step({ id: uuid7(), kind: "answer", inquiry, question, value, seen: 0 });
  }
  const writing = uuid7();
  const instead = (/** @type {{writing?: string}} */ one) => one.writing === writing;
  await step({ id: uuid7(), kind: "words", writing, words: mark.slice(0, 8), edit: 1 });
  await act({ id: uuid7(), kind: "words", incident: id, writing, words: mark, edit: 2 }, () => {}, { instead });
  expected.push([mark, answers]);
}

/** Let a worker answer 500 for an hour; the outbox keeps trying, and drops no act. */
async function hour() {
  heal();
  writeFileSync(`${asked.folder}/fault`, "500");
  for (let minute = 0; minute < 60; minute += 1) {
    jumped += 60000;
    await flush();
  }
  const given = (await waiting()).acts.filter((one) => one.refused);
  if (given.length) throw new Error(`acts were given up: ${JSON.stringify(given)}`);
  hours += 1;
  heal();
}

for (let number = 1; number <= asked.incidents; number += 1) {
  await incident(number);
  if (number % 50 === 25) await hour();
}
heal();
writeFileSync(`${asked.folder}/over`, ""); // the server is not killed any more
const atLast = (await waiting()).mine;
// Wait as long as acts get through: the machine may be busy, and the server may be restarting.
for (let mine = atLast, until = realNow() + PATIENCE; mine && realNow() < until;) {
  await flush();
  const left = (await waiting()).mine;
  if (left < mine) until = realNow() + PATIENCE;
  mine = left;
  await new Promise((resolve) => realTimeout(resolve, 100));
}
const left = await waiting();
if (left.refused) await again(() => true);
const refused = (await all("acts")).map(({ kind, refused: why }) => ({ kind, why }));
const said = { expected, faults, hours, requests, refused, waited: atLast, waits: left.mine };
process.stdout.write(`${JSON.stringify(said)}\n`);
process.exit(0);
