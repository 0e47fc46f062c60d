// @ts-check
// Replaces the server's page when there is no network by a page of the device: the room as last seen, a call, a law,
// its questions, its ruling.
import { cardsSent } from "./cards.js";
import { answer, call, choose, playerSaid, reckon, sayOfTable, standing } from "./deeds.js";
import { alarm, button, drawn, icon } from "./html.js";
import { laws } from "./laws.js";
import * as notes from "./notes.js";
import * as online from "./online.js";
import { again as sendAgain, flush, forget, listen, me, takeBack, waiting } from "./outbox.js";
import * as exercises from "./exercises.js";
import * as practise from "./practise.js";
import { handed, withRoles } from "./roles.js";
import * as screens from "./screens.js";
import { answersSent, questionsIn } from "./several.js";
import { all, get, goesBy } from "./store.js";
import { answered, shown } from "./taken.js";
import { saidOfTables } from "./told.js";
import { comeBack, reached } from "./tray.js";
import { busy, inTurn, whenFree } from "./touches.js";
import { standsAt, stepBefore } from "./way.js";
import { escape, speaker } from "./words.js";
import "../hands.js";

/** @import { Act, Bundle, Context, Facts, Incident, Inquiry, Room, Route, Waiting } from "./types.d.ts" */

/** @type {Context} */
let ctx;
/** @type {Bundle} */
let bundle;
/** @type {Route} */
let route = { page: "room" };

/**
 * Replace the page on the screen by the device's page at *to*. With *replace* the history entry is replaced too; the
 * offline shell asks for this, because it is a page of the device already.
 * @param {Route} to
 * @param {{replace?: boolean}} options
 */
export async function carry(to, { replace = false } = {}) {
  await ready();
  await reckon(bundle);
  document.body.dataset.carried = "yes";
  await go(to, { replace });
  online.begin(() => render().catch(notKept));
}

/** Load the laws, the icons and the words. */
export async function ready() {
  bundle = await laws();
  if (!drawn(document)) {
    const shell = await fetch(shellAddress(), { signal: AbortSignal.timeout(4000) }).catch(() => null);
    if (shell?.ok) drawn(new DOMParser().parseFromString(await shell.text(), "text/html"));
  }
  ctx ??= { bundle, says: speaker(bundle.words), known: {} };
}

export const shellAddress = () => `/${document.documentElement.lang}/offline/`;

const address = (/** @type {Route} */ { page, incident, inquiry, question }) =>
  `${shellAddress()}#${[page, incident, inquiry, question].filter(Boolean).join("/")}`;

/**
 * Parse the hash of an offline page's address into a route.
 * @param {string} hash
 * @returns {Route}
 */
