// @ts-check
// One question a page: its usual answer may be assumed as a fact, which is shown above the next question and can be
// denied. The same as follows_on and _fact_above of arbitrage/pages/inquiry/question.py.
import { asking, stands } from "./engine.js";
import { change, icon, lawref } from "./html.js";
import { standingTogether } from "./together.js";
import { escape } from "./words.js";

/** @import { Asked, Asks, Context, Inquiry, Law, Question, Standing, Walked } from "./types.d.ts" */

const TOUCHED = ["seat", "card", "suit", "count", "yes_no", "choice"];

/**
 * Return the state that the page of an inquiry shows: a question that is asked *again*, or the question that the
 * inquiry asks now. The usual answer of the latter may be taken as a fact, or other questions may share its page; a
 * question that is asked again stands alone.
 * @param {Law} law
 * @param {Pick<Inquiry, "facts" | "answers" | "readings">} inquiry
 * @param {string} [again]
 * @returns {Standing & {taken?: Question, page?: Asks[]}} *page*: the questions that share the page
 */
export function shown(law, { facts, answers, readings }, again) {
  const given = { ...facts, ...answers };
  const now = stands(law, given, readings);
  const { trail, known } = now;
  const changed = law.questions[again ?? ""];
  if (changed && trail.some((step) => step.id === changed.id)) {
    const state = { trail, known, ...asking(changed, known, readings ?? {}), insteadOf: "" };
    return changed.id in answers ? { ...state, taken: above(law, state) } : state;
  }
  if (now.state !== "asking" || now.question.id === again) return now;
  const page = standingTogether(law, { facts, answers, readings }, now);
  if (page.length) return { ...now, page };
  const { question } = now;
  const { usual } = question;
  if (!usual || !question.options.some((one) => one.value === usual)) return now;
  const after = stands(law, { ...given, [question.id]: usual }, readings);
  const follows = after.state === "asking" && TOUCHED.includes(after.question.kind);
  return follows ? { ...after, trail, taken: question } : now;
}

/**
 * Find the fact recorded together with the answer of the question that is asked again.
 * @param {Law} law
 * @param {Walked & Asked} state
 */
function above(law, { trail, question }) {
  if (!TOUCHED.includes(question.kind)) return undefined;
  const at = trail.findIndex((step) => step.id === question.id);
  const before = trail
    .slice(0, at)
    .filter((step) => !step.derived)
    .at(-1);
  const fact = law.questions[before?.id ?? ""];
  return fact?.usual && fact.usual === before?.value ? fact : undefined;
}

/**
 * Draw the fact above the keys, or the questions to ask aloud first, with the button that denies it.
 * @param {Context} ctx
 * @param {Question | undefined} taken
 */
export function factAbove({ bundle: { say, words }, says, known, beside }, taken) {
  if (!taken) return "";
  const first = taken.aloud ? `<b>${escape(say.ask_first)}</b> ` : "";
  const said = `<span>${first}${says.html(taken.taken, known, taken.roles)}${lawref(taken.law, words.law)}</span>`;
  const refuse = change(beside, taken.id, escape(taken.aloud ? say.one_of_these : say.not_so), "btn", "?itself=yes");
  return `<div class="known${taken.aloud ? " first" : ""}">${taken.aloud ? "" : icon("check")}${said}${refuse}</div>`;
}

/**
 * Name the fact in the form of the question that follows it, as the pages of the server do.
 * @param {Question | undefined} taken
 */
export const factSent = (taken) =>
  taken ? `<input type="hidden" name="first" value="${escape(taken.id)}" data-value="${escape(taken.usual)}">` : "";

/**
 * Draw the sentence under the keys: one tap records both the assumed fact and the answer.
 * @param {Context} ctx
 * @param {Question | undefined} taken
 */
export const bothAtOnce = ({ bundle: { say } }, taken) =>
  taken && !taken.aloud ? `<p class="also">${escape(say.records_both)}</p>` : "";

/**
 * List the answers that a tap gives: to the presumed fact above the question, if it has no answer yet, and to the
 * question.
 * @param {Standing & {taken?: Question} | undefined} state
 * @param {Pick<Inquiry, "answers">} inquiry
 * @param {string} question
 * @param {string} value
 * @returns {[question: string, value: string][]}
 */
export function answered(state, { answers }, question, value) {
  const fact = state?.state === "asking" && state.question.id === question ? state.taken : undefined;
  /** @type {[string, string]} */
  const tapped = [question, value];
  return fact?.usual && !(fact.id in answers) ? [[fact.id, fact.usual], tapped] : [tapped];
}
