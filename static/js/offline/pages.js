// What a page of the server gains: it writes an act before it sends it, keeps the room as last seen, shows what waits,
// and goes on by itself where the network does not answer. Without this script every page works as it is.
import { show, watch } from "./net.js";
import * as notes from "./notes.js";
import { act, clear, flush, forget, me, release, released, settled, start, waiting } from "./outbox.js";
import { all, get, of, uuid7, write } from "./store.js";

// The event names of htmx, as in app.js.
const HTMX = { confirm: "htmx:confirm", configure: "htmx:configRequest", after: "htmx:afterRequest", settled: "htmx:afterSettle" };
const user = { id: "user", user: Number(document.body.dataset.user), name: document.body.dataset.name, language: document.documentElement.lang };
const step = () => document.getElementById("step");
const carried = () => document.body.dataset.carried;
const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 500));
/** What is for another time waits until all of the page is there and it has nothing to do: nobody waits for it. */
const later = (work) => (document.readyState === "complete" ? idle(work) : addEventListener("load", () => idle(work), { once: true }));

// Who is here

async function arrive() {
  const before = await me();
  if (before && before.user !== user.user) await clear((one) => one?.user === user.user);
  await write(({ meta }) => of(meta.put(user)));
}

// The room as last seen

let seen = "";
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
  const html = held.content.firstElementChild.innerHTML;
  const { closed, ...of_room } = JSON.parse(room.dataset.room);
  const at = new Date().toISOString();
  if (html + room.dataset.room === seen) return;
  seen = html + room.dataset.room;
  await write(async ({ acts, incidents, rooms, meta }) => {
    rooms.put({ id: `${user.user}:${of_room.tournament}`, user: user.user, at, html, ...of_room });
    await giveUp(closed, { acts, incidents, meta });
  });
}

/** What this device has kept of incidents on boards that its user has yet to play; what waits of them is sent first. */
async function giveUp(closed, { acts, incidents, meta }) {
  if (!closed.length) return;
  const wanted = new Set((await of(acts.getAll())).map((one) => one.incident ?? one.id));
  const gone = (await of(incidents.getAll())).filter((one) => closed.includes(one.id) && !wanted.has(one.id));
  for (const one of gone) incidents.delete(one.id);
  const keys = gone.flatMap((one) => [one.id, ...one.inquiries.map((inquiry) => inquiry.id)]);
  for (const one of await of(meta.getAll())) if (keys.some((key) => one.id.includes(key))) meta.delete(one.id);
}

/** The call, and the inquiry, that are on this page as the server knows them now: the device goes on from there. */
async function keepIncident() {
  const said = step()?.dataset.inquiry ?? step()?.dataset.incident;
  if (!said || carried()) return;
  const { incident, inquiry } = step().dataset.inquiry ? JSON.parse(said) : { incident: JSON.parse(said) };
  await write(async ({ incidents }) => {
    const one = (await of(incidents.get(incident.id))) ?? { inquiries: [], notes: [], at: new Date().toISOString() };
    const at = one.inquiries.findIndex((found) => found.id === inquiry?.id);
    if (at >= 0) one.inquiries[at] = { ...one.inquiries[at], ...inquiry };
    else if (inquiry) one.inquiries.push({ told: [], by: {}, ...inquiry });
    incidents.put({ ...one, ...incident, user: user.user, here: true });
  });
}

const keep = async () => {
  await keepRoom();
  await keepIncident();
};

// An answer is written before it is sent

const sending = new Map();
/** Has anything been tapped here? Then the page that follows comes from the server by itself. */
let tapped = false;

