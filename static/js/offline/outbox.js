// @ts-check
// The waiting acts: each is stored before it is sent, sent in order, and deleted once the server has accepted it. A
// refused act stays, with the server's reason.
import { FAILING, HELD, PAUSES, follows, incidentOf, isHeld, isOld, longer, meaning, next } from "./queue.js";
import { all, get, goesBy, of, read, uuid7, write } from "./store.js";

/** @import { Act, Exercise, Incident, Stores, Told, User, Waiting } from "./types.d.ts" */

/** @typedef {(stores: Stores, incident: Incident) => unknown} After */

const PATIENCE = 8000;
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("arbitrage") : null;
/** @type {Set<() => unknown>} */
const listeners = new Set();
let pause = PAUSES[0];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {Promise<string | undefined> | undefined} */
let running;
let link = "unknown";

/**
 * Call *listener* when something was written, sent or refused, here or in another tab.
 * @param {() => unknown} listener
 */
export function listen(listener) {
  listeners.add(listener);
}
channel?.addEventListener("message", () => listeners.forEach((listener) => listener()));

/** Call every listener, here and in the other tabs. */
export function tell() {
  channel?.postMessage("changed");
  listeners.forEach((listener) => listener());
}

/** @returns {Promise<User | undefined>} who is signed in, as far as this device knows */
export const me = () => get("meta", "user");

/**
 * Store an act, and its *changes* to its incident, in one transaction; then send it. With *held* the outbox leaves the
 * sending to the page. The act replaces the waiting acts that *instead* picks. *after* runs in the same transaction. An
 * incident for which *changes* returns false is not stored.
 *
 * @param {Partial<Act> & Pick<Act, "kind">} said
 * @param {(incident: Incident) => unknown} changes
 * @param {{held?: boolean, instead?: (other: Act) => boolean, after?: After}} options
 */
export async function act(said, changes = () => {}, { held = false, instead = () => false, after } = {}) {
  const user = await me();
  if (!user) throw new Error("nobody is signed in");
  const { name, language } = user;
  const until = held ? Date.now() + HELD : 0;
  const one = { id: uuid7(), user: user.user, name, language, at: now(), ...said, held: until };
  await write(async (stores) => {
    const { acts, incidents } = stores;
    const known = await underItsName(incidents, one);
    const key = one.incident ?? one.id;
    /** @type {Incident} */
    const incident = known ?? {
      id: key,
      user: one.user,
      inquiries: [],
      notes: [],
      at: one.at,
    };
    if (changes(incident) !== false) incidents.put({ ...incident, seen: now() });
    await after?.(stores, incident);
    for (const other of await of(acts.getAll())) if (instead(other)) acts.delete(other.seq);
    await of(acts.add(one));
  });
  tell();
  if (!held) {
    soon();
    later();
  }
  return one;
}

/**
 * Find the stored incident of an act, and put the present identifiers of the incident and its inquiry into the act: the
 * server may have merged them with others since the page was drawn.
 * @param {IDBObjectStore} incidents
 * @param {Partial<Act>} one
 * @returns {Promise<Incident | undefined>}
 */
async function underItsName(incidents, one) {
  const key = one.incident ?? one.id ?? "";
  /** @type {Incident | undefined} */
  const same = await of(incidents.get(key));
  /** @type {Incident[]} */
  const every = same ? [same] : await of(incidents.getAll());
  const known = every.find((other) => goesBy(other, key));
  if (known && one.incident) one.incident = known.id;
  const inquiry = known?.inquiries.find((other) => goesBy(other, one.inquiry));
  if (inquiry) one.inquiry = inquiry.id;
  return known;
}

/**
 * Remove acts that the page has sent itself: the server has confirmed them.
 * @param {string[]} ids
 */
export async function settled(ids) {
  await write(async ({ acts }) => {
    for (const one of await of(acts.getAll())) if (ids.includes(one.id)) acts.delete(one.seq);
  });
  tell();
}

/**
 * Let the outbox send acts that a page held and could not send.
 * @param {string[]} ids
 */
