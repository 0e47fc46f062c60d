// @ts-check
// Script of a server's page: it stores an act before sending it, stores the room as last seen, shows waiting acts, and
// switches to offline pages when the network does not answer. Every page also works without it.
import { leave } from "./leaving.js";
import { show, watch } from "./net.js";
import * as notes from "./notes.js";
import { clear, flush, forgetOld, me, release, start } from "./outbox.js";
import { HTMX, carried, incidentHere, inquiryHere, questionOf, step, user } from "./page.js";
import { isSending, walkWith, wasTapped, watchForms } from "./sending.js";
import { all, of, write } from "./store.js";
import { confirmed, take } from "./tables.js";

/** @import { Act, Incident, Stores } from "./types.d.ts" */

const idle = globalThis.requestIdleCallback ?? ((/** @type {() => unknown} */ work) => setTimeout(work, 500));
/** Run work that nobody waits for, once the page is complete and idle. */
const later = (/** @type {() => unknown} */ work) =>
  document.readyState === "complete" ? idle(work) : addEventListener("load", () => idle(work), { once: true });

// The user

async function arrive() {
  const before = await me();
  if (before && before.user !== user.user) await clear((one) => one?.user === user.user);
  await write(({ meta }) => of(meta.put(user)));
  await forgetOld();
}

/** Is the user of this page still the one of the device? Another tab may have signed him out. */
const isHis = async (/** @type {Pick<Stores, "meta">} */ { meta }) => (await of(meta.get("user")))?.user === user.user;

// The room as last seen

let seen = "";
/** Store the shown room, without the data of this session. */
async function keepRoom() {
  const room = step();
  if (!room?.dataset.room || carried()) return;
  const held = document.createElement("template");
  held.innerHTML = room.outerHTML;
  for (const one of held.content.querySelectorAll("input[name=csrfmiddlewaretoken]")) one.remove();
  for (const one of held.content.querySelectorAll("*")) {
    one.removeAttribute("id");
    for (const name of one.getAttributeNames()) if (name.startsWith("hx-")) one.removeAttribute(name);
  }
  const html = held.content.firstElementChild?.innerHTML ?? "";
  const { closed, ...of_room } = JSON.parse(room.dataset.room);
  const at = new Date().toISOString();
  if (html + room.dataset.room === seen) return;
  seen = html + room.dataset.room;
  const storing = write(async ({ acts, incidents, rooms, meta }) => {
    if (!(await isHis({ meta }))) return;
    const version = Number(room.dataset.seen);
    rooms.put({ id: `${user.user}:${of_room.tournament}`, user: user.user, at, html, asOf: version, ...of_room });
    await giveUp(closed, { acts, incidents, meta });
  });
  storing.catch(() => (seen = "")); // the next time this room is stored all the same
  await storing;
  tablesOf(of_room.tournament);
}

/** Fetch the state of the tables of an evening in the background; without it the device asks the questions. */
const tablesOf = (/** @type {string | undefined} */ tournament) =>
  tournament && later(() => take(tournament).catch(() => {}));

/**
 * Delete the stored incidents on boards that the user still has to play, except those with waiting acts.
 * @param {string[]} closed the incidents on these boards
 * @param {Pick<Stores, "acts" | "incidents" | "meta">} stores
 */
async function giveUp(closed, { acts, incidents, meta }) {
  if (!closed.length) return;
  /** @type {Act[]} */
  const left = await of(acts.getAll());
  const wanted = new Set(left.map((one) => one.incident ?? one.id));
  /** @type {Incident[]} */
  const gone = (await of(incidents.getAll())).filter(
    (/** @type {Incident} */ one) => closed.includes(one.id) && !wanted.has(one.id),
  );
  for (const one of gone) incidents.delete(one.id);
  for (const one of await of(meta.getAll())) {
    if (one.calls?.some((/** @type {string} */ call) => closed.includes(call))) meta.delete(one.id);
  }
  const keys = gone.flatMap((one) => [one.id, ...one.inquiries.map((inquiry) => inquiry.id)]);
  for (const one of await of(meta.getAll())) if (keys.some((key) => one.id.includes(key))) meta.delete(one.id);
}

/** Store the call and the inquiry of this page with the server's data, from which the device can continue. */
async function keepIncident() {
  const here = inquiryHere();
  const incident = here?.incident ?? incidentHere();
  if (!incident || carried()) return;
  const inquiry = here?.inquiry;
  const again = await write(async ({ incidents, meta }) => {
    if (!(await isHis({ meta }))) return false;
    /** @type {Incident} */
    const one = (await of(incidents.get(incident.id))) ?? { inquiries: [], notes: [], at: new Date().toISOString() };
    const at = one.inquiries.findIndex((found) => found.id === inquiry?.id);
    // The page of the server shows itself what differed from this device.
    if (at >= 0) one.inquiries[at] = { ...one.inquiries[at], ...inquiry, told: [], otherwise: undefined };
    else if (inquiry) one.inquiries.push({ told: [], ...inquiry, by: inquiry.by ?? {} });
    incidents.put({ ...one, ...incident, user: user.user, here: true, seen: new Date().toISOString() });
    return inquiry && confirmed({ meta }, incident, inquiry);
  });
  if (again) tablesOf(incident.tournament);
}

const keep = async () => {
  await keepRoom();
  await keepIncident();
};
/** Store the data of a page that came later; where that fails, the device goes on from what it has stored before. */
const keepAgain = () => keep().catch(() => {});

// Stored typing