export function read(hash) {
  const [page, incident, inquiry, question] = hash.replace(/^#/, "").split("/").map(decodeURIComponent);
  return page ? { page, incident, inquiry, question } : { page: "room" };
}

/**
 * Show another page of the device.
 * @param {Route} to
 * @param {{replace?: boolean}} options
 */
async function go(to, { replace = false } = {}) {
  route = to;
  history[replace ? "replaceState" : "pushState"](null, "", address(to));
  await render();
  /** @type {HTMLElement | null} */
  const title = document.querySelector("main h1");
  if (title) {
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  if (document.body.dataset.carried) whenFree(shownAgain);
});

/** Show the page of the address to which the browser has gone. */
function shownAgain() {
  route = read(location.hash);
  render().catch(notKept);
}

// Rendering

/** @type {Promise<void> | undefined} */
let latest;

/**
 * Draw the page from the store if *may* still returns true after all reads. Of two concurrent renderings only the later
 * one draws, because a tap between both drawings would be lost.
 * @returns {Promise<void>}
 */
export function render(may = () => true) {
  /** @type {Promise<void>} */
  const mine = drawing().then((draw) => {
    if (mine !== latest) return latest;
    if (may()) draw();
    return undefined;
  });
  latest = mine;
  return mine;
}

/**
 * Read all that the page needs, and return a function that draws it without waiting.
 * @returns {Promise<() => void>}
 */
async function drawing() {
  await online.stands(route);
  const { say } = bundle;
  const user = await me();
  if (!user) return () => frame(say.offline, nobody());
  const isHis = (/** @type {{user: number}} */ one) => one.user === user.user;
  /** @type {Incident[]} */
  const incidents = (await all("incidents")).filter(isHis);
  /** @type {Room[]} */
  const rooms = (await all("rooms")).filter(isHis).sort((one, other) => (one.at < other.at ? 1 : -1));
  const waits = await waiting();
  const incident = incidents.find((one) => goesBy(one, route.incident));
  const inquiry = incident?.inquiries.find((one) => goesBy(one, route.inquiry));
  const drawnAt = (/** @type {() => void} */ screen) => () => {
    ctx = { ...ctx, known: {} };
    return screen();
  };
  switch (route.page) {
    case "what": {
      const closed = screens.closedAt(
        rooms.find((one) => one.tournament === incident?.tournament),
        incident,
      );
      const back = { incident, back: "room" };
      return drawnAt(() => frame(say.happened, screens.what(ctx, route.inquiry, closed), back));
    }
    case "ask":
      if (incident && inquiry) return show(incident, inquiry, waits.acts);
      break;
    case "note": {
      if (!incident) break;
      const begun = await notes.begun(incident.id);
      return drawnAt(() => {
        frame(say.note, screens.note(ctx, incident, begun), { incident, back: "call" });
        // Not awaited: the heading gets the focus when it is drawn, and must not take it later from a field in which
        // somebody types.
        const field = notes.noteField();
        if (field) notes.goesOn(field, incident.id).catch(notKept);
      });
    }
    case "aloud":
      if (!incident || !inquiry) break;
      return drawnAt(() => frame(say.answer_aloud, screens.aloud(ctx), { incident, back: "call" }));
    case "waiting": {
      const practised = await practise.refused(ctx, waits.practised);
      return drawnAt(() =>
        frame(say.waiting_title, screens.waiting(ctx, waits, incidents, practised), { back: "room" }),
      );
    }
    case "code":
      return drawnAt(() => frame(say.code, code(), { back: "room" }));
    case "walk":
      if (walked.law in bundle.laws) return show(undefined, walked);
      break;
    case "school":
    case "situation":
    case "practise":
    case "corrected": {
      const page = await practise.page(ctx, route);
      if (page?.inquiry) return show(undefined, page.inquiry, [], page);
      if (page) return drawnAt(() => frame(page.title, page.html ?? "", page));
      break;
    }
    default:
  }
  const practises = await practise.isHere(bundle);
  return drawnAt(() => room(rooms, incidents, waits, practises));
}

function nobody() {
  const { say, language } = bundle;
  const signIn = `<a class="btn main" href="/${language}/login/">${escape(say.sign_in)}</a>`;
  return `<p class="note">${escape(say.nobody)}</p><p>${signIn}</p>`;
}

function code() {
  const { say } = bundle;
  const ids = Object.keys(bundle.laws).filter((one) => one !== bundle.by_hand);
  return `<div class="head"><h1>${escape(say.code)}</h1></div><p class="soft">${escape(say.chosen_from_code)}</p>
    ${screens.finder(ctx)}<div id="every">${screens.choices(ctx, ids)}</div>`;
}

/**
 * Answers to a law that is only looked up: kept in memory, never stored.
 * @type {Inquiry}
 */
let walked = { id: "", law: "", facts: {}, answers: {}, by: {}, readings: {}, version: 0 };
/** The inquiry of the page drawn last. An exercise has one too, although it has no incident. */
let drawnLast = walked;

/**
 * Draw the current step of an inquiry; *incident* is undefined for a law that is only looked up.
 * @param {Incident | undefined} incident
 * @param {Inquiry} inquiry
 * @param {Act[]} acts those that wait
 * @param {{above?: string, story?: string, place?: string}} around HTML above the page and beneath it
 * @returns {Promise<() => void>}
 */
async function show(incident, inquiry, acts = [], { above = "", story = "", place } = {}) {
  const law = bundle.laws[inquiry.law];
  const state = shown(law, inquiry, route.question);
  const typed = state.state === "asking" ? await notes.keptAnswer(inquiry, state.question.id) : "";
  const aloud = acts.filter((one) => one.kind === "polled" && !one.refused && goesBy(inquiry, one.inquiry)).length;
  /** @type {Facts} */
  const begun = {};
  for (const { question } of ("page" in state && state.page) || []) {
    if (question.kind === "words") begun[question.id] = await notes.keptAnswer(inquiry, question.id);
  }
  return () => {
    drawnLast = inquiry;
    const known = withRoles({ ...state.known, ...inquiry.facts, ...inquiry.answers });
    ctx = { ...ctx, state: { ...state, law }, lying: inquiry.lying, lines: inquiry.lines, known };
    const of = incident ? inquiry : null;
    const way = { incident, place, back: "before" };
    if (state.state === "asking") {
      const given = inquiry.answers[state.question.id] ?? "";
      const asks = screens.ask(ctx, law, of, { ...state, law }, { given, typed, begun, aloud });
      frame(law.short, above + asks + story, way);
    } else {
      const { ruling } = state;
      const node = law.nodes.find((one) => one.ruling === ruling);
      frame(law.short, screens.decision(ctx, law, of, state, node?.button ?? ""), way);
    }
  };
}

/**
 * Draw the room: the calls made on this device, then the stored copy of the room.
 * @param {Room[]} rooms
 * @param {Incident[]} incidents
 * @param {Waiting} waits
 * @param {boolean} practises can exercises be done here?
 */
function room(rooms, incidents, waits, practises) {
  const { say } = bundle;
  const seen = rooms.find((one) => one.tournament === route.incident) ?? rooms[0];
  const standings = (/** @type {Inquiry} */ inquiry) =>
    ({ asking: "asking", waiting: "to_come_back", ruled: "ruled" })[standing(bundle, inquiry).state];
  const open = incidents
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .filter((one) => screens.isGoingOn(one, waits.acts, standings));
  const head = seen ? say.as_seen.replace("%(time)s", screens.clock(seen.at, say, bundle.language)) : say.never_seen;
  const ways =
    button(escape(say.code), { go: "code" }) +
    (practises ? button(escape(say.practise), { go: "school" }) : "") +
    button(escape(say.waiting_title), { go: "waiting" });
  frame(
    say.room,
    `${route.note ? alarm(say[route.note]) : ""}<p class="soft small">${escape(head)}</p><div id="seen"></div>
    ${screens.mine(ctx, open, waits.acts, standings)}${saidOfTables(ctx, waits)}<div class="acts">${ways}</div>`,
  );
  if (seen) document.getElementById("seen")?.replaceChildren(asItWas(seen, incidents, waits.acts));
  const step = document.getElementById("step");
  if (step) step.dataset.tournament = seen?.tournament ?? "";
}

/**
 * Show the stored markup of the room, with the tables of this device's calls marked.
 * @param {Room} room
 * @param {Incident[]} incidents
 * @param {Act[]} acts
 */
function asItWas({ html, tournament, user }, incidents, acts) {
  const held = document.createElement("template");
  held.innerHTML = html;
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = held.content.querySelectorAll("a[href]");
  for (const one of acts.filter(({ kind, user: author, refused }) => kind === "say" && author === user && !refused)) {
    for (const field of held.content.querySelectorAll("input[name=about]")) {
      const [form, key] = [field.closest("form"), one.incident ?? ""];
      if (field.getAttribute("value") !== one.about || !form?.getAttribute("action")?.includes(key)) continue;
      form.querySelector("button")?.setAttribute("disabled", "");
    }
  }
  for (const link of links) {
    const key = link.getAttribute("href")?.match(/(?:incidents|inquiries)\/([0-9a-f-]{36})/)?.[1];
    const there = incidents.find((one) => one.id === key || one.inquiries.some((inquiry) => inquiry.id === key));
    if (there) link.dataset.incident = there.id;
  }
  for (const one of incidents.filter((open) => open.tournament === tournament && isAsked(open))) resumes(held, one);
  return held.content;
}

/** Is an inquiry of this incident undecided? */
const isAsked = (/** @type {Incident} */ { inquiries }) =>
  !inquiries.length || inquiries.some((one) => standing(bundle, one).state === "asking");

/**
 * Mark the tile of a call that was opened on this device; a tap resumes it at its question.
 * @param {HTMLTemplateElement} held
 * @param {Incident} incident
 */
function resumes(held, { id, section, table }) {
  for (const field of held.content.querySelectorAll(`.room input[name=table][value="${table ?? ""}"]`)) {
    const form = field.closest("form");
    const tile = form?.querySelector("button.tile");
    if (!tile || form?.querySelector("[name=section]")?.getAttribute("value") !== section) continue;
    tile.setAttribute("data-incident", id);
    tile.classList.replace("calm", "open");
    tile.querySelector(".badge")?.remove();
    const words = `${icon("hand")}<span class="one">${escape(bundle.say.asking)}</span>`;
    tile.insertAdjacentHTML("beforeend", `<span class="badge">${words}</span>`);
  }
}

/**
 * Draw the page: its title, a link back, the place, and the content. The network indicator stays where it is.
 * @param {string} title
 * @param {string} html
 * @param {{incident?: Incident, back?: string, place?: string}} options
 */
function frame(title, html, { incident, back, place = "" } = {}) {
  document.title = `${title} · Arbitrage`;
  const bar = document.querySelector("header.bar");
  const main = document.getElementById("main");
  if (!bar || !main) return;
  const net = document.getElementById("net");
  const words = escape(bundle.say[back === "room" ? "room" : "back"]);
  const way = back ? button(`${icon("back")}<span class="long">${words}</span>`, { back }) : "";
  const again = online.place(bundle.say);
  const where = escape(incident ? screens.where(ctx, incident) : place);
  bar.innerHTML = `${way}<p class="where"><b>${escape(title)}</b> <span>${where}</span></p>`;
  bar.append(again, ...(net ? [net] : []));
  main.className = "page";
  const heading = html.includes("<h1") ? "" : `<h1 class="sr">${escape(title)}</h1>`;
  main.innerHTML = `<div id="step">${heading}${html}</div>`;
}

// Acts

/** Find the incident and the inquiry of this page by their current identifiers. */
async function here() {
  /** @type {Incident | undefined} */
  const incident = (await all("incidents")).find((one) => goesBy(one, route.incident));
  const inquiry = incident?.inquiries.find((one) => goesBy(one, route.inquiry));
  if (incident) route = { ...route, incident: incident.id, inquiry: inquiry?.id ?? route.inquiry };
  return { incident, inquiry };
}

/** @param {string} question @param {string} value */
async function onAnswer(question, value) {
  const form = document.querySelector("form[data-ask]");
  if (form instanceof HTMLFormElement && questionsIn(form).length) return onSeveral(form, { answer: value });
  const { inquiry } = await here();
  return onAnswers(answered(ctx.state, inquiry ?? drawnLast, question, value));
}

/**
 * Record the answers of a form of several questions, with the key that was touched in it.
 * @param {HTMLFormElement} form
 * @param {Facts} touched
 */
async function onSeveral(form, touched) {
  const data = new FormData(form);
  for (const [name, value] of Object.entries(touched)) data.set(name, value);
  const answers = answersSent(questionsIn(form), data);
  if (answers) return onAnswers(answers, true);
  form.querySelector(".error")?.remove();
  return form.querySelector("legend")?.insertAdjacentHTML("afterend", alarm(bundle.say.touch_true));
}

/**
 * Record answers and show the next question.
 * @param {[question: string, value: string][]} answers
 * @param {boolean} ahead they stand on one page
 */
async function onAnswers(answers, ahead = false) {
  if (route.page === "walk") {
    Object.assign(walked.answers, Object.fromEntries(answers));
    return go({ page: "walk", incident: walked.law });
  }
  if (route.page === "practise") {
    for (const [question] of answers) await notes.stopped(`${route.inquiry}:${question}`);
    return go(await practise.answer(bundle, route, answers));
  }
  await answerAll(answers, ahead);
  return go({ page: "ask", incident: route.incident, inquiry: route.inquiry });
}

/**
 * Write answers of the inquiry on this page one after the other, so that each follows from the one before.
 * @param {[question: string, value: string][]} answers
 * @param {boolean} ahead
 */
async function answerAll(answers, ahead = false) {
  for (const [question, value] of answers) {
    const { incident, inquiry } = await here();
    if (!incident || !inquiry) throw new Error("this inquiry is not on the device any more");
    const told = goesBy(inquiry, drawnLast.id) ? drawnLast.told : undefined;
    await answer(bundle, incident, inquiry, question, value, { ahead, told });
  }
}

/** @param {string} law @param {string | undefined} send which of the laws that the ruling sends to */
async function onLaw(law, send) {
  const ruling = ctx.state && "ruling" in ctx.state ? ctx.state.ruling : undefined;
  const hands = send === undefined ? [] : (ruling?.sends?.[Number(send)]?.hands ?? []);
  /** @type {Facts} */
  const facts = handed(hands, ctx.known);
  if (route.page === "code" || route.page === "walk") {
    walked = { ...walked, law, facts, answers: {}, readings: {} };
    return go({ page: "walk", incident: law });
  }
  if (route.page === "practise") return go(await practise.choose(bundle, route, law));
  const { incident = "" } = route;
  return go({ page: "ask", incident, inquiry: await choose(incident, law, facts) });
}

/**
 * Open the law of a case of a tile, with the answers that the case gives.
 * @param {string} touched the tile and the case, "2:0"
 */
async function onCase(touched) {
  const [tile, place] = touched.split(":").map(Number);
  const { law, answers } = bundle.tiles[tile].cases[place];
  if (route.page === "practise") return go(await practise.choose(bundle, route, law, answers));
  route = { ...route, inquiry: await choose(route.incident ?? "", law) };
  await answerAll(Object.entries(answers));
  return go({ page: "ask", incident: route.incident, inquiry: route.inquiry });
}

/**
 * Record the statement about the table that was touched, and show the page that follows.
 * @param {string} incident
 * @param {{what: string, about: string, label: string}} said
 */
async function onSay(incident, said) {
  await sayOfTable(incident, said);
  await go(route.page === "ask" ? { ...route, question: undefined } : { page: "room" });
}

/** @param {string} where "before", "call", "school", "situation" or "room" */
async function onBack(where) {
  if (where === "school") return go({ page: "school" });
  if (where === "situation") return go({ page: "situation", incident: route.incident });
  if (route.page === "aloud") return go({ page: "ask", incident: route.incident, inquiry: route.inquiry });
  if (where === "call") return go(standsAt(await get("incidents", route.incident ?? "")));
  if (where !== "before") return go({ page: "room" });
  const before = stepBefore(ctx.state?.trail ?? [], asked()?.id ?? "");
  if (before) return go({ ...route, question: before.id });
  if (route.page === "practise") return onBack("situation");
  return go(route.page === "walk" ? { page: "code" } : { page: "what", incident: route.incident });
}

const asked = () => (ctx.state?.state === "asking" ? ctx.state.question : undefined);

/** @type {Record<string, (data: DOMStringMap) => unknown>} */
const actions = {
  answer: (data) => onAnswer(data.question ?? asked()?.id ?? "", data.answer ?? ""),
  law: (data) => onLaw(data.law ?? "", data.send),
  case: (data) => onCase(data.case ?? ""),
  tile: ({ tile }) =>
    go(
      route.page === "practise"
        ? { ...route, question: tile }
        : { page: "what", incident: route.incident, inquiry: tile },
    ),
  practise: async ({ practise: touched = "" }) => go(await practise.act(route, touched)),
  change: (data) => go({ ...route, question: data.change }),
  back: (data) => onBack(data.back ?? ""),
  go: ({ go: page = "room" }) =>
    go({
      page,
      incident: ["room", "school"].includes(page) ? undefined : route.incident,
      inquiry: page === "aloud" ? route.inquiry : undefined,
    }),
  incident: async (data) => go(standsAt(await get("incidents", data.incident ?? ""))),
  read: async () => {
    const user = await me();
    await forget((one) => one.user === user?.user && one.refused);
    await exercises.read();
    return render();
  },
  again: async () => {
    const user = await me();
    await sendAgain((one) => one.user === user?.user);
    await exercises.again();
    return render();
  },
  say: ({ say: what = "", about = "", label = "" }) => onSay(route.incident ?? "", { what, about, label }),
  unsay: async ({ unsay = "" }) => {
    await takeBack(unsay);
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
  if (!document.body.dataset.carried || !(event.target instanceof Element)) return;
  /** @type {HTMLElement | null} */
  const touched = event.target.closest(["#waits", ...NAMES.map((name) => `[data-${name}]`)].join(","));
  if (!touched) return;
  event.preventDefault();
  await inTurn(touched, () => acted(touched).catch(notKept));
});

/** Do the act of a touched element. */
async function acted(/** @type {HTMLElement} */ touched) {
  if (touched.id === "waits") return go({ page: "waiting" });
  await here();
  return actions[NAMES.find((name) => name in touched.dataset) ?? ""](touched.dataset);
}

/** Report beside the touched element that the act could not be stored on this device. */
export function notKept(/** @type {unknown} */ error) {
  console.error(error);
  if (document.getElementById("not-kept")) return;
  document
    .getElementById("step")
    ?.insertAdjacentHTML("afterbegin", `<div id="not-kept">${alarm(bundle.say.not_kept)}</div>`);
  document.getElementById("not-kept")?.scrollIntoView({ block: "center" });
}

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!document.body.dataset.carried || !(form instanceof HTMLFormElement) || !form.closest("#main")) return;
    event.preventDefault();
    inTurn(event.submitter ?? form, () => sent(form, event.submitter).catch(notKept));
  },
  true,
);

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function sent(form, submitter = null) {
  const data = new FormData(form, submitter);
  await here();
  const question = asked();
  if ("ask" in form.dataset && questionsIn(form).length) {
    await onSeveral(form, submitter instanceof HTMLButtonElement ? { [submitter.name]: submitter.value } : {});
  } else if ("ask" in form.dataset && question) {
    const suits = ["S", "H", "D", "C"].filter((suit) => data.getAll("suit").includes(suit)).join("");
    const typed = () => String(data.get("answer") ?? "").trim();
    const value = question.kind === "hands" ? cardsSent(data) : question.kind === "suits" ? suits : typed();
    if (question.kind !== "suits" || value) await onAnswer(question.id, value);
  } else if ("note" in form.dataset) {
    const field = notes.noteField();
    const incident = field?.dataset.incident ?? "";
    if (field) await notes.written(field, incident);
    await notes.save(incident);
    await notes.finish(incident);
    await go(standsAt(await get("incidents", route.incident ?? "")));
  } else if ("aloud" in form.dataset) {
    await onAloud(data);
  } else if ("search" in form.dataset) {
    find(String(data.get("q")));
  } else if (await ofTheTray(form, data)) {
    return;
  } else if (data.has("table") || form.action.endsWith("/call/")) {
    const table = Number(data.get("table")) || undefined;
    const tournament = document.getElementById("step")?.dataset.tournament ?? "";
    const label = form.querySelector(".n")?.lastChild?.textContent?.trim();
    const incident = await call({ tournament, section: String(data.get("section") ?? ""), table, label });
    await go({ page: "what", incident });
  } else {
    await go({ page: "room", note: "needs_network" });
  }
}

