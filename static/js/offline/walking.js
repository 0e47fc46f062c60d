// @ts-check
// Shows the next question on a page of the server at once, and has the server confirm the answer later (ADR 021). If
// the server's page differs, the script shows the server's.
import { carry, notKept, ready as readyToCarry } from "./carry.js";
import { laws } from "./laws.js";
import { follows, parts } from "./next_question.js";
import { flush, released, settled } from "./outbox.js";
import { carried, inquiryHere, step } from "./page.js";
import { AWAY } from "./queue.js";
import { ASKED_AGAIN, writeAnswers } from "./sending.js";
import { speaker } from "./words.js";

/** @import { Beside, Bundle, Facts, Given, Of, Parts, Speaker } from "./types.d.ts" */

/** Milliseconds to wait for a response of the server. */
const PATIENCE = 4000;
/** Milliseconds in which a tap on new keys is ignored. */
const CALM = 300;

/**
 * An answer that is being confirmed.
 * @typedef {object} Unconfirmed
 * @property {string[]} ids its acts
 * @property {string} action the address of its question
 * @property {URLSearchParams} body
 * @property {string} next the address of the question that is shown after it
 * @property {boolean} [isUnkept] could the device not store it?
 */

/** @type {Unconfirmed[]} in the order of their taps */
const queue = [];
/** @type {Promise<unknown>} */
let last = Promise.resolve();
let isOver = false; // another page is about to replace this one
/** @type {{bundle: Bundle, says: Speaker} | undefined} */
let words;
/** @type {() => unknown} */
let keep = () => undefined;

/**
 * Load the laws and the icons; from then on the device shows next questions. *store* stores the data of the page.
 * @param {() => unknown} store
 */
export async function ready(store) {
  await readyToCarry();
  const bundle = await laws();
  keep = store;
  words = { bundle, says: speaker(bundle.words) };
  document.body.dataset.walks = "yes";
}

/** Wait until every answer is confirmed; return false where another page is about to replace this one. */
export async function confirmed() {
  let waited;
  while (waited !== last) await (waited = last); // repeated for taps during the wait
  return !isOver;
}
addEventListener("pageshow", () => (isOver = false)); // restart after the browser's Back

/** @returns {[question: string, value: string]} */
const answerOf = (/** @type {Given} */ { name, said }) => [name, said];

/**
 * Show the next question and send the answers in the background; return false where the server must show the next page.
 * @param {HTMLFormElement} form
 * @param {FormData} data
 * @param {Given[]} acts
 * @param {Of} of
 */
export function walk(form, data, acts, of) {
  const here = inquiryHere();
  const law = here && words?.bundle.laws[here.inquiry.law];
  if (!words || !here || !law || isOver || acts.some((one) => one.ahead)) return false;
  const { inquiry } = here;
  const beside = besideOf(inquiry.url ?? "");
  const state = follows(law, inquiry, acts.map(answerOf), beside.by);
  if (!state || (state.question.kind === "seat" && !("N" in beside.players))) return false;
  Object.assign(inquiry.answers, Object.fromEntries(acts.map(answerOf)));
  const body = new URLSearchParams(/** @type {any} */ (data));
  body.set("act", acts[acts.length - 1].id);
  const action = form.getAttribute("action") ?? "";
  const drawn = parts(words, law, inquiry, state, beside);
  draw(form, drawn);
  /** @type {HTMLElement} */ (step()).dataset.inquiry = JSON.stringify(here);
  /** @type {Unconfirmed} */
  const one = { ids: acts.map(({ id }) => id), action, body, next: drawn.action };
  const stored = writeAnswers(of, acts).catch(() => (one.isUnkept = true)); // a browser without a store sends it anyway
  queue.push(one);
  last = last.then(() => stored).then(() => (queue[0] === one ? send(one).catch(goOnAlone) : undefined));
  return true;
}

// The page

/**
 * Players and vulnerability from the compasses of this page, which no device stores, with the address of their inquiry.
 * @type {{of: string, players: Facts, vulnerability: string}}
 */
let seen = { of: "", players: {}, vulnerability: "" };

/**
 * Read the data of the page that the device does not store.
 * @param {string} url
 * @returns {Beside}
 */
function besideOf(url) {
  if (seen.of !== url) seen = { of: url, players: {}, vulnerability: "" };
  /** @type {NodeListOf<HTMLElement>} */
  const players = document.querySelectorAll("#step .compass [data-player]");
  for (const one of players) seen.players[one.dataset.player ?? ""] = one.textContent ?? "";
  if (players.length) seen.vulnerability = document.querySelector("[data-vulnerability]")?.textContent ?? "";
  /** @type {Facts} */
  const by = {};
  for (const line of document.querySelectorAll("#step .trail li")) {
    const id = questionOf(line.querySelector("a[href]")?.getAttribute("href") ?? "");
    const origin = line.querySelector("b ~ .small.soft")?.textContent;
    if (id && origin) by[id] = origin;
  }
  return { url, ...seen, by };
}