export async function released(ids) {
  await release((one) => ids.includes(one.id));
  tell();
  soon();
}

/**
 * Release acts that a page held. The outbox then sends those that the page has not settled; the server recognises acts
 * that it has stored already.
 */
export async function release(chosen = (/** @type {Act} */ one) => one.held > 0) {
  await write(async ({ acts }) => {
    for (const one of await of(acts.getAll())) if (chosen(one)) acts.put({ ...one, held: 0 });
  });
}

/**
 * Return all acts on this device, with the numbers of the signed-in director's waiting and refused ones, the number of
 * each other user's, and the director's refused exercises.
 * @returns {Promise<Waiting>}
 */
export async function waiting() {
  const { acts, meta } = await read(async (stores) => ({
    acts: /** @type {Act[]} */ (await of(stores.acts.getAll())),
    meta: await of(stores.meta.getAll()),
  }));
  /** @type {User | undefined} */
  const user = meta.find((/** @type {{id: string}} */ one) => one.id === "user");
  /** @type {Waiting} */
  const found = { mine: 0, refused: 0, others: {}, acts, practised: [], user, link };
  for (const one of acts) {
    if (user && one.user === user.user) {
      if (one.refused || follows(one, acts)) found.refused += 1;
      else found.mine += 1;
    } else found.others[one.name] = (found.others[one.name] ?? 0) + 1;
  }
  found.practised = meta.filter(
    (/** @type {Exercise} */ one) => one.situation && one.refused && one.user === user?.user,
  );
  found.refused += found.practised.length;
  return found;
}

/**
 * Discard unsent acts, with those that wait behind a refused act among them.
 * @param {(one: Act) => unknown} chosen
 */
export async function forget(chosen) {
  await write(async ({ acts }) => {
    /** @type {Act[]} */
    const kept = await of(acts.getAll());
    for (const one of kept) if (chosen(one) || follows(one, kept.filter(chosen))) acts.delete(one.seq);
  });
  tell();
}

/**
 * Undo a waiting act once nothing is being sent, unless that takes long; return whether it was undone.
 * @param {string} id
 */
export async function takeBack(id) {
  const work = async () => {
    let isThere = false;
    await write(async ({ acts }) => {
      for (const one of await of(acts.getAll())) {
        if (one.id !== id) continue;
        acts.delete(one.seq);
        isThere = true;
      }
    });
    return String(isThere);
  };
  const patience = AbortSignal.timeout(2 * PATIENCE);
  const done = await alone(work, { signal: patience }).catch((error) => {
    if (!patience.aborted) throw error;
  });
  tell();
  return done === "true";
}

/**
 * Send the waiting acts, oldest first, in one tab at a time. Return the outcome: "done", "lost", "login", "other", or
 * "held" while a page holds the next act; undefined if another tab is sending.
 */
export function flush() {
  running ??= alone(drain)
    .catch(() => "lost")
    .then((ended) => {
      if (ended !== undefined) link = ended;
      running = undefined;
      tell();
      retry(ended);
      return ended;
    });
  return running;
}

/**
 * Run *work* unless another tab is running it; undefined if one is. With a *signal* wait for that tab.
 * @param {() => Promise<string>} work
 * @param {LockOptions} [how]
 * @returns {Promise<string | undefined>}
 */
async function alone(work, how = { ifAvailable: true }) {
  if (!globalThis.navigator?.locks) return work();
  return navigator.locks.request("outbox", how, async (lock) => (lock ? work() : undefined));
}

/**
 * Send refused acts again, with the acts that wait behind them.
 * @param {(one: Act) => unknown} chosen
 */
export async function again(chosen) {
  await write(async ({ acts }) => {
    for (const one of await of(acts.getAll())) if (one.refused && chosen(one)) acts.put({ ...one, refused: undefined });
  });
  tell();
  return flush();
}

function soon() {
  pause = PAUSES[0];
  clearTimeout(timer);
  timer = setTimeout(flush, 50);
}

