// Goes on without a network, in the place of the page: the room as last seen, a call, a law, its questions, its ruling.
import { asking, stands } from "./engine.js";
import * as notes from "./notes.js";
import * as online from "./online.js";
import { act, flush, forget, listen, me, waiting } from "./outbox.js";
import { drawn, icon } from "./pads.js";
import { handed, withRoles } from "./roles.js";
import * as screens from "./screens.js";
import { all, get, goesBy, uuid7 } from "./store.js";
import { escape, speaker } from "./words.js";

let ctx;
let bundle;
let route = { page: "room" };
let busy = false;

/** The laws in the language of this page, from the worker, the browser or the network. */
export async function laws() {
  if (bundle) return bundle;
  const response = await fetch(document.body.dataset.laws, { signal: AbortSignal.timeout(20000) });
  if (!response.ok) throw new Error(String(response.status));
  bundle = await response.json();
  return bundle;
}

/** Take the place of the page that is shown, at *to*. The shell, which stands in already, *replace*s its own address. */
export async function carry(to, { replace = false } = {}) {
  await ready();
  document.body.dataset.carried = "yes";
  await go(to, { replace });
  online.begin(render);
}

export async function ready() {
  await laws();
  if (!drawn(document)) {
    const shell = await fetch(shellAddress(), { signal: AbortSignal.timeout(4000) }).catch(() => null);
    if (shell?.ok) drawn(new DOMParser().parseFromString(await shell.text(), "text/html"));
  }
  ctx ??= { bundle, says: speaker(bundle.words), known: {} };
}

export const shellAddress = () => `/${document.documentElement.lang}/offline/`;
const address = (to) => `${shellAddress()}#${[to.page, to.incident, to.inquiry, to.question].filter(Boolean).join("/")}`;

export function read(hash) {
  const [page, incident, inquiry, question] = hash.replace(/^#/, "").split("/").map(decodeURIComponent);
  return page ? { page, incident, inquiry, question } : { page: "room" };
}

async function go(to, { replace = false } = {}) {
  route = to;
  history[replace ? "replaceState" : "pushState"](null, "", address(to));
  await render();
  const title = document.querySelector("main h1");
  if (title) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  if (!document.body.dataset.carried) return;
  route = read(location.hash);
  render();
});

// What is shown

let latest;

/** Show the page with what is kept now, if it still *may* be drawn when all is read. What was begun later knows more and
 * is the one that is drawn: a page that is exchanged twice loses the tap between. */
export function render(may = () => true) {
  const mine = drawing().then((draw) => (mine === latest ? may() && draw() : latest));
  latest = mine;
  return mine;
}

/** All that the page needs is read; what draws it then does so at once. */
async function drawing() {
  await online.stands(route);
  const { say } = bundle;
  const user = await me();
  if (!user) return () => frame(say.offline, `<p class="note">${escape(say.nobody)}</p><p><a class="btn main" href="/${bundle.language}/login/">${escape(say.sign_in)}</a></p>`);
  const incidents = (await all("incidents")).filter((one) => one.user === user.user);
  const rooms = (await all("rooms")).filter((one) => one.user === user.user).sort((one, other) => (one.at < other.at ? 1 : -1));
  const found = await waiting();
  const incident = incidents.find((one) => goesBy(one, route.incident));
  const inquiry = incident?.inquiries.find((one) => goesBy(one, route.inquiry));
  const drawn = (screen) => () => {
    ctx = { ...ctx, known: {} };
    return screen();
  };
  switch (route.page) {
    case "what": {
      const seen = rooms.find((one) => one.tournament === incident?.tournament);
      const closed = screens.closedAt(seen, incident);
      return drawn(() => frame(say.happened, screens.what(ctx, route.inquiry, closed), { incident, back: "room" }));
    }
    case "ask":
      if (incident && inquiry) return show(incident, inquiry);
      break;
    case "note": {
      if (!incident) break;
      const begun = await notes.begun(incident.id);
      return drawn(() => {
        frame(say.note, screens.note(ctx, incident, begun), { incident, back: "call" });
        // Not waited for: the heading takes the focus as soon as it is drawn, never from under a finger that is writing.
        notes.goesOn(document.querySelector("textarea[name=words]"), incident.id).catch(notKept);
      });
    }
    case "waiting":
      return drawn(() => frame(say.waiting_title, screens.waiting(ctx, found, incidents), { back: "room" }));
    case "code":
      return drawn(() => frame(say.code, `<div class="head"><h1>${escape(say.code)}</h1></div><p class="soft">${escape(say.chosen_from_code)}</p>${screens.finder(ctx)}<div id="every">${screens.choices(ctx, Object.keys(bundle.laws).filter((one) => one !== bundle.by_hand))}</div>`, { back: "room" }));
    case "walk":
      if (walked.law in bundle.laws) return show(null, walked);
      break;
    default:
  }
  return drawn(() => room(rooms, incidents, found));
}

