// @ts-check
// Decisions of the outbox, as pure functions: the next act, the meaning of an answer of the server, the pause before a
// retry. An act stays stored until the server has taken it, or refused it with a code.

/** @import { Act } from "./types.d.ts" */

/** The shortest and the longest pause between two tries, in milliseconds. */
export const PAUSES = [2000, 60000];
/** Milliseconds for which a page may hold an act that it sends itself. */
export const HELD = 12000;
/** Number of consecutive incidents with a server error after which the outbox assumes that the server always fails. */
export const FAILING = 2;

/** Statuses with which a proxy answers for a server that does not. */
export const AWAY = [502, 503, 504];

const TAKEN = ["accepted", "same", "conflict", "noted"];

/**
 * Classify an answer: the act was "taken" or "refused"; nobody is signed in ("login"), or another user ("other"). After
 * "failed", an error of the server, and "lost", no answer of the server, the act stays in the outbox.
 *
 * @param {number} status
 * @param {unknown} answer the parsed body, if it is JSON
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
 * @param {Set<string>} stuck incidents on which the server has just failed; their later acts wait
 */
export const next = (acts, user, stuck) =>
  acts.find((one) => one.user === user && !one.refused && !stuck.has(incidentOf(one)) && !follows(one, acts));

/**
 * Does a page still hold an act? A hold longer than HELD comes from a clock that was set back, and does not count.
 * @param {Pick<Act, "held">} one
 * @param {number} now
 */
export const isHeld = ({ held }, now) => held > now && held <= now + HELD;

/** Milliseconds for which the device keeps data that the server has too: an evening, and the night after it. */
export const KEPT = 12 * 3600 * 1000;

/**
 * Was a record *seen* here, or made (*at*), too long ago to be kept? Also true if the clock was set back since.
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
