// @ts-check
// The script of the empty page that replaces any other without a network: it finds the director's last place and
// continues there.
import { carry, read, shellAddress, standsAt } from "./carry.js";
import * as exercises from "./exercises.js";
import { laws } from "./laws.js";
import { watch } from "./net.js";
import { saveAll } from "./notes.js";
import { forgetOld, start } from "./outbox.js";
import { all, goesBy } from "./store.js";
import { placeOf } from "./tables.js";

/** @import { Incident, Route } from "./types.d.ts" */

/**
 * Find the offline route for the address.
 * @returns {Promise<Route>}
 */
async function place() {
  if (location.pathname === shellAddress()) return read(location.hash);
  const [, , kind, key, ...rest] = location.pathname.split("/");
  /** @type {Incident[]} */
  const incidents = await all("incidents");
  const found = incidents.find((one) => goesBy(one, key) || one.inquiries.some((inquiry) => goesBy(inquiry, key)));
  if (kind === "incidents" && found && rest.includes("what") && !pendingLaw(found)) {
    return { page: "what", incident: found.id };
  }
  if (kind === "incidents" && !found && (await placeOf(key))) return { page: "what", incident: key };
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

try {
  await forgetOld();
  await laws();
  await carry(await place(), { replace: true });
} catch (error) {
  document.getElementById("broken")?.removeAttribute("hidden");
  throw error;
}
start();
exercises.start();
watch();
await saveAll();
