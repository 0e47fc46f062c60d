// @ts-check
// Routes of the offline pages: the page that replaces an address of the server, and the next and previous pages.
import { goesBy } from "./store.js";

/** @import { Incident, Route, Step } from "./types.d.ts" */

/**
 * Find the page of the device that stands in for an address of the server.
 * @param {string} pathname
 * @param {Incident[]} incidents those on the device
 * @param {(incident: string) => Promise<unknown>} tableOf finds the table of a call that the device knows only from
 * the room
 * @returns {Promise<Route>}
 */
export async function standIn(pathname, incidents, tableOf) {
  const [, , kind, key, ...rest] = pathname.split("/");
  const found = incidents.find((one) => goesBy(one, key) || one.inquiries.some((inquiry) => goesBy(inquiry, key)));
  if (kind === "incidents" && found && rest.includes("what") && !pendingLaw(found)) {
    return { page: "what", incident: found.id };
  }
  if (kind === "incidents" && !found && (await tableOf(key))) return { page: "what", incident: key };
  if (kind === "incidents" && found && rest.includes("words")) return { page: "note", incident: found.id };
  if (kind === "inquiries" && found && rest[0] === "poll") return { page: "aloud", incident: found.id, inquiry: key };
  if (kind === "inquiries" && found) return { page: "ask", incident: found.id, inquiry: key };
  if (found) return standsAt(found);
  if (kind === "code") return { page: "code" };
  if (kind === "school") return key === "situations" ? { page: "situation", incident: rest[0] } : { page: "school" };
  if (kind === "tournaments" && rest[0] === "call") {
    const called = incidents.filter((one) => one.tournament === key && !one.here && !one.inquiries.length).at(-1);
    if (called) return { page: "what", incident: called.id };
  }
  if (kind === "tournaments") return { page: "room", incident: key, note: rest[0] ? "needs_network" : undefined };
  return { page: "room", note: kind && kind !== "login" ? "needs_network" : undefined };
}

const pendingLaw = (/** @type {Incident} */ incident) =>
  incident.inquiries.some((one) => !one.url && Object.keys(one.answers).length === 0);

/**
 * Return the route at which an incident of this device continues: its last inquiry, or the page "what happened".
 * @param {Incident} incident
 * @returns {Route}
 */
export function standsAt({ id, inquiries }) {
  const last = inquiries.at(-1);
  return last ? { page: "ask", incident: id, inquiry: last.id } : { page: "what", incident: id };
}

/**
 * Find the director's step to which the key "back" leads: the one before the question *asked*, or the last one.
 * @param {Step[]} steps
 * @param {string} asked the question; "" where none is
 */
export function stepBefore(steps, asked) {
  const trail = steps.filter((step) => !step.derived);
  const at = trail.findIndex((step) => step.id === asked);
  return trail[(at < 0 ? trail.length : at) - 1];
}
