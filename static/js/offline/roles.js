// @ts-check
// The seats and sides of the roles, from the known facts. The same as rulings/engine/roles.py and facts.py.

/** @import { Facts } from "./types.d.ts" */

/** @type {Facts} */
const LHO = { N: "E", E: "S", S: "W", W: "N" };
/** @type {Facts} */
const RHO = { N: "W", W: "S", S: "E", E: "N" };
/** @type {Facts} */
const PARTNER = { N: "S", S: "N", E: "W", W: "E" };
const side = (/** @type {string} */ at) => ("NS".includes(at) ? "NS" : "EW");
const other = (/** @type {string} */ one) => (one === "NS" ? "EW" : "NS");
const seat = (/** @type {string | undefined} */ value) => (value !== undefined && value in LHO ? value : "");

export const UNKNOWN = "?";

/** Read a fact; "" while it is unknown. */
export const resolve = (/** @type {string} */ name, /** @type {Facts} */ known) =>
  known[name] === UNKNOWN ? "" : (known[name] ?? "");

/**
 * Return the presumed declarer at an opening lead out of turn (54A), or "".
 * @param {Facts} known
 */
function presumedDeclarer(known) {
  const said = resolve("presumed_declarer", known);
  const leader = seat(known.wrong_leader);
  const since = known.since_lead ?? "";
  if (said) return said;
  if (leader && since !== "" && since !== "other_leader") return LHO[leader];
  const declarer = resolve("declarer", known);
  if (declarer || !leader || since === "other_leader") return declarer;
  return LHO[leader];
}

/**
 * Complete facts with those that follow from them before any question; a given fact is never changed.
 * @param {Facts} given
 * @returns {Facts}
 */
export function completed(given) {
  const facts = { ...given };
  const ruledOn = resolve("wrong_leader", facts) && !["", "other_leader"].includes(facts.since_lead ?? "");
  const presumed = ruledOn
    ? presumedDeclarer(facts)
    : resolve("presumed_declarer", facts) || resolve("declarer", facts);
  if (presumed) facts.presumed_declarer = presumed;
  const contract = resolve("contract", facts);
  if (contract && contract !== "Pass") facts.trumps ??= contract.slice(1).replace(/x+$/, "");
  if ("new_line" in facts) for (const name of ["to_play", "trumps"]) facts[name] ??= UNKNOWN;
  return { ...fromCardsLeft(facts), ...facts };
}

/**
 * Derive from the cards left at a claim the tricks left, and the trumps in the hands of the claimer's opponents. The
 * same as from_remaining of rulings/cards_left.py.
 * @param {Facts} known
 */
function fromCardsLeft(known) {
  const hands = cardsLeft(resolve("cards_left", known));
  const many = Math.max(0, ...Object.values(hands).map((hand) => hand.length));
  /** @type {Facts} */
  const found = many ? { tricks_left: String(many) } : {};
  const claimer = seat(known.claimer);
  if (known.trumps === "NT") found.trumps_out = "0";
  else if (claimer && SUITS.includes(known.trumps ?? "")) {
    const opponents = [LHO[claimer], RHO[claimer]].map((one) => hands[one] ?? []);
    const isTrump = (/** @type {string} */ card) => card[0] === known.trumps;
    const earlier = "new_line" in known && (known.to_play ?? UNKNOWN) === UNKNOWN;
    const whole = (/** @type {string[]} */ hand) => hand.length > 0 && (earlier || hand.length === many);
    if (opponents.every(whole)) found.trumps_out = String(opponents.flat().filter(isTrump).length);
  }
  return found;
}

const SUITS = ["S", "H", "D", "C"];

/**
 * Read the cards left, "N:A.K.. - ...": by seat, each as "SA".
 * @param {string} noted
 * @returns {Record<string, string[]>}
 */
export function cardsLeft(noted) {
  const [first, ...rest] = noted.split(":");
  /** @type {Record<string, string[]>} */
  const hands = { N: [], E: [], S: [], W: [] };
  let at = first;
  for (const hand of rest.join(":").split(" ").filter(Boolean)) {
    if (hand !== "-") hands[at] = hand.split(".").flatMap((ranks, suit) => [...ranks].map((one) => SUITS[suit] + one));
    at = LHO[at];
  }
  return hands;
}

/**
 * Write the cards left as they are stored; "" when there are none. The same as format_deal of rulings/bridge.
 * @param {Record<string, string[]>} hands
 */