/** Read the question of an address. */
const questionOf = (/** @type {string} */ address) => decodeURIComponent(address.match(/\/q\/([^/]+)\//)?.[1] ?? "");

/**
 * Replace the answered question by the next one.
 * @param {HTMLFormElement} form
 * @param {Parts} next
 */
function draw(form, next) {
  const [left, fields] = [form.parentElement, form.querySelector("fieldset")];
  const acts = left?.querySelector(":scope > .acts");
  const right = left?.nextElementSibling;
  if (!left || !fields || !acts || !right) throw new Error("this is no page of a question");
  form.setAttribute("action", next.action);
  form.setAttribute("hx-post", next.action);
  form.querySelector("[name=first]")?.remove();
  fields.insertAdjacentHTML("beforebegin", next.first);
  fields.innerHTML = next.keys;
  for (const one of left.querySelectorAll(":scope > .known, :scope > .also")) one.remove();
  form.insertAdjacentHTML("beforebegin", next.above);
  form.insertAdjacentHTML("afterend", next.also);
  const aside = acts.querySelector(".push");
  acts.innerHTML = next.acts;
  if (aside) acts.append(aside);
  for (const one of right.querySelectorAll(":scope > .trail, :scope > .acts")) one.remove();
  right.insertAdjacentHTML("afterbegin", next.trail);
  document.title = `${next.heading} · Arbitrage`;
  document.querySelector("header.bar > a.btn")?.setAttribute("href", next.back);
  history.pushState({ htmx: true }, "", next.action);
  htmx().process(form);
  replaced = performance.now();
  const title = document.querySelector("main h1");
  if (!(title instanceof HTMLElement)) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** The library htmx, a global of the pages and no module. */
const htmx = () => /** @type {any} */ (globalThis).htmx;

/** Fields whose values differ at every request. */
const TOKENS = ["version", "csrfmiddlewaretoken"];

/**
 * List the words, controls and fields of a page in order, without spaces, drawings and tokens.
 * @param {Element | null | undefined} part
 */
function saidBy(part) {
  /** @type {string[]} */
  const found = [];
  const take = (/** @type {Node} */ node) => {
    if (node instanceof Text) found.push(node.data);
    if (!(node instanceof Element) || TOKENS.includes(node.getAttribute("name") ?? "")) return;
    const names = ["name", "value", "href", "action", "disabled", "checked"];
    if (node.matches("a, button, input, form, textarea")) {
      found.push(`<${node.localName} ${names.map((name) => node.getAttribute(name)).join("|")}>`);
    }
    node.childNodes.forEach(take);
  };
  if (part) take(part);
  return found.join("").replace(/\s/g, "");
}

// Answers of the server

/**
 * Send an answer, and compare the server's next page with the one shown.
 * @param {Unconfirmed} one
 */
async function send(one) {
  const headers = { "HX-Request": "true", "HX-Target": "step", "HX-Current-URL": location.href };
  const signal = AbortSignal.timeout(PATIENCE);
  /** @type {RequestInit} */
  const sent = { method: "POST", body: one.body, headers, signal, keepalive: true };
  const answer = await fetch(one.action, sent).catch(() => null);
  const reached = answer && !AWAY.includes(answer.status) && answer.status < 500;
  const text = reached ? await answer.text().catch(() => null) : null;
  if (!answer || text === null) return goOnAlone();
  const whole = answer.headers.get("HX-Redirect") ?? (/^\s*<!doctype/i.test(text) ? answer.url : "");
  const isTaken = answer.ok || ASKED_AGAIN.includes(answer.status);
  if (whole) {
    if (isTaken && new URL(whole, location.href).pathname.includes("/inquiries/")) await settle(one);
    return goTo(whole);
  }
  if (!isTaken) return goTo(inquiryHere()?.inquiry.url ?? one.action);
  await settle(one);
  const page = new DOMParser().parseFromString(text, "text/html");
  const isNext = answer.ok && page.querySelector("#step form[hx-post]")?.getAttribute("action") === one.next;
  if (!queue.length) return show(page, isNext, text, one);
  return isNext ? undefined : goTo(inquiryHere()?.inquiry.url ?? one.action);
}

/** Remove the acts of an answer that the server has received. */
async function settle(/** @type {Unconfirmed} */ one) {
  await settled(one.ids).catch(() => {}); // a browser without a store
  queue.shift();
}

/** Leave unconfirmed answers to the outbox. */
async function leaveToOutbox() {
  isOver = true;
  const ids = queue.splice(0).flatMap((one) => one.ids);
  if (ids.length) await released(ids).catch(() => {});
}

/** Switch to the offline page once nobody touches this one. */
async function goOnAlone() {
  const here = inquiryHere();
  const isKept = !queue.some((one) => one.isUnkept);
  await leaveToOutbox();
  await untouched();
  try {
    if (here) await carry({ page: "ask", incident: here.incident.id, inquiry: here.inquiry.id }, { replace: true });
    if (!isKept) notKept("an answer that could be neither stored nor sent");
    replaced = performance.now();
  } catch {
    document.getElementById("lost")?.removeAttribute("hidden"); // without a store the answer must be sent again
  }
  isOver = false;
}

/** Go to a page of the server, once the server has received the waiting answers. */
async function goTo(/** @type {string} */ address) {
  await leaveToOutbox();
  await flush();
  await untouched();
  location.assign(address);
}

/**
 * Take over the data of the server's page if it equals the page shown; otherwise show the server's page. *isNext*: does
 * the server's page ask the question that is shown?
 * @param {Document} page
 * @param {boolean} isNext
 * @param {string} text
 * @param {Unconfirmed} one
 */
async function show(page, isNext, text, one) {
  const [mine, theirs] = [step(), page.getElementById("step")];
  if (!mine || !theirs || carried()) return;
  if (!isNext || saidBy(mine) !== saidBy(theirs)) {
    await untouched();
    if (queue.length) return isNext ? undefined : goTo(inquiryHere()?.inquiry.url ?? one.action);
    replaced = performance.now();
    if (!isNext) {
      history.replaceState({ htmx: true }, "", page.querySelector("#step form[hx-post]")?.getAttribute("action") ?? "");
      htmx().swap("#step", text, { swapStyle: "outerHTML" });
      return;
    }
    typedOn(mine, theirs);
    mine.replaceWith(document.adoptNode(theirs));
    htmx().process(theirs);
  } else {
    mine.dataset.inquiry = theirs.dataset.inquiry;
    const versions = [mine, theirs].map((page_of) => page_of.querySelector("[name=version]"));
    versions[0]?.setAttribute("value", versions[1]?.getAttribute("value") ?? "");
  }
  await keep();
}

/**
 * Copy what was typed and ticked in the meantime into the server's page.
 * @param {Element} mine
 * @param {Element} theirs
 */
function typedOn(mine, theirs) {
  for (const field of mine.querySelectorAll("textarea")) {
    const there = theirs.querySelector(`textarea[name="${CSS.escape(field.name)}"]`);
    if (there instanceof HTMLTextAreaElement && field.value) there.value = field.value;
  }
  for (const field of mine.querySelectorAll("input:is([type=checkbox],[type=radio])")) {
    if (!(field instanceof HTMLInputElement) || field.checked === field.defaultChecked) continue;
    const [name, value] = [field.name, field.value].map((text) => CSS.escape(text));
    const there = theirs.querySelector(`input[name="${name}"][value="${value}"]`);
    if (there instanceof HTMLInputElement) there.checked = field.checked;
  }
}

// Ignore a tap on a key that has just replaced the intended one.

let replaced = -CALM; // the times of the last replacement and of the last touch
let touched = -CALM;
let isTouching = false;
/** @type {Set<() => void>} */
const waiting = new Set();

/** Wait until no finger is on the page. */
const untouched = () =>
  isTouching ? new Promise((resolve) => waiting.add(() => resolve(undefined))) : Promise.resolve(undefined);

addEventListener(
  "pointerdown",
  () => {
    isTouching = true;
    touched = performance.now();
  },
  true,
);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(
    name,
    () =>
      setTimeout(() => {
        isTouching = false;
        for (const go of waiting) go();
        waiting.clear();
      }),
    true,
  );
}
addEventListener(
  "click",
  (event) => {
    const { detail, target } = event;
    const isHasty = /** @type {PointerEvent} */ (event).pointerType !== "mouse" || detail > 1;
    const isMissed = touched < replaced + (isHasty ? CALM : 0);
    if (detail && isMissed && target instanceof Element && target.closest("#step")) {
      event.preventDefault();
      event.stopPropagation();
    }
  },
  true,
);

// A link is followed once the server has received the earlier answers.
document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || !queue.length || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || link.target) return;
  event.preventDefault();
  if (await confirmed()) location.assign(link.href);
});
