// Who is who: the seats and sides that follow from what is known. The same as rulings/engine/roles.py and facts.py.
const LHO = { N: "E", E: "S", S: "W", W: "N" };
const RHO = { N: "W", W: "S", S: "E", E: "N" };
const PARTNER = { N: "S", S: "N", E: "W", W: "E" };
const side = (seat) => ("NS".includes(seat) ? "NS" : "EW");
const other = (one) => (one === "NS" ? "EW" : "NS");
const seat = (value) => (value in LHO ? value : "");

export const UNKNOWN = "?";

/** The value of a fact, or "" while nobody knows it. */
export const resolve = (name, known) => (known[name] === UNKNOWN ? "" : (known[name] ?? ""));

/** Who was presumed to declare when the opening lead was made out of turn (54A), or "". */
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

/** What follows from facts before anything is asked; what was given is never changed. */
export function completed(given) {
  const facts = { ...given };
  const ruledOn = resolve("wrong_leader", facts) && !["", "other_leader"].includes(facts.since_lead ?? "");
  const presumed = ruledOn
    ? presumedDeclarer(facts)
    : resolve("presumed_declarer", facts) || resolve("declarer", facts);
  if (presumed) facts.presumed_declarer = presumed;
  if (facts.trumps === "NT") facts.trumps_out ??= "0";
  return facts;
}

/** What is known with the roles that follow from it, for the blanks of a text. */
export function withRoles(facts) {
  const known = { ...facts };
  const absent = (name, value) => (known[name] ??= value);
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
    known.claimer_partner = PARTNER[claimer];
    Object.assign(known, { claiming_side: side(claimer), opposing_side: other(side(claimer)) });
  }
  if (misled) known.misled_lho = LHO[misled];
  if (informant) known.receiver = PARTNER[informant];
  if (explainer) known.explained = PARTNER[explainer];
  const named = offender || owner || informant || explainer;
  const offending = named ? side(named) : sideOfRole(known.revoker, declarer);
  if (offending) Object.assign(known, { offending_side: offending, non_offending_side: other(offending) });
  if (known.trumps === "NT") absent("trumps_out", "0");
  const total = tricksAfterAClaim(known);
  if (total !== null) known.declarers_tricks = String(total);
  return known;
}

function sideOfRole(role, declarer) {
  if (!declarer || !["declarer", "dummy", "defender"].includes(role)) return "";
  return role === "defender" ? other(side(declarer)) : side(declarer);
}

function tricksAfterAClaim(known) {
  const counted = ["tricks_before", "tricks_left", "tricks_to_others"].map((name) => resolve(name, known));
  const sides = ["claiming_side", "declaring_side"].map((name) => resolve(name, known));
  if (counted.includes("") || sides.includes("")) return null;
  const [before, left, lost] = counted.map(Number);
  if (before + left > 13 || lost > left) return null;
  return before + (sides[0] === sides[1] ? left - lost : lost);
}

/** The facts that a ruling hands on: "card", "owner=[partner]", "kind=major". The same as roles.handed. */
export function handed(hands, facts) {
  const known = withRoles(facts);
  const given = {};
  for (const hand of hands) {
    const [name, source = ""] = hand.split(/=(.*)/s);
    const literal = source && !source.startsWith("[");
    const value = literal ? source : resolve(source.replace(/[[\]]/g, "") || name, known);
    if (value) given[name] = value;
  }
  return given;
}
