// @ts-check
// The script of the offline shell, an empty page that replaces any other without a network. It finds the director's
// last place and continues there.
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
 * Find the offline route for the address.
 * @returns {Promise<Route>}
 */
async function place() {
  if (location.pathname === shellAddress()) return read(location.hash);
  return standIn(location.pathname, await all("incidents"), placeOf);
}

try {
  await forgetOld().catch(() => {}); // tried again later
  await laws();
  await carry(await place(), { replace: true });
} catch (error) {
  document.getElementById("broken")?.removeAttribute("hidden");
  throw error;
} finally {
  start(); // what waits is sent without a page too
  exercises.start();
  watch();
  saveAll().catch(() => {}); // the next page tries again
}
