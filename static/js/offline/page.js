// @ts-check
// The data for the device in the markup of a page of the server, and its signed-in user.

/** @import { Facts, Incident, Inquiry, User } from "./types.d.ts" */

/**
 * The part of htmx's event details that the device reads.
 * @typedef {object} Detail
 * @property {Element} elt
 * @property {{elt: Element}} [requestConfig]
 * @property {XMLHttpRequest} xhr
 * @property {Record<string, unknown>} parameters
 * @property {SubmitEvent} [triggeringEvent]
 * @property {(confirmed: boolean) => void} issueRequest
 */

/** The event names of htmx, as in app.js. */
export const HTMX = {
  confirm: "htmx:confirm",
  configure: "htmx:configRequest",
  after: "htmx:afterRequest",
  settled: "htmx:afterSettle",
};

/** Read the details of an event of htmx. */
export const detail = (/** @type {Event} */ event) => /** @type {CustomEvent<Detail>} */ (event).detail;

/** @type {User} */
export const user = {
  id: "user",
  user: Number(document.body.dataset.user),
  name: document.body.dataset.name ?? "",
  language: document.documentElement.lang,
};

/** Find the part of the page that an answer replaces; its attributes carry the data for the device. */
export const step = () => document.getElementById("step");

/** Has a page of the device replaced this one (carry.js)? */
export const carried = () => Boolean(document.body.dataset.carried);

/**
 * Read the inquiry on this page, with its incident, as the server knows them.
 * @returns {{incident: Incident, inquiry: Inquiry} | undefined}
 */
export function inquiryHere() {
  const said = step()?.dataset.inquiry;
  return said ? JSON.parse(said) : undefined;
}

/**
 * Read the incident on this page; of a page with an inquiry, see `inquiryHere`.
 * @returns {Incident | undefined}
 */
export function incidentHere() {
  const said = step()?.dataset.incident;
  return said ? JSON.parse(said) : undefined;
}

/**
 * Read the data of the room on this page that calls made in it need.
 * @returns {{tournament: string, title: string, round: number | null, facts: Facts, closed: string[]} | undefined}
 */
export function roomHere() {
  const said = step()?.dataset.room;
  return said ? JSON.parse(said) : undefined;
}

/** Return the question in the address of a page or a form; "" where the address has none. */
export const questionOf = (/** @type {string} */ address) =>
  decodeURIComponent(address.match(/\/q\/([^/]+)\//)?.[1] ?? "");
