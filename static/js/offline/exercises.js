// @ts-check
// The exercises of this device: the downloaded situations, the exercises done without a network, and how they are sent
// to the server. They are no acts of an evening and do not use the outbox. A refused exercise stays on the device, with
// its reason, until its director has read it.
import { ask, headers, me, tell } from "./outbox.js";
import { all, get, of, uuid7, write } from "./store.js";

/** @import { Exercise, Kit, Practised } from "./types.d.ts" */

/** The pages of the device that belong to the school. */
export const PAGES = ["school", "situation", "practise", "corrected"];

const now = () => new Date().toISOString();

// Stored situations

/**
 * Read the situations in a language; undefined where this device has none for these laws.
 * @param {string} language
 * @param {string} laws the version of the laws
 * @returns {Promise<Kit | undefined>}
 */
export async function situations(language, laws) {
  /** @type {{kit: Kit} | undefined} */
  const found = await get("meta", `situations:${language}`);
  return found?.kit.laws === laws ? found.kit : undefined;
}

/** Fetch the situations in the language of this page, unless this device has them. */
export async function take() {
  const language = document.documentElement.lang;
  const id = `situations:${language}`;
  const have = (await get("meta", id))?.kit.version ?? "";
  const response = await ask(language, {}, `school/kit/?have=${have}`);
  if (response.status !== 200) return;
  /** @type {Kit} */
  const kit = await response.json();
  await write(({ meta }) => of(meta.put({ id, kit })));
}

/**
 * Fetch the situations again if those of this device belong to another version of the laws than the page.
 * @param {string} laws the address of its laws, which carries their version
 */
export async function renew(laws) {
  /** @type {{kit: Kit} | undefined} */
  const found = await get("meta", `situations:${document.documentElement.lang}`);
  if (found && !laws.includes(found.kit.laws)) await take();
}

/**
 * Store the reader's progress from the server, and fetch the situations.
 * @param {Record<string, boolean>} last by situation, whether the last exercise was right
 */
export async function along(last) {
  const user = (await me())?.user;
  await write(({ meta }) => of(meta.put({ id: "practised", user, last, at: now() })));
  await take();
}

// Practice

/** @returns {Promise<Exercise[]>} the exercises of this director on this device, the oldest first */
async function mine() {
  const user = (await me())?.user;
  /** @type {Exercise[]} */
  const found = (await all("meta")).filter((one) => one.situation && one.user === user);
  return found.sort((one, other) => ((one.at ?? one.begun) < (other.at ?? other.begun) ? -1 : 1));
}

/**
 * Tell by situation whether the last exercise was right, from the server's progress and the later exercises here.
 * @param {(exercise: Exercise) => boolean} isRight
 */
export async function progress(isRight) {
  const user = (await me())?.user;
  /** @type {Practised | undefined} */
  const said = await get("meta", "practised");
  const last = said?.user === user ? { ...said?.last } : {};
  for (const one of await mine()) if (one.at && !one.refused) last[one.situation] = isRight(one);
  return last;
}

/** @returns {Promise<Exercise | undefined>} */
export const exercise = (/** @type {string | undefined} */ id) => get("meta", `exercise:${id}`);

/**
 * Begin an exercise; an unfinished one of the same situation is restarted.
 * @param {string} situation
 * @returns {Promise<string>} its identifier
 */
export async function begin(situation) {
  const user = await me();
  if (!user) throw new Error("nobody is signed in");
  const left = (await mine()).filter((one) => one.situation === situation && !one.at);
  const key = uuid7();
  await write(({ meta }) => {
    for (const one of left) meta.delete(one.id);
    const told = { user: user.user, language: user.language, situation, law: "", answers: {}, decision: "" };
    meta.put({ id: `exercise:${key}`, key, ...told, begun: now() });
  });
  return key;
}

/**
 * Change an exercise that is not ended.
 * @param {string | undefined} id
 * @param {(exercise: Exercise) => unknown} changes
 */
export async function change(id, changes) {
  await write(async ({ meta }) => {
    /** @type {Exercise | undefined} */
    const found = await of(meta.get(`exercise:${id}`));
    if (!found) throw new Error("this exercise is not on the device any more");
    if (found.at) return;
    changes(found);
    meta.put(found);
  });
}

/**
 * Store the learner's decision, which ends the exercise; it then waits to be sent.
 * @param {string | undefined} id
 * @param {string} decision "" where he does not know
 */
export async function finish(id, decision) {
  await change(id, (one) => Object.assign(one, { decision, at: now() }));
  send();
}

// Sending

/** @type {Promise<void> | undefined} */
let running;

/** Send the exercises that were ended here, one after the other, in one tab at a time. */
export function send() {
  running ??= alone()
    .catch(() => {}) // no network: they are sent when it is back
    .finally(() => (running = undefined));
  return running;
}

async function alone() {
  if (!globalThis.navigator?.locks) return drain();
  await navigator.locks.request("exercises", { ifAvailable: true }, async (lock) => lock && drain());
}

async function drain() {
  const waits = (await mine()).filter((one) => one.at && !one.refused);
  if (!waits.length) return;
  const session = await ask(waits[0].language);
  if (!session.ok) return;
  const { user, token } = await session.json();
  for (const one of waits) {
    if (one.user !== user) return;
    const { key, situation, law, answers, decision, at } = one;
    const body = JSON.stringify({ id: key, user, situation, law, answers, decision, at, sent_at: now() });
    const response = await ask(one.language, { method: "POST", headers: headers(token), body }, "school/brought/");
    const said = await response.json().catch(() => null);
    if (response.status === 500) continue; // the server failed on this exercise; the others are sent all the same
    if (!["accepted", "refused"].includes(said?.status)) return;
    if (said.status === "refused") await refused(one, said.message);
    else await taken(one, said.right);
  }
}

/**
 * Store why the server refused an exercise, which stays on the device and is not sent again automatically.
 * @param {Exercise} one
 * @param {string} [message]
 */
async function refused(one, message = "") {
  await write(({ meta }) => of(meta.put({ ...one, refused: { code: "refused", message } })));
  tell();
}

/** Forget the exercises that were refused: their director has read why. */
export async function read() {
  const gone = (await mine()).filter((one) => one.refused);
  await write(({ meta }) => gone.forEach((one) => meta.delete(one.id)));
  tell();
}

/** Send again the exercises that were refused. */
export async function again() {
  const waits = (await mine()).filter((one) => one.refused);
  await write(({ meta }) => waits.forEach((one) => meta.put({ ...one, refused: undefined })));
  tell();
  return send();
}

/**
 * Delete an exercise that the server has accepted, and add its result to the stored progress.
 * @param {Exercise} one
 * @param {boolean} right
 */
async function taken(one, right) {
  await write(async ({ meta }) => {
    /** @type {Practised | undefined} */
    const said = await of(meta.get("practised"));
    meta.delete(one.id);
    const last = said?.user === one.user ? said.last : {};
    meta.put({ id: "practised", user: one.user, at: now(), last: { ...last, [one.situation]: right } });
  });
}

/** Send now, and whenever the network may be back. */
export function start() {
  for (const name of ["online", "pageshow", "focus"]) addEventListener(name, send);
  send();
}