/** The way through a law that is only looked up: in memory, and nowhere else. */
let walked = { law: "", facts: {}, answers: {}, readings: {} };

function standing(inquiry) {
  const law = bundle.laws[inquiry.law];
  return stands(law, { ...inquiry.facts, ...inquiry.answers }, inquiry.readings);
}

async function show(incident, inquiry) {
  const law = bundle.laws[inquiry.law];
  let state = standing(inquiry);
  const changed = route.question && law.questions[route.question];
  if (changed && state.trail.some((step) => step.id === changed.id)) {
    state = { ...state, ...asking(changed, state.known, inquiry.readings), insteadOf: "" };
  }
  const asks = state.state === "asking";
  const typed = asks ? await notes.kept(`${inquiry.id}:${state.question.id}`) : "";
  return () => {
    ctx = { ...ctx, state: { ...state, law }, lying: inquiry.lying, known: withRoles({ ...state.known, ...inquiry.facts, ...inquiry.answers }) };
    if (asks) {
      const given = inquiry.answers[state.question.id] ?? "";
      frame(law.title, screens.ask(ctx, law, incident && inquiry, ctx.state, { given, typed }), { incident, back: "before" });
    } else {
      const node = law.nodes.find((one) => one.ruling === state.ruling);
      frame(law.title, screens.decision(ctx, law, incident && inquiry, { ...state, button: node?.button ?? "" }), { incident, back: "before" });
    }
  };
}

function room(rooms, incidents, found) {
  const { say } = bundle;
  const seen = rooms.find((one) => one.tournament === route.incident) ?? rooms[0];
  const standings = (inquiry) => ({ asking: "asking", waiting: "to_come_back", ruled: "ruled" })[standing(inquiry).state];
  const open = incidents.sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, 40);
  const note = route.note ? `<div class="error" role="alert">${icon("disputed")}<p>${escape(say[route.note])}</p></div>` : "";
  const head = seen ? say.as_seen.replace("%(time)s", screens.clock(seen.at, say, bundle.language)) : say.never_seen;
  frame(say.room, `${note}<p class="note">${escape(head)}</p><div class="acts"><button type="button" class="btn" data-go="code">${escape(say.code)}</button><button type="button" class="btn" data-go="waiting">${escape(say.waiting_title)}</button></div>${screens.mine(ctx, open, found.acts, standings)}<div id="seen"></div>`);
  if (seen) document.getElementById("seen").replaceChildren(asItWas(seen.html, open));
  document.getElementById("step").dataset.tournament = seen?.tournament ?? "";
}

/** The room's own markup as it was shown, with the tables of this device's calls marked. */
function asItWas(html, open) {
  const held = document.createElement("template");
  held.innerHTML = html;
  for (const link of held.content.querySelectorAll("a[href]")) {
    const key = link.getAttribute("href").match(/(?:incidents|inquiries)\/([0-9a-f-]{36})/)?.[1];
    const there = open.find((one) => one.id === key || one.inquiries.some((inquiry) => inquiry.id === key));
    if (there) link.dataset.incident = there.id;
  }
  return held.content;
}

/** The page: its title, a way back, where, and what is under them. The state of the network keeps its place. */
function frame(title, html, { incident, back } = {}) {
  document.title = `${title} · Arbitrage`;
  const bar = document.querySelector("header.bar");
  const net = document.getElementById("net");
  const way = back ? `<button type="button" class="btn" data-back="${back}">${icon("back")}<span class="long">${escape(bundle.say[back === "room" ? "room" : "back"])}</span></button>` : "";
  const again = online.place(bundle.say);
  bar.innerHTML = `${way}<p class="where"><b>${escape(title)}</b> ${incident ? escape(screens.where(ctx, incident)) : ""}</p>`;
  bar.append(...[again, net].filter(Boolean));
  const main = document.getElementById("main");
  main.className = "page";
  const heading = html.includes("<h1") ? "" : `<h1 class="sr">${escape(title)}</h1>`;
  main.innerHTML = `<div id="step">${heading}${html}</div>`;
}

