// @ts-check
// The page of the device that replaces an address of the server, and its links onwards and back.
import assert from "node:assert/strict";
import { test } from "node:test";

import { standIn, standsAt, stepBefore } from "../../static/js/offline/way.js";

const begun = { id: "q1", url: "/there/", answers: {} };
const INCIDENTS = /** @type {any[]} */ ([
  { id: "bare", tournament: "evening", here: true, inquiries: [] },
  { id: "ruled", was: ["before"], inquiries: [begun, { id: "q2", was: ["q0"], url: "/there/", answers: { a: "b" } }] },
  { id: "waits", inquiries: [{ id: "q3", answers: {} }] },
  { id: "answered", inquiries: [{ id: "q4", answers: { a: "b" } }] },
  { id: "first", tournament: "evening", inquiries: [] },
  { id: "last", tournament: "evening", inquiries: [] },
]);
const tableOf = async (/** @type {string} */ key) => key === "table";

/** @type {[string, object][]} */
const WAYS = [
  ["/fr/incidents/bare/", { page: "what", incident: "bare" }],
  ["/fr/incidents/ruled/", { page: "ask", incident: "ruled", inquiry: "q2" }],
  ["/fr/incidents/before/", { page: "ask", incident: "ruled", inquiry: "q2" }],
  ["/fr/incidents/ruled/what/", { page: "what", incident: "ruled" }],
  ["/fr/incidents/answered/what/", { page: "what", incident: "answered" }],
  ["/fr/incidents/waits/what/", { page: "ask", incident: "waits", inquiry: "q3" }],
  ["/fr/incidents/ruled/words/", { page: "note", incident: "ruled" }],
  ["/fr/incidents/table/", { page: "what", incident: "table" }],
  ["/fr/incidents/unheard/", { page: "room", note: "needs_network" }],
  ["/fr/incidents/unheard/what/", { page: "room", note: "needs_network" }],
  ["/fr/inquiries/q1/", { page: "ask", incident: "ruled", inquiry: "q1" }],
  ["/fr/inquiries/q0/", { page: "ask", incident: "ruled", inquiry: "q0" }],
  ["/fr/inquiries/q1/poll/", { page: "aloud", incident: "ruled", inquiry: "q1" }],
  ["/fr/inquiries/q1/words/", { page: "ask", incident: "ruled", inquiry: "q1" }],
  ["/fr/inquiries/q1/what/", { page: "ask", incident: "ruled", inquiry: "q1" }],
  ["/fr/inquiries/table/", { page: "room", note: "needs_network" }],
  ["/fr/rulings/q1/", { page: "ask", incident: "ruled", inquiry: "q2" }],
  ["/fr/rulings/ruled/what/", { page: "ask", incident: "ruled", inquiry: "q2" }],
  ["/fr/code/", { page: "code" }],
  ["/fr/school/", { page: "school" }],
  ["/fr/school/situations/revoke-1/", { page: "situation", incident: "revoke-1" }],
  ["/fr/tournaments/evening/", { page: "room", incident: "evening", note: undefined }],
  ["/fr/tournaments/evening/results/", { page: "room", incident: "evening", note: "needs_network" }],
  ["/fr/tournaments/evening/call/", { page: "what", incident: "last" }],
  ["/fr/tournaments/another/call/", { page: "room", incident: "another", note: "needs_network" }],
  ["/fr/", { page: "room", note: undefined }],
  ["/fr/login/", { page: "room", note: undefined }],
  ["/fr/members/", { page: "room", note: "needs_network" }],
];

for (const [address, route] of WAYS) {
  test(`${address} leads on without a network`, async () => {
    assert.deepEqual(
      { note: undefined, ...(await standIn(address, INCIDENTS, tableOf)) },
      { note: undefined, ...route },
    );
  });
}

test("an incident goes on at its last inquiry, or at what happened", () => {
  assert.deepEqual(standsAt(INCIDENTS[1]), { page: "ask", incident: "ruled", inquiry: "q2" });
  assert.deepEqual(standsAt(INCIDENTS[0]), { page: "what", incident: "bare" });
});

test("back leads to the question before, over what the table answered, and from the first one out", () => {
  const steps = /** @type {any[]} */ ([{ id: "a" }, { id: "b", derived: true }, { id: "c" }]);
  const before = (/** @type {string} */ asked) => stepBefore(steps, asked)?.id;
  assert.deepEqual(["", "d", "c", "a", "b"].map(before), ["c", "c", "a", undefined, "c"]);
  assert.equal(stepBefore([], ""), undefined);
});
