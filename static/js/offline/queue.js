// @ts-check
// What the outbox decides, as plain functions: which act is sent next, what an answer of the server means, how long to
// wait. What is kept stays kept until the server has said yes, or no by name.

/** @import { Act } from "./types.d.ts" */

/** The shortest and the longest pause between two tries, in milliseconds. */
export const PAUSES = [2000, 60000];
/** How long, in milliseconds, a page may hold an act that it sends itself. */
export const HELD = 12000;
/** How many incidents in a row the server must fail on before it is taken to fail on everything. */
export const FAILING = 2;

const TAKEN = ["accepted", "same", "conflict", "noted"];

/**
 * What an answer means: the act was "taken" or "refused"; nobody is signed in ("login"), or somebody else ("other");
 * "failed" and "lost" are no answers: the act is kept. A server that could do nothing with this act has "failed".
 *
 * @param {number} status
 * @param {unknown} answer what the body says, where it is JSON
 * @returns {"taken" | "refused" | "login" | "other" | "failed" | "lost"}
 */
export function meaning(status, answer) {
  const said = /** @type {{status?: unknown, code?: unknown} | null} */ (typeof answer === "object" ? answer : null);
  if (status === 401) return "login";
  if (status === 409) return "other";
  if (status === 200) return TAKEN.includes(String(said?.status)) ? "taken" : "lost";
  if (status === 422) return said?.status === "refused" && said.code ? "refused" : "lost";
  return status === 500 ? "failed" : "lost";
}

/** Return the incident of an act; the act that opens an incident has its identifier. */
export const incidentOf = (/** @type {Act} */ { incident, id }) => incident ?? id;

/**
 * Does an act wait behind one that was refused: the call of its incident, or the law of its inquiry?
 * @param {Act} one
 * @param {Act[]} acts
 */
export const follows = (one, acts) =>
  acts.some(
    (first) =>
      first.refused &&
      first !== one &&
      ((first.kind === "open" && first.id === one.incident) ||
        (first.kind === "law" && first.inquiry === one.inquiry && one.inquiry !== undefined)),
  );

/**
 * Choose the act that is sent next: the oldest of *user* of an incident that is not *stuck*.
 * @param {Act[]} acts in the order of their making
 * @param {number} user
 * @param {Set<string>} stuck incidents that the server has just failed on: what follows waits behind
 */
export const next = (acts, user, stuck) =>
  acts.find((one) => one.user === user && !one.refused && !stuck.has(incidentOf(one)) && !follows(one, acts));

/**
 * Does a page still hold an act? A clock that was set back must not hold it for a year.
 * @param {Pick<Act, "held">} one
 * @param {number} now
 */
export const isHeld = ({ held }, now) => held > now && held <= now + HELD;

/** How long the device keeps what the server has too: an evening, and the night after it. */
export const KEPT = 12 * 3600 * 1000;

/**
 * Was something *seen* here, or made (*at*), too long ago to be kept? Yes, too, if the clock was set back since.
 * @param {{seen?: string, at?: string}} one
 * @param {number} now
 */
export const isOld = ({ seen, at }, now) => !(Math.abs(now - Date.parse(seen ?? at ?? "")) <= KEPT);

/** Double a pause, up to a minute. */
export const longer = (/** @type {number} */ pause) => Math.min(pause * 2, PAUSES[1]);

/**
 * Put the acts of each incident together, in the order of their first ones.
 * @param {Act[]} acts
 */
export function byIncident(acts) {
  /** @type {Map<string, Act[]>} */
  const found = new Map();
  for (const one of acts) found.set(incidentOf(one), [...(found.get(incidentOf(one)) ?? []), one]);
  return [...found.values()];
}
