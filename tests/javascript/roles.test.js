// @ts-check
// The roles of the players. test_device_and_server.py compares them with Python over every combination.
import assert from "node:assert/strict";
import { test } from "node:test";

import { completed, handed, withRoles } from "../../static/js/offline/roles.js";

test("declarer makes dummy, the opening leader and both sides", () => {
  const known = withRoles({ declarer: "S" });
  assert.equal(known.dummy, "N");
  assert.equal(known.opening_leader, "W");
  assert.deepEqual([known.declaring_side, known.defenders], ["NS", "EW"]);
});

test("a lead out of turn comes from the presumed declarer's right (54A)", () => {
  assert.equal(withRoles({ wrong_leader: "E", since_lead: "nothing" }).declarer, "S");
  assert.equal(completed({ wrong_leader: "E", since_lead: "nothing", declarer: "N" }).presumed_declarer, "S");
});

test("nobody is presumed to declare without a lead, nor by a lead of the other defender", () => {
  assert.deepEqual(completed({}), {});
  assert.ok(!withRoles({ wrong_leader: "E", since_lead: "other_leader" }).declarer);
});

test("the result that made his partner declarer does not turn the ruling round", () => {
  assert.equal(withRoles({ wrong_leader: "E", presumed_declarer: "S", declarer: "N" }).declarer, "S");
});

test("what was given is never changed", () => {
  const given = { declarer: "S", trumps: "NT" };
  withRoles(given);
  completed(given);
  assert.deepEqual(given, { declarer: "S", trumps: "NT" });
});

test("declarer's tricks after a claim: his share of those left, whoever claimed", () => {
  const counted = { tricks_before: "6", tricks_left: "4", tricks_to_others: "1", declarer: "S" };
  assert.equal(withRoles({ ...counted, claimer: "N" }).declarers_tricks, "9");
  assert.equal(withRoles({ ...counted, claimer: "E" }).declarers_tricks, "7");
  assert.equal(withRoles({ ...counted, claimer: "N", tricks_left: "8" }).declarers_tricks, undefined);
});

test("the claimer keeps what is left and does not go to the others, once both are known", () => {
  const kept = (/** @type {object} */ facts) => withRoles({ ...facts }).tricks_to_claimer;
  assert.equal(kept({ tricks_left: "4", tricks_to_others: "1" }), "3");
  assert.equal(kept({ tricks_left: "4", tricks_to_others: "4" }), "0");
  assert.deepEqual([kept({}), kept({ tricks_left: "4" }), kept({ tricks_to_others: "0" })], Array(3).fill(undefined));
  assert.equal(kept({ tricks_left: "4", tricks_to_others: "5" }), undefined);
});

test("a ruling hands on a fact by its name, a player by his role, a literal as it is, and nothing unknown", () => {
  assert.deepEqual(handed(["card", "owner=[partner]", "kind=major", "trick"], { offender: "E", card: "C4" }), {
    card: "C4",
    owner: "W",
    kind: "major",
  });
});

test("each seat has its own neighbours, and a lead out of turn its declarer", () => {
  const around = (/** @type {string} */ offender) => {
    const { lho, partner, rho } = withRoles({ offender });
    return [lho, partner, rho].join("");
  };
  assert.deepEqual([..."NESW"].map(around), ["ESW", "SWN", "WNE", "NES"]);
  const since = (/** @type {string} */ since_lead) => withRoles({ wrong_leader: "E", since_lead, declarer: "N" });
  assert.deepEqual([since("nothing").declarer, since("other_leader").declarer], ["S", "N"]);
});

test("who offends is known by the role that offends, whoever plays it", () => {
  const offends = (/** @type {import("../../static/js/offline/types.d.ts").Facts} */ facts) =>
    withRoles(facts).offending_side;
  assert.deepEqual(
    ["declarer", "dummy", "defender"].map((revoker) => offends({ revoker, declarer: "S" })),
    ["NS", "NS", "EW"],
  );
  assert.deepEqual(
    [offends({ informant: "E" }), offends({ explainer: "N" }), offends({ owner: "W" })],
    ["EW", "NS", "EW"],
  );
});

test("the player on lead before a penalty card is its owner's partner", () => {
  const { owner, owner_partner } = withRoles({ on_lead: "E" });
  assert.deepEqual([owner, owner_partner], ["W", "E"]);
});

test("no trump is out at notrump, and all that is left may be conceded", () => {
  assert.equal(withRoles({ trumps: "NT" }).trumps_out, "0");
  assert.equal(withRoles({ trumps: "NT", trumps_out: "2" }).trumps_out, "2");
  const counted = { tricks_before: "6", tricks_left: "4", declarer: "S", claimer: "S" };
  assert.equal(withRoles({ ...counted, tricks_to_others: "4" }).declarers_tricks, "6");
  assert.equal(withRoles({ ...counted, tricks_to_others: "5" }).declarers_tricks, undefined);
});
