// The empty page that stands in for any other: it finds out where the director was, and goes on from there.
import { carry, laws, read, shellAddress, standsAt } from "./carry.js";
import { watch } from "./net.js";
import { saveAll } from "./notes.js";
import { start } from "./outbox.js";
import { all, goesBy } from "./store.js";

/** Where the address leads without a network. */
async function place() {
  if (location.pathname === shellAddress()) return read(location.hash);
  const [, , kind, key, ...rest] = location.pathname.split("/");
  const incidents = await all("incidents");
  const found = incidents.find((one) => goesBy(one, key) || one.inquiries.some((inquiry) => goesBy(inquiry, key)));
  if (kind === "incidents" && found && rest.includes("what") && !pendingLaw(found)) return { page: "what", incident: found.id };
  if (kind === "incidents" && found && rest.includes("words")) return { page: "note", incident: found.id };
  if (kind === "inquiries" && found) return { page: "ask", incident: found.id, inquiry: key };
  if (found) return standsAt(found);
  if (kind === "code") return { page: "code" };
  if (kind === "tournaments" && rest[0] === "call") {
    const called = incidents.filter((one) => one.tournament === key && !one.here && !one.inquiries.length).at(-1);
    if (called) return { page: "what", incident: called.id };
  }
  if (kind === "tournaments") return { page: "room", incident: key, note: rest[0] ? "needs_network" : undefined };
  return { page: "room", note: kind && kind !== "login" ? "needs_network" : undefined };
}

const pendingLaw = (incident) => incident.inquiries.some((one) => !one.url && Object.keys(one.answers).length === 0);

try {
  await laws();
  await carry(await place(), { replace: true });
} catch (error) {
  document.getElementById("broken").hidden = false;
  throw error;
}
start();
watch();
await saveAll();