/**
 * Store an answer given aloud and return to the question; if no call was touched, ask for one and keep the ticks.
 * @param {FormData} data
 */
async function onAloud(data) {
  const { incident = "", inquiry = "" } = route;
  if (await playerSaid(incident, inquiry, data)) return go({ page: "ask", incident, inquiry });
  const step = document.getElementById("step");
  step?.querySelector(".error")?.remove();
  step?.insertAdjacentHTML("afterbegin", alarm(bundle.say.touch_call));
  scrollTo(0, 0);
}

/**
 * Do the act of a tray button that works without the network; return false for any other form.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 */
async function ofTheTray(form, data) {
  const [, , kind, key, verb] = new URL(form.action, location.href).pathname.split("/");
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  if (kind === "duties" && verb === "open") await go(await comeBack(bundle, key, text("on_lead")));
  else if (kind === "inquiries" && verb === "reach") await go(await reached(bundle, key));
  else if (kind === "incidents" && verb === "table") {
    const label = (form.querySelector("button")?.textContent ?? "").replace(/\s+/g, " ").trim();
    await onSay(key, { what: text("what"), about: text("about"), label });
  } else return false;
  return true;
}

document.addEventListener("input", ({ target: field }) => {
  if (!document.body.dataset.carried) return;
  if (field instanceof HTMLInputElement && field.name === "q") find(field.value);
  if (!(field instanceof HTMLTextAreaElement)) return;
  if (field.name === "words") notes.written(field, field.dataset.incident ?? "").catch(notKept);
  else notes.keep(`${drawnLast.id}:${field.name === "answer" ? asked()?.id : field.name}`, field.value).catch(notKept);
});

/** Show the laws that contain the words of a search. */
function find(/** @type {string} */ query) {
  const some = Boolean(query.trim());
  const ids = some ? screens.search(ctx, query) : [];
  const every = document.getElementById("every");
  if (every) every.hidden = some;
  const { say, by_hand: byHand } = bundle;
  const list = ids.includes(byHand) || route.page === "code" ? ids : [...ids, byHand];
  const nothing = ids.length ? "" : `<p class="soft">${escape(say.nothing_found)}</p>`;
  const place = document.getElementById("found");
  if (place) place.innerHTML = some ? `${nothing}${screens.choices(ctx, list)}` : "";
}

// Show arriving changes at once on a page that is a list, unless the page is being touched. Never redraw a question.
let touching = false;
let arrived = false;
function calm() {
  arrived = touching;
  if (busy()) whenFree(anew);
  return !touching && !busy() && ["room", "waiting"].includes(route.page);
}
function anew() {
  if (document.body.dataset.carried && calm()) render(calm).catch((error) => console.error(error));
}
listen(anew);
addEventListener("pointerdown", () => (touching = true), true);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(
    name,
    () =>
      setTimeout(() => {
        touching = false;
        if (arrived) anew();
      }),
    true,
  );
}