document.addEventListener(HTMX.confirm, (event) => {
  const form = event.target;
  if (carried() || form.localName !== "form" || !form.querySelector("[name=version]") || !step()?.dataset.inquiry) return;
  event.preventDefault();
  const { incident, inquiry } = JSON.parse(step().dataset.inquiry);
  const data = new FormData(form, event.detail.triggeringEvent?.submitter ?? undefined);
  const question = decodeURIComponent(form.getAttribute("action").match(/\/q\/([^/]+)\//)?.[1] ?? "");
  const value = data.has("suit") ? ["S", "H", "D", "C"].filter((suit) => data.getAll("suit").includes(suit)).join("") : data.get("answer");
  if (!question || value === null || data.has("left") || data.has("ticked")) return event.detail.issueRequest(true);
  const first = form.querySelector("[name=first]");
  const given = [...(first ? [[first.value, first.dataset.value]] : []), [question, value]];
  const ids = given.map(() => uuid7());
  sending.set(form, ids);
  tapped = true;
  const seen = Number(data.get("version"));
  const one_by_one = given.map(([name, said], at) => () =>
    act({ id: ids[at], kind: "answer", incident: incident.id, inquiry: inquiry.id, question: name, value: said, seen }, (one) => {
      const found = one.inquiries.find((other) => other.id === inquiry.id);
      if (!found) return;
      found.answers[name] = said;
      (found.by ??= {})[name] = ids[at];
    }, { held: true }));
  one_by_one
    .reduce((before, next) => before.then(next), Promise.resolve())
    .catch(() => sending.delete(form)) // a browser that keeps nothing sends it all the same
    .finally(() => event.detail.issueRequest(true));
});

document.addEventListener(HTMX.configure, (event) => {
  const ids = sending.get(event.detail.elt);
  if (ids) event.detail.parameters.act = ids.at(-1);
});

document.addEventListener(HTMX.after, async (event) => {
  const form = event.detail.requestConfig?.elt ?? event.detail.elt; // the form itself may have left the page by now
  const ids = sending.get(form);
  if (!ids) return;
  sending.delete(form);
  const { xhr } = event.detail;
  const reached = xhr.status && ![502, 503, 504].includes(xhr.status);
  const elsewhere = xhr.responseURL && !new URL(xhr.responseURL).pathname.includes("/inquiries/");
  if (reached && !elsewhere && xhr.status < 500) return settled(ids);
  await released(ids);
  if (reached) return;
  const said = JSON.parse(step().dataset.inquiry);
  try {
    const { carry } = await import("./carry.js");
    await carry({ page: "ask", incident: said.incident.id, inquiry: said.inquiry.id });
    document.getElementById("lost")?.setAttribute("hidden", "");
  } catch {
    document.getElementById("lost").hidden = false; // the laws are not here: the answer waits all the same
  }
});

// A call, and what happened, are written before they are sent; the page that stands in goes on from there

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (carried() || event.defaultPrevented || form.method !== "post" || form.dataset.written) return;
  const address = new URL(form.action, location.href).pathname;
  const [, , kind, key, verb] = address.split("/");
  if (kind === "tournaments" && verb === "call") await written(event, form, async () => ({ id: await aCall(form, key) }));
  else if (kind === "incidents" && verb === "what" && event.submitter?.name === "law") await written(event, form, async () => ({ inquiry: await aLaw(form, key, event.submitter.value) }));
  else if (kind === "incidents" && verb === "words") await written(event, form, () => aNote(form, key));
  else if (/\/logout\/$/.test(address)) await leave(event, form);
}, true);

async function written(event, form, write_it) {
  const { submitter } = event;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sent) return;
  form.dataset.sent = form.dataset.written = "yes";
  const add = (field, value) => form.append(Object.assign(document.createElement("input"), { type: "hidden", name: field, value }));
  try {
    for (const [field, value] of Object.entries(await write_it())) add(field, value);
  } finally {
    if (submitter?.name) add(submitter.name, submitter.value);
    form.submit();
  }
}

async function aCall(form, tournament) {
  const data = new FormData(form);
  const room = JSON.parse(step()?.dataset.room ?? "{}");
  const place = { tournament, section: data.get("section") || undefined, table: Number(data.get("table")) || undefined, round: room.round ?? undefined };
  const id = uuid7();
  await act({ id, kind: "open", ...place }, (one) => Object.assign(one, place, { facts: room.facts ?? {}, label: form.querySelector(".n")?.lastChild?.textContent?.trim() }), { held: true });
  return id;
}

async function aLaw(form, incident, law) {
  const data = new FormData(form);
  const inquiry = uuid7();
  const place = { at_table: data.get("table") || undefined, at_board: data.get("board") || undefined };
  await act({ id: uuid7(), kind: "law", incident, inquiry, law, ...place }, (one) => {
    const called = JSON.parse(step()?.dataset.incident ?? "{}");
    Object.assign(one, called, { user: user.user });
    one.inquiries.push({ id: inquiry, law, facts: { ...one.facts }, readings: {}, answers: {}, by: {}, version: 0 });
  }, { held: true });
  return inquiry;
}

/** The note as it is now, ended: the page sends it with what the device calls it. */
async function aNote(form, incident) {
  await notes.typed(incident, form.elements.words.value);
  const said = await notes.save(incident, { held: true });
  await notes.finish(incident);
  return { act: said.act ?? uuid7(), writing: said.writing, edit: said.edit };
}

addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-written]")) delete form.dataset.written;
});

// Words that are being typed are kept too

const place = (field) => `${location.pathname}:${field.name}`;
const TYPED = "textarea[name=answer],textarea[name=evidence]";
const noteOf = () => location.pathname.match(/\/incidents\/([0-9a-f-]{36})\/words\//)?.[1];
const noteField = () => noteOf() && document.querySelector("textarea[name=words]");
document.addEventListener("input", (event) => {
  if (carried()) return;
  if (event.target === noteField()) notes.typed(noteOf(), event.target.value);
  else if (event.target.matches?.(TYPED)) notes.keep(place(event.target), event.target.value);
});
document.addEventListener("submit", (event) => {
  if (carried()) return;
  for (const field of event.target.querySelectorAll("textarea[name=answer]")) notes.stopped(place(field));
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && !carried() && noteField()) notes.save(noteOf());
});
async function typed() {
  for (const field of document.querySelectorAll(TYPED)) {
    const found = field.value ? "" : await notes.kept(place(field));
    if (found && !field.value) field.value = found;
  }
  if (noteField()) await notes.goesOn(noteField(), noteOf());
  await notes.saveAll(noteOf());
}

