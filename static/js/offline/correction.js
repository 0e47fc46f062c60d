// @ts-check
// Comparison of the learner's answers with the Code's in an exercise, as in rulings/school/correction.py.
import { stands } from "./engine.js";
import { UNKNOWN } from "./roles.js";

/** @import { Compared, Exercise, Facts, Law, Question, Situation, Standing, Step } from "./types.d.ts" */

/** The kinds of question whose answers cannot be a mistake. */
const NOT_COMPARED = ["words", "hands", "moment"];
/** The group of questions about the players' statements, which are noted and not judged. */
const HEARD = "heard";
/** The decision that is the Code's. */
export const CODE = "code";

/**
 * Walk the law of a situation with these answers; a moment that the story has reached needs no tap.
 * @param {Law} law
 * @param {Situation} situation
 * @param {Facts} answers the moments that are reached are added to them
 */
export function walk(law, situation, answers) {
  const facts = situation.facts ?? {};
  let state = stands(law, { ...facts, ...answers });
  while (state.state === "waiting" && state.moment in situation.answers) {
    answers[state.moment] = "reached";
    state = stands(law, { ...facts, ...answers });
  }
  return state;
}

/**
 * List the questions on the Code's path in order, then those that only the learner was asked; without those whose
 * answer the situation had *told*.
 * @param {Law} law
 * @param {Standing} given
 * @param {Standing} expected
 * @param {Facts} told
 * @returns {Compared[]}
 */
export function compared(law, given, expected, told) {
  const asked = (/** @type {Standing} */ state) => state.trail.filter((step) => isCompared(law, step, told));
  const codes = asked(expected);
  let parted = false;
  const lines = codes.map(({ id, value }) => {
    const mine = given.trail.find((step) => step.id === id)?.value;
    const parts = !parted && value !== UNKNOWN && mine !== value;
    parted ||= parts;
    return { id, law: lawOf(law.questions[id], value), given: mine, expected: value, parts };
  });
  const others = asked(given).filter(({ id }) => !codes.some((step) => step.id === id));
  const alone = others.map(({ id, value }) => {
    return { id, law: lawOf(law.questions[id], value), given: value, expected: undefined, parts: false };
  });
  return [...lines, ...alone];
}

/**
 * @param {Law} law
 * @param {Step} step
 * @param {Facts} told
 */
function isCompared({ questions }, { id, derived }, told) {
  const question = questions[id];
  return question && !derived && !(id in told) && !NOT_COMPARED.includes(question.kind) && question.together !== HEARD;
}

/** Name the law of the option chosen, or of the question. */
const lawOf = (/** @type {Question} */ { options, law }, /** @type {string} */ value) =>
  options?.find((one) => one.value === value)?.law || law;

/** Does the law that the learner chose lead to the ruling? True also where he has chosen none yet. */
export const isItsLaw = (/** @type {Situation} */ { law, also = [] }, /** @type {string} */ chosen) =>
  !chosen || [law, ...also].includes(chosen);

/**
 * Correct an exercise: its lines beside the Code's, whether all are right, and the first that differs.
 * @param {Law} law
 * @param {Situation} situation
 * @param {Pick<Exercise, "law" | "answers" | "decision">} exercise
 */
export function corrected(law, situation, { law: chosen, answers, decision }) {
  const given = walk(law, situation, { ...answers });
  const expected = walk(law, situation, { ...situation.answers });
  const lines = compared(law, given, expected, situation.facts ?? {});
  const facts = lines.find((line) => line.parts);
  const itsLaw = isItsLaw(situation, chosen);
  const right = itsLaw && !facts && decision === CODE;
  return { lines, given, expected, right, heading: heading() };

  function heading() {
    if (right) return "right";
    if (!itsLaw) return "law";
    if (facts) return "facts";
    return decision ? "decision" : "open";
  }
}
