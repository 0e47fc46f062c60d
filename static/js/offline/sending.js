// @ts-check
// Stores an act on the device before the page sends it: an answer, a call, the choice of a law, a note.
import * as notes from "./notes.js";
import { act, released, settled } from "./outbox.js";
import { HTMX, carried, detail, incidentHere, inquiryHere, questionOf, roomHere, user } from "./page.js";
import { AWAY } from "./queue.js";
import { answersSent, questionsIn } from "./several.js";
import { uuid7 } from "./store.js";
import { begun, doubt, tableOf } from "./tables.js";

/** @import { Given, Of, Walking } from "./types.d.ts" */

/** Statuses with which the server asks again: somebody else had answered first, or the answer was invalid. */
export const ASKED_AGAIN = [409, 422];

/**
 * The module that shows next questions on this page, once the laws are loaded.
 * @type {Walking | undefined}
 */
let walking;

/** From now on, let the device show the page that follows an answer. */
export const walkWith = (/** @type {Walking} */ module) => (walking = module);

/**
 * The acts that forms of this page are sending.
 * @type {Map<Element, string[]>}
 */
const sending = new Map();
let tapped = false;

/** Was a button of this page tapped? Then the server sends the next page without a reload. */
export const wasTapped = () => tapped;

/** Does this page send an act itself? */
export const isSending = (/** @type {string} */ id) => [...sending.values()].flat().includes(id);

/** Watch every form that is sent from this page; *leave* handles the one that signs out. */
export function watchForms(/** @type {(event: SubmitEvent, form: HTMLFormElement) => unknown} */ leave) {
  document.addEventListener(HTMX.confirm, (event) => answered(event));
  document.addEventListener(HTMX.configure, (event) => {
    const ids = sending.get(detail(event).elt);
    if (ids) detail(event).parameters.act = ids.at(-1);
  });
  document.addEventListener(HTMX.after, (event) => heard(event));
  document.addEventListener("submit", (event) => submitted(event, leave), true);
  addEventListener("pageshow", () => {
    /** @type {NodeListOf<HTMLFormElement>} */
    const forms = document.querySelectorAll("form[data-written]");
    for (const form of forms) {
      delete form.dataset.written;
      for (const field of form.querySelectorAll("[data-along]")) field.remove();
    }
  });
}

/** Return the value of a question's form; of suits, those that are ticked. */
function valueOf(/** @type {FormData} */ data) {
  if (!data.has("suit")) return data.get("answer");
  return ["S", "H", "D", "C"].filter((suit) => data.getAll("suit").includes(suit)).join("");
}

/** Store the answers of a form; then htmx sends the form, unless the device shows the next page and sends it itself. */
function answered(/** @type {Event} */ event) {
  const form = event.target;
  const here = inquiryHere();
  if (carried() || !here || !(form instanceof HTMLFormElement) || !form.querySelector("[name=version]")) return;
  event.preventDefault();
  if (sending.has(form)) return;
  const { triggeringEvent, issueRequest } = detail(event);
  const data = new FormData(form, triggeringEvent?.submitter);
  const question = questionOf(form.getAttribute("action") ?? "");
  const value = valueOf(data);
  const page = questionsIn(form);
  const given = page.length ? severalOf(page, data) : oneOf(form, question, value);
  if (!question || !given || data.has("left") || data.has("ticked")) return issueRequest(true);
  const acts = given.map((one) => ({ ...one, id: uuid7() }));
  tapped = true;
  if (form.querySelector("textarea")) {
    for (const { name } of given) notes.answered(here.inquiry, name).catch(() => {});
  }
  const of = { incident: here.incident.id, inquiry: here.inquiry.id, seen: Number(data.get("version")) };
  if (walks(form, data, acts, of)) return;
  const ids = acts.map((one) => one.id);
  sending.set(form, ids);
  writeAnswers(of, acts)
    .catch(() => sending.delete(form)) // a browser without a store sends the form anyway
    .then(() => walking?.confirmed() ?? true)
    .then((isHere) => {
      if (isHere && form.isConnected) return issueRequest(true); // earlier answers have been sent by now
      sending.delete(form);
      return released(ids);
    })
    .catch(() => {}); // the acts are released by their time
}

/**
 * Let the device show the next page; false where it cannot, and the server must.
 * @type {Walking["walk"]}
 */
function walks(form, data, acts, of) {
  try {
    return walking?.walk(form, data, acts, of) ?? false;
  } catch (error) {
    console.error(error);
    return false;
  }
}

/**
 * List the answers in the form of a question: the fact above it, if any, and the question itself.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {unknown} said
 */
function oneOf(form, name, said) {
  if (typeof said !== "string") return undefined;
  /** @type {HTMLInputElement | null} */
  const first = form.querySelector("[name=first]");
  return [...(first ? [{ name: first.value, said: first.dataset.value ?? "" }] : []), { name, said }];
}

/**
 * List the answers in a form of several questions.
 * @param {{id: string, kind: string}[]} page
 * @param {FormData} data
 */
const severalOf = (page, data) => answersSent(page, data)?.map(([name, said]) => ({ name, said, ahead: true }));

/**
 * @param {Of} of
 * @param {Given[]} acts
 */
export async function writeAnswers(of, acts) {
  for (const { id, name, said, ...more } of acts) {
    await act(
      { id, kind: "answer", ...of, question: name, value: said, ...more },
      (one) => {
        const found = one.inquiries.find((other) => other.id === of.inquiry);
        if (!found) return;
        found.answers[name] = said;
        (found.by ??= {})[name] = id;
      },
      { held: true, after: doubt },
    );
  }
}

/** Number of responses from the server. If one came after a request was lost, the network is back. */
let responses = 0;

