// @ts-check
// The laws of the language of this page, as the server compiled them.

/** @import { Bundle } from "./types.d.ts" */

/** @type {Bundle | undefined} */
let bundle;

/**
 * Fetch the laws from the worker, the browser or the network, once.
 * @returns {Promise<Bundle>}
 */
export async function laws() {
  if (bundle) return bundle;
  const response = await fetch(document.body.dataset.laws ?? "", { signal: AbortSignal.timeout(20000) });
  if (!response.ok) throw new Error(String(response.status));
  /** @type {Bundle} */
  const found = await response.json();
  bundle = found;
  return found;
}
