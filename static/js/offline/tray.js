// @ts-check
// Buttons of the tray of duties without a network: each leads to an inquiry, new or resumed.
import { answer, choose, standing } from "./deeds.js";
import { all, goesBy } from "./store.js";
import { tableOfDuty } from "./tables.js";

/** @import { Bundle, Incident, Inquiry, Route } from "./types.d.ts" */

/** @type {Route} */
const NOT_HERE = { page: "room", note: "needs_network" };

/**
 * Find an incident of this device by one of its inquiries.
 * @param {(inquiry: Inquiry, incident: Incident) => unknown} wanted
 * @returns {Promise<{incident: Incident, inquiry: Inquiry} | undefined>}
 */
async function find(wanted) {
  /** @type {Incident[]} */
  const every = await all("incidents");
  for (const incident of every) {
    const inquiry = incident.inquiries.find((one) => wanted(one, incident));
    if (inquiry) return { incident, inquiry };
  }
  return undefined;
}

/**
 * Open the inquiry that a duty leads to, with the player about to lead, if one was touched.
 * @param {Bundle} bundle
 * @param {string} duty
 * @param {string} leader a seat, or ""
 * @returns {Promise<Route>}
 */
export async function comeBack(bundle, duty, leader) {
  const opened = (await tableOfDuty(duty))?.opens[duty];
  if (!opened) return NOT_HERE;
  const { incident, law, facts } = opened;
  const begun = await find((one, of) => one.duty === duty && !one.ended && goesBy(of, incident));
  const id = begun?.inquiry.id ?? (await choose(incident, law, facts, duty));
  for (const [question, value] of Object.entries(leader ? { now: "lead", on_lead: leader } : {})) {
    const found = await find((one) => goesBy(one, id));
    const state = found && standing(bundle, found.inquiry);
    if (found && state?.state === "asking" && state.question.id === question) {
      await answer(bundle, found.incident, found.inquiry, question, value);
    }
  }
  return { page: "ask", incident, inquiry: id };
}

/**
 * Record that the moment has come for which an inquiry of this device waits.
 * @param {Bundle} bundle
 * @param {string} key
 * @returns {Promise<Route>}
 */
export async function reached(bundle, key) {
  const found = await find((one) => goesBy(one, key));
  const state = found && standing(bundle, found.inquiry);
  if (!found || state?.state !== "waiting") return NOT_HERE;
  await answer(bundle, found.incident, found.inquiry, state.moment, "reached");
  return { page: "ask", incident: found.incident.id, inquiry: found.inquiry.id };
}