const ANSWERS = "textarea[name=answer],form:has([name=together]) textarea";
/** Name the place of the text of a field; that of an answer is the same on the pages of the device (notes.js). */
function place(/** @type {HTMLTextAreaElement} */ field) {
  const here = field.matches(ANSWERS) ? inquiryHere() : undefined;
  const question = field.name === "answer" ? questionOf(location.pathname) : field.name;
  return here && question ? `${here.inquiry.id}:${question}` : `${location.pathname}:${field.name}`;
}
const TYPED = `${ANSWERS},textarea[name=evidence]`;
const noteOf = () => location.pathname.match(/\/incidents\/([0-9a-f-]{36})\/words\//)?.[1];
const noteField = () => (noteOf() ? notes.noteField() : null);
document.addEventListener("input", (event) => {
  if (carried()) return;
  const { target: field } = event;
  if (!(field instanceof HTMLTextAreaElement)) return;
  // A text that cannot be stored stays in its field, and a note does not say that it is saved.
  if (field === noteField()) notes.written(field, noteOf() ?? "").catch(() => {});
  else if (field.matches(TYPED)) notes.keep(place(field), field.value).catch(() => {});
});
document.addEventListener("submit", (event) => {
  if (carried() || !(event.target instanceof HTMLFormElement)) return;
  /** @type {NodeListOf<HTMLTextAreaElement>} */
  const fields = event.target.querySelectorAll(ANSWERS);
  for (const field of fields) notes.stopped(place(field)).catch(() => {});
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && !carried() && noteField()) notes.save(noteOf() ?? "").catch(() => {});
});
async function typed() {
  /** @type {NodeListOf<HTMLTextAreaElement>} */
  const fields = document.querySelectorAll(TYPED);
  for (const field of fields) {
    const found = field.value ? "" : await notes.kept(place(field));
    if (found && !field.value) field.value = found;
  }
  const note = noteField();
  if (note) await notes.goesOn(note, noteOf() ?? "");
  await notes.saveAll(noteOf());
}

// The worker, and its updates: never in the middle of an inquiry

async function install() {
  if (!navigator.serviceWorker) throw new Error("no worker");
  const registration = await navigator.serviceWorker.register("/sw.js", { type: "module", updateViaCache: "none" });
  navigator.storage?.persist?.();
  navigator.serviceWorker.ready.then(() => (document.body.dataset.installed = "yes"));
  const calm = Boolean(step()?.dataset.room);
  const offer = () =>
    calm &&
    registration.waiting &&
    navigator.locks.request("inquiry", { ifAvailable: true }, async (lock) => {
      if (lock) registration.waiting?.postMessage("take over");
      else setTimeout(offer, 1000); // an inquiry is open in another tab, or its page is just closing
    });
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  offer();
}

/** Lock that a tab with an inquiry holds as long as it is open. */
const inTheMiddle = () =>
  step()?.dataset.inquiry && navigator.locks?.request("inquiry", { mode: "shared" }, () => new Promise(() => {}));

watch();
document.getElementById("plain")?.toggleAttribute("hidden", isSecureContext);
document.addEventListener(HTMX.settled, show);
/**
 * Store the data of this page; return false in a browser without a store, whose pages then state that they need the
 * network.
 */
async function keeps() {
  try {
    await arrive();
    await keep();
    // The page that held these acts is closed. This page came from the server and sends its own acts.
    await release((one) => one.held > 0 && !isSending(one.id));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException) && globalThis.indexedDB) throw error;
    document.getElementById("net")?.setAttribute("data-keeps", "no");
    show();
    return false;
  }
}

/** Send the exercises that wait, and renew what this device needs to practise without a network. */
async function practise() {
  const exercises = await import("./exercises.js");
  exercises.start();
  const practised = document.getElementById("practised")?.dataset.last;
  const { laws = "" } = document.body.dataset;
  await (practised ? exercises.along(JSON.parse(practised)) : exercises.renew(laws));
}

watchForms(leave);
inTheMiddle();
const kept = await keeps();
if (kept) {
  document.addEventListener(HTMX.settled, keepAgain);
  const main = document.getElementById("main");
  if (main) new MutationObserver(() => keepRoom().catch(() => {})).observe(main, { childList: true });
  typed().catch(() => {}); // a text that is not read now stays stored
  start();
  later(() => practise().catch(() => {})); // without a network: the next page does so
}
// Without a service worker, fetch what an inquiry needs to go on while there is a network.
const goesOn = step()?.dataset.inquiry && !navigator.serviceWorker?.controller;
if (goesOn) later(() => import("./carry.js").catch(() => {}));
later(() =>
  install().catch(() => {
    document.getElementById("unkept")?.toggleAttribute("hidden", !isSecureContext);
    if (goesOn) import("./laws.js").then(({ laws }) => laws()).catch(() => {});
  }),
);

// With the worker the laws are on the device, which shows the next question itself; the server confirms the answer.
if (kept && "walks" in (step()?.dataset ?? {}) && navigator.serviceWorker?.controller) {
  const walks = async () => {
    const walking = await import("./walking.js");
    await walking.ready(keepAgain);
    walkWith(walking);
  };
  later(() => walks().catch(() => {})); // without the laws the server shows the next question
}

// A waiting answer of this page's inquiry was sent. Show the current step of the inquiry, unless the user has tapped
// meanwhile, or is changing an earlier answer here.
const shown = inquiryHere()?.inquiry;
const asked = questionOf(location.pathname);
/** @type {Act[]} */
const acts = kept && shown && !wasTapped() ? await all("acts") : [];
const waited = acts.filter((one) => one.user === user.user && one.kind === "answer" && one.inquiry === shown?.id);
const changes = asked in (shown?.answers ?? {}) && !waited.some((one) => one.question === asked);
if (waited.length && !changes && (await flush()) === "done" && !wasTapped()) {
  location.replace(location.pathname.replace(/(\/inquiries\/[^/]+\/).*/, "$1"));
}
