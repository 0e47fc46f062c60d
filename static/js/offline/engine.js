// Walks a compiled law: known answer, else what the table of the board says, else what facts say, else ask.
// No rule stands here. What is ruled with a network and without is the same tree (rulings/engine/inquiry.py).
import { UNKNOWN, completed } from "./roles.js";

/**
 * Where an inquiry stands: {state: "asking", question, insteadOf}, {state: "waiting", moment, ruling} or
 * {state: "ruled", ruling}, each with its trail [{id, value, derived}] and all that is known by then.
 */
export function stands(law, given, readings = {}) {
  const known = completed(given);
  const trail = [];
  const note = (id, value, derived = false) => {
    if (!trail.some((step) => step.id === id)) trail.push({ id, value, derived });
  };
  const values = (facts) => facts.map((fact) => known[fact] ?? UNKNOWN);
  const seen = (id, here) =>
    readings[here?.name ?? id]?.[values(here?.facts ?? law.questions[id].seen ?? []).join(",")];
  const row = (node) => {
    if (!node.given) return undefined;
    const rows = law.tables[node.given.table];
    const found = node.given.facts.length ? rows[values(node.given.facts).join(",")] : undefined;
    return found ?? rows[""];
  };
  let node = law.nodes[law.root];
  for (;;) {
    const id = node.ask ?? node.fact;
    if (id !== undefined) {
      const question = law.questions[id];
      const next = (value) => law.nodes[node.ask === undefined ? node.next : node.next[value]];
      if (node.unless && stays(law.questions[node.unless], node.unless)) {
        node = next();
        continue;
      }
      if (id in known && !outOfBounds(question, known, readings) && (node.fact !== undefined || stays(question, id))) {
        note(id, known[id]);
        node = next(known[id]);
        if (!node) return { ...asking(question, known, readings), insteadOf: "", trail, known };
        continue;
      }
      const told = seen(id, node.seen) ?? row(node);
      if (told !== undefined) {
        known[id] = told;
        note(id, told, true);
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

  /** Is an answer there that facts do not settle otherwise? */
  function stays(question, id) {
    if (!(id in known)) return false;
    if (question.asks === undefined) return true;
    const facts = values(question.asks.facts);
    return facts.includes(UNKNOWN) || law.tables[question.asks.table][facts.join(",")] === undefined;
  }
}

/** A number or a call that what is known leaves no room for any more is asked again. */
function outOfBounds(question, known, readings) {
  if (question.most || question.leaves) return known[question.id] !== UNKNOWN && Number(known[question.id]) > most(question, known);
  return refused(question, known, readings).includes(known[question.id]);
}

/** A question with what the table leaves: the options that it leaves out are not offered, calls are shown as refused. */
export function asking(question, known, readings) {
  const left = refused(question, known, readings);
  if (question.kind !== "choice" || !left.length) return { state: "asking", question, refused: left };
  const options = question.options.filter((one) => !left.includes(one.value));
  return { state: "asking", question: { ...question, options }, refused: [] };
}

/** The calls that earlier answers, and the auction where it is known, do not leave; of a choice, the options. */
function refused(question, known, readings) {
  if (!question.refused) return [];
  const rows = readings[`${question.id} refused`] ?? question.refused.rows;
  return (rows[question.refused.answers.map((one) => known[one] ?? "").join(",")] ?? "").split(" ").filter(Boolean);
}

/** The largest number that another one leaves; after a revoke, the tricks left then, and no more than the side won. */
export function most(question, known) {
  if (question.leaves) {
    const left = question.leaves.rows[known[question.leaves.fact]] ?? question.high;
    return Math.max(question.low, Math.min(question.high, left));
  }
  if (!question.most) return question.high;
  const value = (name) => (known[name] === UNKNOWN ? undefined : known[name]);
  const [trick, tricks, offender, declarer] = question.most.map(value);
  let left = trick === undefined ? question.high : 13 - Number(trick);
  if (tricks !== undefined && offender && declarer) {
    const same = "NS".includes(offender) === "NS".includes(declarer);
    left = Math.min(left, same ? Number(tricks) : 13 - Number(tricks));
  }
  return Math.max(question.low, Math.min(question.high, left));
}
