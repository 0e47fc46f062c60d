// @ts-check
// The empty page that stands in for any other: it finds out where the director was, and goes on from there.
import { carry, read, shellAddress } from "./carry.js";
import * as exercises from "./exercises.js";
import { laws } from "./laws.js";
import { watch } from "./net.js";
import { saveAll } from "./notes.js";
import { forgetOld, start } from "./outbox.js";
import { all } from "./store.js";
import { placeOf } from "./tables.js";
import { standIn } from "./way.js";

/** @import { Route } from "./types.d.ts" */

/**
 * Find where the address leads without a network.
 * @returns {Promise<Route>}
 */
async function place() {
  if (location.pathname === shellAddress()) return read(location.hash);
  return standIn(location.pathname, await all("incidents"), placeOf);
}

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