export function writtenCards(hands) {
  const ranks = "AKQJT98765432";
  const held = (/** @type {string[]} */ hand, /** @type {string} */ suit) =>
    [...ranks].filter((one) => hand.includes(suit + one)).join("");
  const hand = (/** @type {string} */ at) =>
    hands[at]?.length ? SUITS.map((suit) => held(hands[at], suit)).join(".") : "-";
  const written = ["N", "E", "S", "W"].map(hand);
  return written.every((one) => one === "-") ? "" : `N:${written.join(" ")}`;
}

/**
 * Complete the facts with the roles that follow from them, for the blanks of a text.
 * @param {Facts} facts
 * @returns {Facts}
 */
export function withRoles(facts) {
  const known = { ...facts };
  const absent = (/** @type {string} */ name, /** @type {string} */ value) => (known[name] ??= value);
  const wrongLeader = seat(known.wrong_leader);
  if (wrongLeader) {
    absent("offender", wrongLeader);
    const presumed = presumedDeclarer(known);
    if (presumed) Object.assign(known, { declarer: presumed, presumed_declarer: presumed });
  }
  const declarer = seat(known.declarer);
  const offender = seat(known.offender);
  const onLead = seat(known.on_lead);
  const owner = seat(known.owner) || (onLead && PARTNER[onLead]);
  if (declarer) {
    Object.assign(known, {
      dummy: PARTNER[declarer],
      opening_leader: LHO[declarer],
      declarer_lho: LHO[declarer],
      declarer_rho: RHO[declarer],
      declaring_side: side(declarer),
      defenders: other(side(declarer)),
    });
  }
  if (offender) {
    Object.assign(known, { lho: LHO[offender], rho: RHO[offender], partner: PARTNER[offender] });
    Object.assign(known, { after_lead: LHO[offender], before_lead: RHO[offender] });
  }
  if (owner) Object.assign(known, { owner, owner_partner: PARTNER[owner] });
  const claimer = seat(known.claimer);
  const misled = seat(known.misled);
  const informant = seat(known.informant);
  const explainer = seat(known.explainer);
  if (claimer) {
    Object.assign(known, { claimer_partner: PARTNER[claimer], claimer_lho: LHO[claimer], claimer_rho: RHO[claimer] });
    Object.assign(known, { claiming_side: side(claimer), opposing_side: other(side(claimer)) });
  }
  if (misled) known.misled_lho = LHO[misled];
  if (informant) known.receiver = PARTNER[informant];
  if (explainer) known.explained = PARTNER[explainer];
  const probable = seat(known.probable_declarer);
  if (probable) Object.assign(known, { probable_side: side(probable), probable_defenders: other(side(probable)) });
  const named = offender || owner || informant || explainer;
  const offending = named ? side(named) : sideOfRole(known.revoker, declarer);
  if (offending) Object.assign(known, { offending_side: offending, non_offending_side: other(offending) });
  for (const [name, value] of Object.entries(fromCardsLeft(known))) absent(name, value);
  const [left, lost] = ["tricks_left", "tricks_to_others"].map((name) => resolve(name, known));
  if (left && lost && Number(lost) <= Number(left)) known.tricks_to_claimer = String(Number(left) - Number(lost));
  const total = tricksAfterAClaim(known);
  if (total !== null) known.declarers_tricks = String(total);
  return known;
}

/**
 * @param {string | undefined} role
 * @param {string} declarer a seat, or "" while it is unknown
 */
function sideOfRole(role, declarer) {
  if (!declarer || role === undefined || !["declarer", "dummy", "defender"].includes(role)) return "";
  return role === "defender" ? other(side(declarer)) : side(declarer);
}

/**
 * Return declarer's total tricks after a ruling on a claim; null while a number is missing or they do not fit.
 * @param {Facts} known
 */
function tricksAfterAClaim(known) {
  const counted = ["tricks_before", "tricks_left", "tricks_to_others"].map((name) => resolve(name, known));
  const sides = ["claiming_side", "declaring_side"].map((name) => resolve(name, known));
  if (counted.includes("") || sides.includes("")) return null;
  const [before, left, lost] = counted.map(Number);
  if (before + left > 13 || lost > left) return null;
  return before + (sides[0] === sides[1] ? left - lost : lost);
}

/**
 * Return the facts that a ruling passes on: "card", "owner=[partner]", "kind=major". The same as roles.handed.
 * @param {string[]} hands
 * @param {Facts} facts
 */
export function handed(hands, facts) {
  const known = withRoles(facts);
  /** @type {Facts} */
  const given = {};
  for (const hand of hands) {
    const [name, source = ""] = hand.split(/=(.*)/s);
    const literal = source && !source.startsWith("[");
    const value = literal ? source : resolve(source.replace(/[[\]]/g, "") || name, known);
    if (value) given[name] = value;
  }
  return given;
}