// What is done

/** A call from a table, or from one that will be said later; the one that is open there already. */
export async function call({ tournament, section, table, label }) {
  const user = await me();
  const seen = (await all("rooms")).find((one) => one.user === user.user && one.tournament === tournament);
  const begun = (await all("incidents")).find((one) => one.user === user.user && table && one.tournament === tournament
    && one.section === section && one.table === table && !one.inquiries.length && !one.here);
  if (begun) return begun.id;
  const id = uuid7();
  const place = { tournament, section: section || undefined, table: table || undefined, round: seen?.round ?? undefined };
  await act({ id, kind: "open", ...place }, (incident) => Object.assign(incident, place, { label, facts: seen?.facts ?? {}, user: user.user }));
  return id;
}

/** A law is chosen for an incident: its inquiry begins on the device. */
export async function choose(incident, law, facts = {}) {
  const id = uuid7();
  const more = Object.keys(facts).length ? { handed: facts } : {};
  await act({ id: uuid7(), kind: "law", incident, inquiry: id, law, ...more }, (one) => {
    one.inquiries.push({ id, law, facts: { ...one.facts, ...facts }, readings: {}, answers: {}, by: {}, version: 0 });
  });
  return id;
}

/** An answer: written, and what it leads to shown. At a ruling the device says which one it is going to read out. */
export async function answer(incident, inquiry, question, value) {
  const id = uuid7();
  const said = { id, kind: "answer", incident: incident.id, inquiry: inquiry.id, question, value, seen: inquiry.version, after: inquiry.by?.[question] };
  await act(said, (one) => {
    const found = one.inquiries.find((other) => other.id === inquiry.id);
    found.answers[question] = value;
    (found.by ??= {})[question] = id;
  });
  await notes.stopped(`${inquiry.id}:${question}`);
  const state = standing({ ...inquiry, answers: { ...inquiry.answers, [question]: value } });
  if (state.state !== "asking") {
    await act({ kind: "ruled", incident: incident.id, inquiry: inquiry.id, ruling: state.ruling.is });
  }
}

/** What this page is about, by the names that it has now. */
async function here() {
  const incident = (await all("incidents")).find((one) => goesBy(one, route.incident));
  const inquiry = incident?.inquiries.find((one) => goesBy(one, route.inquiry));
  if (incident) route = { ...route, incident: incident.id, inquiry: inquiry?.id ?? route.inquiry };
  return { incident, inquiry };
}

async function onAnswer(question, value) {
  if (route.page === "walk") {
    walked.answers[question] = value;
    return go({ page: "walk", incident: walked.law });
  }
  const { incident, inquiry } = await here();
  await answer(incident, inquiry, question, value);
  return go({ page: "ask", incident: route.incident, inquiry: route.inquiry });
}

async function onLaw(law, send) {
  const facts = send === undefined ? {} : handed(ctx.state.ruling.sends[send].hands, ctx.known);
  if (route.page === "code" || route.page === "walk") {
    walked = { law, facts, answers: {}, readings: {} };
    return go({ page: "walk", incident: law });
  }
  const incident = route.incident;
  const inquiry = await choose(incident, law, facts);
  return go({ page: "ask", incident, inquiry });
}

async function onBack(where) {
  if (where !== "before") return go(where === "call" ? standsAt(await get("incidents", route.incident)) : { page: "room" });
  const trail = ctx.state.trail.filter((step) => !step.derived);
  const at = trail.findIndex((step) => step.id === (ctx.state.question?.id ?? ""));
  const before = trail[(at < 0 ? trail.length : at) - 1];
  if (before) return go({ ...route, question: before.id });
  return go(route.page === "walk" ? { page: "code" } : { page: "what", incident: route.incident });
}

/** Where an incident of this device goes on: its last inquiry, or what happened. */
export function standsAt({ id, inquiries }) {
  const last = inquiries.at(-1);
  return last ? { page: "ask", incident: id, inquiry: last.id } : { page: "what", incident: id };
}

