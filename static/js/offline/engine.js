// @ts-check
// Follows a compiled law: it takes the known answer, else that of the table of the board, else that of the facts, else
// it asks. It contains no rule: with and without a network the same tree rules (rulings/engine/inquiry.py).
import { UNKNOWN, completed, resolve } from "./roles.js";

/** @import { Asked, Facts, Law, Node, Question, Readings, Standing, Step } from "./types.d.ts" */

/**
 * Compute the state of an inquiry: asking, waiting for a moment, or ruled; with its trail and all that is known.
 *
 * @param {Law} law
 * @param {Facts} given facts and answers together
 * @param {Readings | null} table answers that the table of the board gives in this law; null if its present state is
 * unknown: then a question that it may answer has no default
 * @returns {Standing}
 */
export function stands(law, given, table = {}) {
  const readings = table ?? {};
  const known = completed(given);
  /** @type {Step[]} */
  const trail = [];
  const note = (/** @type {string} */ id, /** @type {string} */ value, derived = false, by = "", supposed = false) => {
    if (trail.some((step) => step.id === id)) return;
    trail.push({ id, value, derived, ...(by && { by: by.split(" ") }), ...(supposed && { supposed }) });
  };
  const values = (/** @type {string[]} */ facts) => facts.map((fact) => known[fact] ?? UNKNOWN);
  const seen = (/** @type {string} */ id, /** @type {Node["seen"]} */ here, of = "") =>
    readings[(here?.name ?? id) + of]?.[values(here?.facts ?? law.questions[id].seen ?? []).join(",")];
  const ofFacts = (/** @type {Node} */ node) =>
    node.given?.facts.length ? law.tables[node.given.table][values(node.given.facts).join(",")] : undefined;
  const usual = (/** @type {Node} */ node) =>
    !node.given || (node.sees && table === null) ? undefined : law.tables[node.given.table][""];
  const isSilence = (/** @type {string} */ id, /** @type {string} */ value, /** @type {string} */ by) =>
    !by && value === law.questions[id].silence;
  // Once the director names a card that is not noted on the table, a missing card no longer answers a question.
  let denied = false;
  let node = law.nodes[law.root];
  for (;;) {
    const id = node.ask ?? node.fact;
    if (id !== undefined) {
      const question = node.among ? law.questions[id] : { ...law.questions[id], among: undefined };
      const next = (/** @type {string} */ value) => law.nodes[node.ask === undefined ? node.next : node.next[value]];
      if (node.unless && stays(law.questions[node.unless], node.unless)) {
        if (isNotedAll(law.questions[node.unless])) note(id, known[id]);
        node = law.nodes[node.next];
        continue;
      }
      const read = seen(id, node.seen);
      const by = read === undefined ? "" : (seen(id, node.seen, " by") ?? "");
      const silent = read !== undefined && isSilence(id, read, by);
      if (id in known && !outOfBounds(question, known, readings) && (node.fact !== undefined || stays(question, id))) {
        denied ||= silent && known[id] !== read && !trail.some((step) => step.id === id);
        note(id, known[id]);
        node = next(known[id]);
        if (!node) return { ...asking(question, known, readings), insteadOf: "", trail, known };
        continue;
      }
      // If the table says "unknown", the director is asked even where the facts imply an answer.
      const isAsked = read === UNKNOWN || (silent && denied);
      const settled = isAsked ? undefined : (read ?? ofFacts(node));
      const told = isAsked ? undefined : (settled ?? usual(node));
      if (told !== undefined && (node.ask === undefined || told in node.next)) {
        const supposed = silent || (settled === undefined && told === law.questions[id].assumed);
        known[id] = told;
        note(id, told, true, by, supposed);
        node = next(told);
        continue;
      }
      return { ...asking(question, known, readings), insteadOf: node.unless ?? "", trail, known };
    }
    if (node.wait !== undefined) {
      if (!(node.wait in known)) return { state: "waiting", moment: node.wait, ruling: node.ruling, trail, known };
      note(node.wait, "reached");
      node = law.nodes[node.next];
    } else {
      return { state: "ruled", ruling: node.ruling, trail, known };
    }
  }

  /**
   * Were all facts that replace *question* answered, at least one of them with "unknown"? Then the question is not
   * asked again.
   * @param {Question} question
   */
  function isNotedAll({ asks }) {
    return asks !== undefined && asks.facts.every((fact) => fact in known) && values(asks.facts).includes(UNKNOWN);
  }

  /**
   * Does the known answer to the question count? Not if the facts asked in its place settle the question.
   * @param {Question} question
   * @param {string} id
   */
  function stays(question, id) {
    if (!(id in known)) return false;
    if (question.asks === undefined) return true;
    const facts = values(question.asks.facts);
    return facts.includes(UNKNOWN) || law.tables[question.asks.table][facts.join(",")] === undefined;
  }
}

