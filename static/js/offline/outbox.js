// The acts that wait: each is written before it is sent, sent in order, and struck out when the server has answered.
import { all, get, goesBy, of, uuid7, write } from "./store.js";

const PATIENCE = 8000;
const HELD = 12000;
const ATTEMPTS = 4;
const AWAY = new Set([502, 503, 504]);
const BACKOFF = [2000, 60000];
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("arbitrage") : null;
const listeners = new Set();
let pause = BACKOFF[0];
let timer;
let running;
let link = "unknown";

/** Call *listener* when something was written, sent or refused, here or in another tab. */
export function listen(listener) {
  listeners.add(listener);
}
channel?.addEventListener("message", () => listeners.forEach((listener) => listener()));

function tell() {
  channel?.postMessage("changed");
  listeners.forEach((listener) => listener());
}

export const me = () => get("meta", "user");

/**
 * Write an act, and what *changes* the incident that it is of, in one transaction; then send.
 * *held* says that the page sends it itself, now; what waits and it says better, *instead*, is struck out.
 */
export async function act(said, changes = () => {}, { held = false, instead = () => false } = {}) {
  const user = await me();
  if (!user) throw new Error("nobody is signed in");
  const one = { id: uuid7(), user: user.user, name: user.name, language: user.language, at: now(), ...said };
  one.held = held ? Date.now() + HELD : 0;
  await write(async ({ acts, incidents }) => {
    const key = one.incident ?? one.id;
    const incident = (await of(incidents.get(key))) ?? { id: key, user: one.user, inquiries: [], notes: [], at: one.at };
    changes(incident);
    incidents.put(incident);
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

/** The page has heard that the server has taken these acts. */
export async function settled(ids) {
  await write(async ({ acts }) => {
    for (const one of await of(acts.getAll())) if (ids.includes(one.id)) acts.delete(one.seq);
  });
  tell();
}

/** The page could not send them: they wait like any other. */
export async function released(ids) {
  await release((one) => ids.includes(one.id));
  tell();
  soon();
}

/** These acts are held for no page any more: what it has not settled is sent, and the server says that it has it. */
export async function release(chosen = (one) => one.held) {
  await write(async ({ acts }) => {
    for (const one of await of(acts.getAll())) if (chosen(one)) acts.put({ ...one, held: 0 });
  });
}

/** What waits: {mine, refused, others: {name: number}, link}. */
export async function waiting() {
  const [acts, user] = [await all("acts"), await me()];
  const found = { mine: 0, refused: 0, others: {}, acts, user, link };
  for (const one of acts) {
    if (user && one.user === user.user) {
      if (one.refused) found.refused += 1;
      else found.mine += 1;
    } else found.others[one.name] = (found.others[one.name] ?? 0) + 1;
  }
  return found;
}

/** Give up acts: they are not sent any more. */
export async function forget(chosen) {
  await write(async ({ acts }) => {
    for (const one of await of(acts.getAll())) if (chosen(one)) acts.delete(one.seq);
  });
  tell();
}

/** Send what waits, oldest first, in one tab at a time. Says where that ended: "done", "lost", "login", "other". */
export function flush() {
  running ??= alone(drain)
    .catch(() => "lost")
    .then((ended) => {
      if (ended !== undefined) link = ended;
      running = undefined;
      tell();
      again(ended);
      return ended;
    });
  return running;
}

async function alone(work) {
  if (!globalThis.navigator?.locks) return work();
  return navigator.locks.request("outbox", { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}

function soon() {
  pause = BACKOFF[0];
  clearTimeout(timer);
  timer = setTimeout(flush, 50);
}

/** Where another tab or the worker was sending, nothing was tried here: it is looked again soon, however often. */
async function again(ended) {
  clearTimeout(timer);
  const acts = await all("acts").catch(() => []);
  if (!acts.some((one) => !one.refused)) return;
  const soon = ended === undefined || ended === "held";
  timer = setTimeout(flush, soon ? 1000 : pause);
  if (!soon) pause = Math.min(pause * 2, BACKOFF[1]);
}

/** Where the browser can, it sends what waits after the last tab was closed. */
async function later() {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration?.();
  await registration?.sync?.register("outbox").catch(() => {});
}

const now = () => new Date().toISOString();
const address = (language) => `/${language}/outbox/`;
const headers = (token) => ({ "Content-Type": "application/json", "X-CSRFToken": token });
const ask = (language, more) =>
  fetch(address(language), {
    cache: "no-store",
    credentials: "same-origin",
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE),
    ...more,
  });

const first = async (user) => {
  const acts = await all("acts");
  return acts.find((one) => one.user === user && !one.refused);
};

async function drain() {
  const acts = (await all("acts")).filter((one) => !one.refused);
  if (!acts.length) return "done";
  const session = await ask(acts[0].language);
  if (session.status === 401) return "login";
  if (!session.ok) return "lost";
  const { user, token } = await session.json();
  for (;;) {
    const one = await first(user);
    if (!one) return (await all("acts")).some((act) => !act.refused) ? "other" : "done";
    if (one.held > Date.now()) return "held";
    const { seq, held, name, language, tries, ...body } = one;
    const said = JSON.stringify({ ...body, sent_at: now() });
    const response = await ask(language, { method: "POST", headers: headers(token), body: said });
    if (response.status === 401) return "login";
    if (response.status === 409) return "other";
    if (response.status >= 500 && !AWAY.has(response.status)) {
      if (await failed(one)) continue;
      return "lost";
    }
    if (response.status !== 200 && response.status !== 422) return "lost";
    const answer = await response.json();
    await take(seq, one, response.status, answer);
    pause = BACKOFF[0];
    tell();
  }
}

/** The server could not do this one. After a few attempts it is set aside, to be seen, so that the others go on. */
async function failed(one) {
  const tries = (one.tries ?? 0) + 1;
  const refused = tries >= ATTEMPTS ? { code: "error", message: "" } : undefined;
  await write(async ({ acts }) => {
    if (await of(acts.get(one.seq))) acts.put({ ...one, tries, refused });
  });
  return refused !== undefined;
}

/** What the server has answered, in one transaction with striking the act out. */
async function take(seq, one, status, answer) {
  await write(async ({ acts, incidents }) => {
    if (status === 422) {
      if (await of(acts.get(seq))) acts.put({ ...one, refused: { code: answer.code, message: answer.message } });
      return;
    }
    acts.delete(seq);
    const rest = await of(acts.getAll());
    const key = one.incident ?? one.id;
    const incident = await of(incidents.get(key));
    if (one.kind === "open" && answer.incident !== one.id) {
      for (const other of rest) if (other.incident === one.id) acts.put({ ...other, incident: answer.incident });
      if (incident) {
        incidents.delete(key);
        const there = await of(incidents.get(answer.incident));
        incidents.put({ ...incident, ...there, id: answer.incident, inquiries: [...(there?.inquiries ?? []), ...incident.inquiries], was: [...(incident.was ?? []), ...(there?.was ?? []), key], url: answer.url, here: true });
      }
      return;
    }
    if (one.kind === "law" && answer.inquiry !== one.inquiry) {
      for (const other of rest) if (other.inquiry === one.inquiry) acts.put({ ...other, inquiry: answer.inquiry });
      if (incident) becomes(incident, one.inquiry, answer.inquiry);
    }
    if (!incident) return;
    incident.here = true;
    incident.url = answer.url;
    const inquiry = incident.inquiries.find((found) => goesBy(found, one.inquiry));
    if (inquiry) {
      inquiry.id = answer.inquiry ?? inquiry.id;
      inquiry.url = answer.url;
      if (answer.status === "conflict") {
        inquiry.answers[one.question] = answer.counts;
        (inquiry.told ??= []).push({ question: one.question, ...answer });
      }
      if (one.kind === "ruled" && (answer.ruling ?? one.ruling) !== one.ruling) inquiry.otherwise = true;
    }
    incidents.put(incident);
  });
}

/** An inquiry of this device is one that the server had already: both are one, and go by either name. */
function becomes(incident, id, found) {
  const mine = incident.inquiries.find((one) => one.id === id);
  const there = incident.inquiries.find((one) => one.id === found);
  if (!mine) return;
  incident.inquiries = incident.inquiries.filter((one) => one !== mine && one !== there);
  const both = { ...mine, ...there, id: found, was: [...(there?.was ?? []), ...(mine.was ?? []), id] };
  for (const name of ["answers", "by"]) both[name] = { ...there?.[name], ...mine[name] };
  incident.inquiries.push(both);
}

/** The room and the incidents of a user who has signed out, and of whoever was here before. */
export async function clear(keep = () => false) {
  await write(async ({ acts, incidents, rooms, meta }) => {
    const left = await of(acts.getAll());
    const wanted = new Set(left.flatMap((one) => [one.incident ?? one.id]));
    for (const one of await of(incidents.getAll())) if (!wanted.has(one.id) && !keep(one)) incidents.delete(one.id);
    for (const one of await of(rooms.getAll())) if (!keep(one)) rooms.delete(one.id);
    for (const one of await of(meta.getAll())) if (one.writing && one.text.trim() === one.sent && !keep(one)) {
      meta.delete(one.id);
      globalThis.localStorage?.removeItem(one.id);
    }
    if (!keep(await of(meta.get("user")))) meta.delete("user");
  });
  tell();
}

export const start = () => {
  for (const name of ["online", "pageshow", "focus"]) addEventListener(name, soon);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && soon());
  soon();
};

