// @ts-check
// Several questions on one page. If all are yes-or-no questions, they are boxes to tick; otherwise each has a field,
// and the last one may have keys. The same as arbitrage/pages/inquiry/several_questions.py and
// templates/inquiry/includes/together.html.
import { most, stands } from "./engine.js";
import { each, lawref } from "./html.js";
import { surface } from "./pads.js";
import { UNKNOWN } from "./roles.js";
import { escape } from "./words.js";

/** @import { Asks, Context, Facts, Inquiry, Law, Question } from "./types.d.ts" */

/** The kinds of question with a field for notes above their keys. */
const JUDGED = ["yes_no", "choice", "count"];

/**
 * List the questions that share a page with the question *asked*, which comes first; [] if it stands alone.
 * @param {Law} law
 * @param {Pick<Inquiry, "facts" | "answers" | "readings">} inquiry
 * @param {Asks} asked
 * @returns {Asks[]}
 */
export function standingTogether(law, { facts, answers, readings }, asked) {
  const { together = "", kind, id } = asked.question;
  if (id in answers || !(together || kind === "words")) return [];
  const page = [asked];
  /** @type {Facts} */
  const known = { ...facts, ...answers };
  for (let last = asked.question; ; last = page[page.length - 1].question) {
    known[last.id] = usual(last);
    const after = stands(law, known, readings);
    if (after.state !== "asking") break;
    const follows = after.question;
    const before = page.some((one) => one.question.id === follows.id) || follows.id in answers;
    if (before || (follows.together ?? "") !== together) break;
    if (together || follows.kind === "words") page.push(after);
    else if (JUDGED.includes(follows.kind) && !follows.chooser && !follows.boxes) return [...page, after];
    else break;
  }
  return together && page.length > 1 ? page : [];
}

/**
 * Find the question with keys on a page of notes; a tap on a key also sends the notes above it.
 * @param {Asks[]} page
 */
export function touchedLast(page) {
  const last = page.at(-1);
  return last && page[0].question.kind === "words" && JUDGED.includes(last.question.kind) ? last : undefined;
}

const usual = (/** @type {Question} */ { kind }) => ({ yes_no: "no", words: "" })[kind] ?? UNKNOWN;

/**
 * Draw the questions of a page.
 * @param {Context} ctx
 * @param {Law} law
 * @param {Asks[]} page
 * @param {Facts} begun the words typed so far, by question
 */
export function severalAsked(ctx, law, page, begun) {
  const { say } = ctx.bundle;
  const [{ question: first }] = page;
  const touched = touchedLast(page);
  const head = `<legend class="asked"><h1>${heading(ctx, page)}</h1></legend>
    <input type="hidden" name="together" value="${escape(first.together || "words")}">`;
  if (first.kind === "yes_no") return head + toTick(ctx, page);
  const fields = each(page, (one) => {
    if (one === touched) return keysBeneath(ctx, law, one);
    return one.question.kind === "count" ? numbers(ctx, one.question) : words(ctx, one.question, begun);
  });
  const foot = touched
    ? ""
    : `<p class="soft small">${escape(say.left_empty)}</p>
      <div class="acts"><button class="btn main">${escape(say.go_on)}</button></div>`;
  return `${head}${fields}${foot}`;
}

/**
 * @param {Context} ctx
 * @param {Asks[]} page
 */
function heading({ bundle: { say }, says, known }, page) {
  const { together = "" } = page[0].question;
  if (together in HEADINGS) return escape(say[HEADINGS[together]]);
  const { text, roles } = page[page.length - 1].question;
  return says.html(text, known, roles);
}

/** The headings of groups; the page of any other is headed by its last question. */
const HEADINGS = /** @type {Record<string, string>} */ ({ heard: "said_by_each", doubts: "doubts" });

/**
 * @param {Context} ctx
 * @param {Asks[]} page
 */
function toTick({ bundle, says, known }, page) {
  const { say, words: names } = bundle;
  const boxes = each(page, ({ question: { id, text, law, why, roles } }) => {
    const box = `<input class="sr" type="checkbox" name="yes" value="${escape(id)}">`;
    const more = why ? `<small>${says.html(why, known, roles)}</small>` : "";
    const inside = `<span>${says.html(text, known, roles)}</span>${lawref(law, names.law)}${more}`;
    return `<label>${box}<span class="choice">${inside}</span></label>`;
  });
  const send = (/** @type {string} */ value, /** @type {string} */ css, /** @type {string} */ inside) =>
    `<button class="${css}" name="these" value="${value}">${inside}</button>`;
  return `<div class="choices">${send("none", "choice", `<span>${escape(say.none_of_these)}</span>`)}</div>
    <div class="choices boxes">${boxes}
    <div class="acts">${send("ticked", "btn main", escape(say.yes_to_touched))}</div></div>`;
}

/**
 * @param {Context} ctx
 * @param {Law} law
 * @param {Asks} asked
 */
function keysBeneath(ctx, law, asked) {
  const { question } = asked;
  const html = (/** @type {string | undefined} */ text) => ctx.says.html(text, ctx.known, question.roles);
  const why = question.why
    ? `<details><summary>${escape(ctx.bundle.say.why)}</summary><p>${html(question.why)}</p></details>`
    : "";
  const keys = surface(ctx, { ...asked, law }, { given: "", typed: "", html });
  return `<input type="hidden" name="touched" value="${escape(question.id)}">${keys}${why}`;
}

/**
 * Draw the numbers of tricks that may have been claimed, up to all that were left; none is preselected.
 * @param {Context} ctx
 * @param {Question} question
 */
function numbers({ bundle: { say }, known }, question) {
  const high = most(question, known);
  const keys = each({ length: high - question.low + 1 }, (_none, at) => {
    const value = String(question.low + at);
    const all = value === known.tricks_left ? `<small>${escape(say.all_tricks)}</small>` : "";
    const radio = `<input class="sr" type="radio" name="${escape(question.id)}" value="${value}">`;
    return `<label class="radio">${radio}<span class="key">${value}${all}</span></label>`;
  });
  return `<div class="row" role="group" aria-labelledby="counted"><h2 id="counted">${escape(say.tricks_claimed)}</h2>
    <div class="keys many">${keys}</div></div>`;
}

/**
 * @param {Context} ctx
 * @param {Question} question
 * @param {Facts} begun
 */
function words({ bundle, says, known }, { id, text, law, roles }, begun) {
  const label = `<span>${says.html(text, known, roles)} ${lawref(law, bundle.words.law)}</span>`;
  const field = `<textarea name="${escape(id)}" rows="2" maxlength="5000">${escape(begun[id] ?? "")}</textarea>`;
  return `<label class="field">${label}${field}</label>`;
}