/**
 * Is the answer to *question* one that the other facts no longer allow? Then it is asked again.
 * @param {Question} question
 * @param {Facts} known
 * @param {Readings} readings
 */
function outOfBounds(question, known, readings) {
  if (question.among) {
    return known[question.id] !== UNKNOWN && notLeft(question, known, readings).includes(known[question.id]);
  }
  if (question.most || question.leaves) {
    return known[question.id] !== UNKNOWN && Number(known[question.id]) > most(question, known);
  }
  return refused(question, known, readings).includes(known[question.id]);
}

/**
 * Bound a question by the known facts and the table: the options that they exclude are not offered, the calls that they
 * exclude are shown as refused.
 * @param {Question} question
 * @param {Facts} known
 * @param {Readings} [readings]
 * @returns {Asked}
 */
export function asking(question, known, readings = {}) {
  const left = question.among ? notLeft(question, known, readings) : refused(question, known, readings);
  if (question.kind !== "choice" || !left.length) return { state: "asking", question, refused: left };
  const options = question.options.filter((one) => !left.includes(one.value));
  return { state: "asking", question: { ...question, options }, refused: [] };
}

/**
 * List the suits or players that the table, or the choice of declarer, excludes.
 * @param {Question} question
 * @param {Facts} known
 * @param {Readings} readings
 */
function notLeft(question, known, readings) {
  if (!question.among) return [];
  const rows = readings[`${question.id} left`] ?? question.among.rows;
  const left = rows[question.among.facts.map((one) => known[one] ?? UNKNOWN).join(",")];
  if (left === undefined) return [];
  return [...(question.kind === "seat" ? "NESW" : "SHDC")].filter((one) => !left.includes(one));
}

/**
 * List the calls that the earlier answers, and the auction where it is known, exclude; of a choice, the options.
 * @param {Question} question
 * @param {Facts} known
 * @param {Readings} readings
 */
function refused(question, known, readings) {
  if (!question.refused) return [];
  const rows = readings[`${question.id} refused`] ?? question.refused.rows;
  const answers = question.refused.answers.map((one) => resolve(one, known));
  return (rows[answers.join(",")] ?? "").split(" ").filter(Boolean);
}

/**
 * Return the largest number that other facts allow; after a revoke, the tricks left then, but no more than the revoking
 * side won in all.
 * @param {Question} question
 * @param {Facts} known
 */
export function most(question, known) {
  if (question.leaves) {
    const left = question.leaves.rows[known[question.leaves.fact]] ?? question.high;
    return Math.max(question.low, Math.min(question.high, left));
  }
  if (!question.most) return question.high;
  const value = (/** @type {string} */ name) => (known[name] === UNKNOWN ? undefined : known[name]);
  const [trick, tricks, offender, declarer] = question.most.map(value);
  let left = trick === undefined ? question.high : 13 - Number(trick);
  if (tricks !== undefined && offender && declarer) {
    const same = "NS".includes(offender) === "NS".includes(declarer);
    left = Math.min(left, same ? Number(tricks) : 13 - Number(tricks));
  }
  return Math.max(question.low, Math.min(question.high, left));
}