// Signing out forgets everything, and is refused while something waits

async function leave(event, form) {
  if (form.dataset.leave) return;
  event.preventDefault();
  event.stopPropagation();
  await notes.saveAll();
  await flush();
  const found = await waiting();
  const own = found.acts.filter((one) => one.user === user.user);
  if (!own.length) return left(form);
  const panel = document.getElementById("leaving");
  panel.hidden = false;
  const incidents = await all("incidents");
  const { title } = document.getElementById("leaving-list").dataset;
  const several = Map.groupBy ? Map.groupBy(own, (one) => one.incident ?? one.id) : new Map([["", own]]);
  document.getElementById("leaving-list").replaceChildren(...[...several].map(([key, acts]) => {
    const one = incidents.find((incident) => incident.id === key);
    const words = acts.map((each) => each.words ?? (String(each.value ?? "").length > 12 ? each.value : "")).filter(Boolean);
    const line = document.createElement("li");
    line.textContent = `${title.replace("%(table)s", one?.label ?? one?.table ?? "?")} : ${acts.length}${words.length ? ` (${words.join(", ")})` : ""}`;
    return line;
  }));
  panel.querySelector("[data-lose]").onclick = async () => {
    await forget((one) => one.user === user.user);
    await left(form);
  };
  panel.querySelector("[data-stay]").onclick = () => (panel.hidden = true);
  panel.scrollIntoView({ block: "center" });
  panel.querySelector("[data-stay]").focus();
}

async function left(form) {
  await clear();
  form.dataset.leave = "yes";
  form.submit();
}

// The worker, and its new versions: never in the middle of an inquiry

async function install() {
  if (!navigator.serviceWorker) throw new Error("no worker");
  const registration = await navigator.serviceWorker.register("/sw.js", { type: "module", updateViaCache: "none" });
  navigator.storage?.persist?.();
  navigator.serviceWorker.ready.then(() => (document.body.dataset.installed = "yes"));
  const calm = Boolean(step()?.dataset.room);
  const offer = () =>
    calm && registration.waiting && navigator.locks.request("inquiry", { ifAvailable: true }, async (lock) => lock && registration.waiting?.postMessage("take over"));
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  offer();
}

/** A tab with an inquiry on it holds this as long as it is open. */
const inTheMiddle = () => step()?.dataset.inquiry && navigator.locks?.request("inquiry", { mode: "shared" }, () => new Promise(() => {}));

watch();
document.getElementById("plain")?.toggleAttribute("hidden", isSecureContext);
document.addEventListener(HTMX.settled, show);
/** False in a browser that keeps nothing: its pages work with the network, and say so. */
async function keeps() {
  try {
    await arrive();
    await keep();
    // The page that held them is gone, and this one has come from the server; what was just touched here, it sends itself.
    await release((one) => one.held && ![...sending.values()].flat().includes(one.id));
    return true;
  } catch (error) {
    if (!(error instanceof DOMException) && globalThis.indexedDB) throw error;
    document.getElementById("net")?.setAttribute("data-keeps", "no");
    show();
    return false;
  }
}

inTheMiddle();
const kept = await keeps();
if (kept) {
  document.addEventListener(HTMX.settled, keep);
  new MutationObserver(keepRoom).observe(document.getElementById("main"), { childList: true });
  typed();
  start();
}
// Where no worker can keep them, what an inquiry needs to go on is fetched while the network is there.
const goesOn = step()?.dataset.inquiry && !navigator.serviceWorker?.controller;
if (goesOn) later(() => import("./carry.js").catch(() => {}));
later(() => install().catch(() => {
  document.getElementById("unkept")?.toggleAttribute("hidden", !isSecureContext);
  if (goesOn) import("./carry.js").then(({ laws }) => laws()).catch(() => {});
}));

// An answer that waited belongs to the inquiry on this page: it is shown where it stands now, unless a finger was quicker
// or an earlier answer is being changed here, which no other one moves.
const { inquiry: shown } = step()?.dataset.inquiry ? JSON.parse(step().dataset.inquiry) : {};
const asked = decodeURIComponent(location.pathname.match(/\/q\/([^/]+)\//)?.[1] ?? "");
const waited = kept && shown && !tapped ? (await all("acts")).filter((one) => one.user === user.user && one.kind === "answer" && one.inquiry === shown.id) : [];
const changes = asked in (shown?.answers ?? {}) && !waited.some((one) => one.question === asked);
if (waited.length && !changes && (await flush()) === "done" && !tapped) location.replace(location.pathname.replace(/(\/inquiries\/[^/]+\/).*/, "$1"));