/**
 * Retry later. If another tab or the worker was sending, so that this one tried nothing, retry soon and without
 * growing pauses.
 * @param {string | undefined} ended
 */
async function retry(ended) {
  clearTimeout(timer);
  /** @type {Act[]} */
  const acts = await all("acts").catch(() => []);
  if (!acts.some((one) => !one.refused && !follows(one, acts))) return;
  const elsewhere = ended === undefined || ended === "held";
  timer = setTimeout(flush, elsewhere ? 1000 : pause);
  if (!elsewhere) pause = longer(pause);
}

/** Register a background sync, with which some browsers send waiting acts after the last tab was closed. */
async function later() {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration?.().catch(() => undefined);
  // Not every browser has it, and the type checker does not know it.
  const { sync } = /** @type {{sync?: {register(tag: string): Promise<void>}}} */ (registration ?? {});
  await sync?.register("outbox").catch(() => {});
}

const now = () => new Date().toISOString();
export const headers = (/** @type {string} */ token) => ({ "Content-Type": "application/json", "X-CSRFToken": token });
/** Request an endpoint (*place*) of the server: by default the outbox, which also answers who is signed in. */
export const ask = (/** @type {string} */ language, /** @type {RequestInit} */ more = {}, place = "outbox/") =>
  fetch(`/${language}/${place}`, {
    cache: "no-store",
    credentials: "same-origin",
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE),
    ...more,
  });

async function drain() {
  /** @type {Act[]} */
  const acts = (await all("acts")).filter((one) => !one.refused);
  if (!acts.length) return "done";
  const session = await ask(acts[0].language);
  if (session.status === 401) return "login";
  if (!session.ok) return "lost";
  const { user, token } = await session.json();
  /** @type {Set<string>} */
  const stuck = new Set();
  for (;;) {
    /** @type {Act[]} */
    const kept = await all("acts");
    const one = next(kept, user, stuck);
    if (!one) return whereEnded(kept, user, stuck);
    if (isHeld(one, Date.now())) return "held";
    const response = await ask(one.language, { method: "POST", headers: headers(token), body: sent(one) });
    const answer = await response.json().catch(() => null);
    const said = meaning(response.status, answer);
    if (said === "taken" || said === "refused") {
      await take(one.seq, one, said === "refused", answer);
      pause = PAUSES[0];
      tell();
    } else if (said === "failed") {
      stuck.add(incidentOf(one));
      if (stuck.size >= FAILING) return "lost";
    } else return said;
  }
}

/**
 * Return the outcome once no more acts can be sent: "lost" if the server failed, "other" if another user's acts wait.
 * @param {Act[]} kept
 * @param {number} user
 * @param {Set<string>} stuck
 */
function whereEnded(kept, user, stuck) {
  if (stuck.size) return "lost";
  return kept.some((one) => one.user !== user && !one.refused) ? "other" : "done";
}

/** Return an act as it is sent, without fields that only the device uses. */
function sent(/** @type {Act} */ one) {
  const { seq: _seq, held: _held, name: _name, language: _language, ...body } = one;
  return JSON.stringify({ ...body, sent_at: now() });
}

/**
 * Store the server's response in one transaction. An accepted act is removed; a refused one stays, with the reason.
 * @param {number} seq
 * @param {Act} one
 * @param {boolean} refused
 * @param {Record<string, any>} answer
 */