/** Remove the answers that the server has taken. Leave others to the outbox; without a response, continue offline. */
async function heard(/** @type {Event} */ event) {
  const { elt, requestConfig, xhr } = detail(event);
  const form = requestConfig?.elt ?? elt; // the form may have been removed from the page by now
  const ids = sending.get(form);
  if (!ids) return;
  sending.delete(form);
  const reached = xhr.status > 0 && !AWAY.includes(xhr.status);
  const elsewhere = xhr.responseURL && !new URL(xhr.responseURL).pathname.includes("/inquiries/");
  const isTaken = xhr.status < 400 || ASKED_AGAIN.includes(xhr.status);
  if (reached) responses += 1;
  const before = responses;
  if (reached && !elsewhere && isTaken) return settled(ids);
  await released(ids);
  const here = inquiryHere();
  if (reached || !here) return;
  const lost = document.getElementById("lost");
  try {
    const { carry } = await import("./carry.js");
    await carry({ page: "ask", incident: here.incident.id, inquiry: here.inquiry.id });
    lost?.setAttribute("hidden", "");
  } catch {
    // the laws are not stored, but the answer waits in the outbox
    if (responses === before) lost?.removeAttribute("hidden");
  }
}

/**
 * Store a call or the choice of a law before it is sent, so that an offline page can continue from there.
 * @param {SubmitEvent} event
 * @param {(event: SubmitEvent, form: HTMLFormElement) => unknown} leave
 */
async function submitted(event, leave) {
  const { submitter, target: form } = event;
  if (carried() || event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  if (form.method !== "post" || form.dataset.written) return;
  const address = new URL(form.action, location.href).pathname;
  const [, , kind, key, verb] = address.split("/");
  const law = submitter instanceof HTMLButtonElement && submitter.name === "law" ? submitter.value : "";
  if (kind === "tournaments" && verb === "call") await written(event, form, () => aCall(form, key));
  else if (kind === "incidents" && verb === "what" && law) await written(event, form, () => aLaw(form, key, law));
  else if (kind === "incidents" && verb === "words") await written(event, form, () => aNote(form, key));
  else if (/\/logout\/$/.test(address)) await leave(event, form);
}

/**
 * The fields to send beside a form's own: at once its identifiers, and more once the act is stored.
 * @typedef {Record<string, string | number>} Fields
 */

/**
 * Store an act, then send the form with the device's identifiers. An act that could not be stored is sent with them all
 * the same: the browser may have stored it without saying so.
 * @param {SubmitEvent} event
 * @param {HTMLFormElement} form
 * @param {() => {fields: Fields, stored: Promise<Fields | void>}} write
 */
async function written(event, form, write) {
  const { submitter } = event;
  event.preventDefault();
  event.stopPropagation();
  if (form.dataset.sent) return;
  form.dataset.sent = form.dataset.written = "yes";
  /** @type {Fields} */
  const along = {};
  try {
    const { fields, stored } = write();
    Object.assign(along, fields);
    Object.assign(along, await stored);
  } catch (error) {
    console.error(error);
  }
  if (submitter instanceof HTMLButtonElement && submitter.name) along[submitter.name] = submitter.value;
  for (const [name, value] of Object.entries(along)) {
    const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    field.dataset.along = "";
    form.append(field);
  }
  form.submit();
}

const text = (/** @type {FormDataEntryValue | null} */ value) =>
  typeof value === "string" && value ? value : undefined;

/** @param {HTMLFormElement} form @param {string} tournament */
function aCall(form, tournament) {
  const data = new FormData(form);
  const room = roomHere();
  const place = {
    tournament,
    section: text(data.get("section")),
    table: Number(data.get("table")) || undefined,
    round: room?.round ?? undefined,
  };
  const id = uuid7();
  const label = form.querySelector(".n")?.lastChild?.textContent?.trim();
  const changes = (/** @type {object} */ one) => Object.assign(one, place, { facts: room?.facts ?? {}, label });
  return { fields: { id }, stored: act({ id, kind: "open", ...place }, changes, { held: true }).then(() => {}) };
}

/** @param {HTMLFormElement} form @param {string} incident @param {string} law */
function aLaw(form, incident, law) {
  const inquiry = uuid7();
  return { fields: { inquiry }, stored: storeLaw(new FormData(form), incident, inquiry, law) };
}

/** @param {FormData} data @param {string} incident @param {string} inquiry @param {string} law */
async function storeLaw(data, incident, inquiry, law) {
  const place = { at_table: text(data.get("table")), at_board: text(data.get("board")) };
  const table = place.at_table || place.at_board ? undefined : await tableOf(incident);
  await act(
    { id: uuid7(), kind: "law", incident, inquiry, law, ...place },
    (one) => {
      Object.assign(one, incidentHere(), { user: user.user });
      one.inquiries.push(begun(one, { id: inquiry, law }, table));
    },
    { held: true },
  );
}

/**
 * Finish the note with its present text, which the page sends.
 * @param {HTMLFormElement} form
 * @param {string} incident
 */
function aNote(form, incident) {
  return { fields: { act: uuid7() }, stored: storeNote(form, incident) };
}

/**
 * @param {HTMLFormElement} form
 * @param {string} incident
 * @returns {Promise<Fields>}
 */
async function storeNote(form, incident) {
  const field = form.elements.namedItem("words");
  if (field instanceof HTMLTextAreaElement) await notes.written(field, incident);
  const said = await notes.save(incident, { held: true });
  await notes.finish(incident).catch(() => {}); // the note itself is stored
  return said ? { writing: said.writing, edit: said.edit, ...(said.act && { act: said.act }) } : {};
}
