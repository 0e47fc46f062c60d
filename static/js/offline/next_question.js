// @ts-check
// The question that follows an answer on a page of the server, as the server would draw it: the parts of the page that
// change. The same as question_page of arbitrage/pages/inquiry/question.py and templates/inquiry/question.html.
import { stands } from "./engine.js";
import { icon, questionAt } from "./html.js";
import { asked } from "./pads.js";
import { withRoles } from "./roles.js";
import { saidSteps, trail, undo } from "./screens.js";
import { bothAtOnce, factAbove, factSent, shown } from "./taken.js";
import { escape } from "./words.js";

/** @import { Asks, Beside, Bundle, Context, Facts, Inquiry, Law, Parts } from "./types.d.ts" */
/** @import { Question, Speaker, Step, Walked } from "./types.d.ts" */
/** @typedef {[question: string, value: string][]} Answers */

/**
 * Do these answers belong to the question that the inquiry asks now, or to that question and the fact above it?
 * @param {Law} law
 * @param {Inquiry} inquiry
 * @param {Answers} given
 */
function isAsked(law, inquiry, given) {
  const [first, last] = [given[0][0], given[given.length - 1][0]];
  const now = stands(law, { ...inquiry.facts, ...inquiry.answers }, inquiry.readings);
  if (now.state !== "asking" || now.question.id !== first) return false;
  if (first === last) return true;
  const page = shown(law, inquiry);
  return page.state === "asking" && page.taken?.id === first && page.question.id === last;
}

/**
 * Find the question that these answers lead to; undefined where the server has to show the page that follows: a ruling,
 * a moment, several questions, evidence, an earlier answer that is changed.
 * @param {Law} law
 * @param {Inquiry} inquiry
 * @param {Answers} given
 * @param {Facts} by the origin of answers as the page says it
 * @returns {Walked & Asks & {taken?: Question} | undefined}
 */
export function follows(law, inquiry, given, by) {
  const origins = { ...inquiry.from, ...by };
  if (!isAsked(law, inquiry, given)) return undefined;
  const answers = { ...inquiry.answers, ...Object.fromEntries(given) };
  const state = shown(law, { ...inquiry, answers });
  if (state.state !== "asking" || state.page || state.question.served || state.taken?.served) return undefined;
  if (state.question.id in answers) return undefined;
  const isKnownHere = (/** @type {Step} */ { id, derived }) => {
    const question = law.questions[id];
    return question && !question.opens && (derived ? !question.noted : id in answers || id in origins);
  };
  const isOnTheWay = (/** @type {string} */ id) => state.trail.some((step) => step.id === id);
  return state.trail.every(isKnownHere) && Object.keys(answers).every(isOnTheWay) ? state : undefined;
}

/**
 * Draw the parts of the page that these answers change.
 * @param {{bundle: Bundle, says: Speaker}} words
 * @param {Law} law
 * @param {Inquiry} inquiry with the answers
 * @param {Walked & Asks & {taken?: Question}} state
 * @param {Beside} beside
 * @returns {Parts}
 */
export function parts({ bundle, says }, law, inquiry, state, beside) {
  const { question, taken } = state;
  const { lying, lines } = inquiry;
  const known = withRoles({ ...state.known, ...inquiry.facts, ...inquiry.answers });
  /** @type {Context} */
  const ctx = { bundle, says, known, lying, lines, beside: { ...beside, by: { ...inquiry.from, ...beside.by } } };
  const last = saidSteps(law, state).at(-1);
  const action = questionAt(beside, question.id);
  return {
    action,
    heading: says.plain(question.text, known, question.roles),
    back: last ? questionAt(beside, last.id) : "",
    first: factSent(taken),
    keys: asked(ctx, { ...state, law }),
    above: factAbove(ctx, taken),
    also: bothAtOnce(ctx, taken),
    acts: undo(ctx, law, state, inquiry.answers) + (question.chooser ? forThePlayers(ctx, action, taken) : ""),
    trail: trail(ctx, law, state, inquiry),
  };
}

/**
 * Draw the way to the page that the players see.
 * @param {Context} ctx
 * @param {string} action
 * @param {Question | undefined} taken
 */
function forThePlayers({ bundle: { say } }, action, taken) {
  const address = `${action}players/${taken ? `?first=${encodeURIComponent(taken.id)}` : ""}`;
  return `<a class="btn" href="${escape(address)}">${icon("hand")}${escape(say.show_players)}</a>`;
}