async function take(seq, one, refused, answer) {
  await write(async ({ acts, incidents }) => {
    if (refused) {
      if (await of(acts.get(seq))) acts.put({ ...one, refused: { code: answer.code, message: answer.message } });
      return;
    }
    acts.delete(seq);
    /** @type {Act[]} */
    const rest = await of(acts.getAll());
    const key = one.incident ?? one.id;
    /** @type {Incident | undefined} */
    const incident = await of(incidents.get(key));
    if (one.kind === "open" && answer.incident !== one.id) {
      for (const other of rest) if (other.incident === one.id) acts.put({ ...other, incident: answer.incident });
      if (incident) {
        incidents.delete(key);
        /** @type {Incident | undefined} */
        const there = await of(incidents.get(answer.incident));
        incidents.put({
          ...incident,
          ...there,
          id: answer.incident,
          inquiries: [...(there?.inquiries ?? []), ...incident.inquiries],
          was: [...(incident.was ?? []), ...(there?.was ?? []), key],
          url: answer.url,
          here: true,
        });
      }
      return;
    }
    if (one.kind === "law" && answer.inquiry !== one.inquiry) {
      for (const other of rest) if (other.inquiry === one.inquiry) acts.put({ ...other, inquiry: answer.inquiry });
      if (incident) becomes(incident, one.inquiry ?? "", answer.inquiry);
    }
    if (!incident) return;
    incident.here = true;
    incident.url = answer.url;
    const inquiry = incident.inquiries.find((found) => goesBy(found, one.inquiry));
    if (inquiry) {
      inquiry.id = answer.inquiry ?? inquiry.id;
      inquiry.url = answer.url;
      if (answer.status === "conflict") {
        const question = one.question ?? "";
        inquiry.answers[question] = answer.counts;
        (inquiry.told ??= []).push({ .../** @type {Told} */ (answer), question });
      }
      if (one.kind === "ruled" && (answer.ruling ?? one.ruling) !== one.ruling) inquiry.otherwise = true;
    }
    incidents.put(incident);
  });
}

/**
 * Merge an inquiry of this device with the one that the server had already; the result keeps both identifiers.
 * @param {Incident} incident
 * @param {string} id
 * @param {string} found
 */
function becomes(incident, id, found) {
  const mine = incident.inquiries.find((one) => one.id === id);
  const there = incident.inquiries.find((one) => one.id === found);
  if (!mine) return;
  incident.inquiries = incident.inquiries.filter((one) => one !== mine && one !== there);
  const both = { ...mine, ...there, id: found, was: [...(there?.was ?? []), ...(mine.was ?? []), id] };
  both.answers = { ...there?.answers, ...mine.answers };
  both.by = { ...there?.by, ...mine.by };
  incident.inquiries.push(both);
}

/**
 * Delete the stored rooms, tables, sent notes and incidents, except incidents with waiting acts. By default those of
 * all users go.
 * @param {(one: {user: number} | undefined) => boolean} keep tells whether a record stays
 */
export async function clear(keep = () => false) {
  await write(async ({ acts, incidents, rooms, meta }) => {
    /** @type {Act[]} */
    const left = await of(acts.getAll());
    const wanted = new Set(left.map((one) => one.incident ?? one.id));
    for (const one of await of(incidents.getAll())) if (!wanted.has(one.id) && !keep(one)) incidents.delete(one.id);
    for (const one of await of(rooms.getAll())) if (!keep(one)) rooms.delete(one.id);
    for (const one of await of(meta.getAll())) {
      if ((one.calls || one.last) && !keep(one)) meta.delete(one.id);
      if (one.writing && one.text.trim() === one.sent && !keep(one)) {
        meta.delete(one.id);
        globalThis.localStorage?.removeItem(one.id);
      }
    }
    if (!keep(await of(meta.get("user")))) meta.delete("user");
  });
  tell();
}

/** Delete rooms and incidents seen too long ago, as `clear` does: somebody else may use the tablet by now. */
export async function forgetOld() {
  const at = Date.now();
  const kept = await read(async ({ rooms, incidents }) => [
    ...(await of(rooms.getAll())),
    ...(await of(incidents.getAll())),
  ]);
  if (!kept.some((one) => isOld(one, at))) return;
  await clear((/** @type {any} */ one) => one?.id === "user" || !isOld(one ?? {}, at));
}

export const start = () => {
  const tidy = () => forgetOld().catch(() => {}); // retried the next time
  const woken = () => {
    soon();
    tidy();
  };
  for (const name of ["online", "pageshow", "focus"]) addEventListener(name, woken);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && woken());
  setInterval(tidy, 10 * 60000);
  soon();
};