const actions = {
  answer: (it) => onAnswer(it.dataset.question ?? ctx.state.question.id, it.dataset.answer),
  law: (it) => onLaw(it.dataset.law, it.dataset.send),
  tile: (it) => go({ page: "what", incident: route.incident, inquiry: it.dataset.tile }),
  change: (it) => go({ ...route, question: it.dataset.change }),
  back: (it) => onBack(it.dataset.back),
  go: (it) => go({ page: it.dataset.go, incident: it.dataset.go === "room" ? undefined : route.incident }),
  incident: async (it) => {
    return go(standsAt(await get("incidents", it.dataset.incident)));
  },
  read: async () => {
    const user = await me();
    await forget((one) => one.user === user.user && one.refused);
    return render();
  },
  try: async () => {
    await flush();
    return render();
  },
  print: () => print(),
};
const NAMES = Object.keys(actions);

document.addEventListener("click", async (event) => {
  if (!document.body.dataset.carried) return;
  if (event.target.id === "waits") {
    event.preventDefault();
    return go({ page: "waiting" });
  }
  const touched = event.target.closest(NAMES.map((name) => `[data-${name}]`).join(","));
  if (!touched) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  try {
    await here();
    await actions[NAMES.find((name) => name in touched.dataset)](touched);
  } catch (error) {
    notKept(error);
  } finally {
    busy = false;
  }
});

/** What was touched or typed could not be written on this device: that is said where the finger is. */
function notKept(error) {
  const said = document.createElement("div");
  said.innerHTML = `<div class="error" role="alert" id="not-kept">${icon("disputed")}<p>${escape(bundle.say.not_kept)}</p></div>`;
  console.error(error);
  if (document.getElementById("not-kept")) return;
  document.getElementById("step").prepend(said.firstChild);
  document.getElementById("not-kept").scrollIntoView({ block: "center" });
}

document.addEventListener("submit", (event) => {
  if (!document.body.dataset.carried) return;
  const form = event.target;
  if (!form.closest("#main")) return;
  event.preventDefault();
  if (busy) return;
  busy = true;
  sent(form).catch(notKept).finally(() => (busy = false));
}, true);

async function sent(form) {
  const data = new FormData(form);
  await here();
  if ("ask" in form.dataset) {
    const value = ctx.state.question.kind === "suits" ? ["S", "H", "D", "C"].filter((suit) => data.getAll("suit").includes(suit)).join("") : String(data.get("answer") ?? "").trim();
    if (ctx.state.question.kind !== "suits" || value) await onAnswer(ctx.state.question.id, value);
  } else if ("note" in form.dataset) {
    const { words } = form.elements;
    await notes.typed(words.dataset.incident, words.value);
    await notes.save(words.dataset.incident);
    await notes.finish(words.dataset.incident);
    await go(standsAt(await get("incidents", route.incident)));
  } else if ("search" in form.dataset) {
    found(String(data.get("q")));
  } else if (data.has("table") || form.action.endsWith("/call/")) {
    const table = Number(data.get("table")) || undefined;
    const tournament = document.getElementById("step").dataset.tournament;
    const label = form.querySelector(".n")?.lastChild?.textContent?.trim();
    await go({ page: "what", incident: await call({ tournament, section: data.get("section") ?? "", table, label }) });
  } else {
    await go({ page: "room", note: "needs_network" });
  }
}

document.addEventListener("input", ({ target: field }) => {
  if (!document.body.dataset.carried) return;
  if (field.name === "q") found(field.value);
  else if (field.name === "words") notes.typed(field.dataset.incident, field.value).catch(notKept);
  else if (field.localName === "textarea") notes.keep(`${route.inquiry}:${ctx.state.question.id}`, field.value).catch(notKept);
});

function found(query) {
  const ids = query.trim() ? screens.search(ctx, query) : [];
  const every = document.getElementById("every");
  if (every) every.hidden = Boolean(query.trim());
  const { say, by_hand: byHand } = bundle;
  const list = ids.includes(byHand) || route.page === "code" ? ids : [...ids, byHand];
  document.getElementById("found").innerHTML = query.trim()
    ? `${ids.length ? "" : `<p class="soft">${escape(say.nothing_found)}</p>`}${screens.choices(ctx, list)}`
    : "";
}

// What arrives while a list is shown is shown there; a question is never changed under a finger, nor a list while it is
// being touched.
let touching = false;
let arrived = false;
function calm() {
  arrived = touching;
  return !touching && !busy && ["room", "waiting"].includes(route.page);
}
function anew() {
  if (document.body.dataset.carried && calm()) render(calm);
}
listen(anew);
addEventListener("pointerdown", () => (touching = true), true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => setTimeout(() => {
    touching = false;
    if (arrived) anew();
  }), true);
}
