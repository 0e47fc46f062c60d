// @ts-check
// Text being typed, stored on the device at every key. A note is sent automatically after a pause in the typing; a
// later version replaces the one sent before, until the button "keep" ends the note.
import { act, listen, me } from "./outbox.js";
import { all, get, goesBy, of, uuid7, write } from "./store.js";

/** @import { Act, Incident, Inquiry, Note, Stores } from "./types.d.ts" */

const REST = 1500;
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const timers = new Map();

/** @type {number | undefined} */
let who; // as soon as the page knows

/**
 * Return the key under which the text of a field is stored; it contains the author, so that nobody else reads the text.
 */
const keyOf = async (/** @type {string} */ place) => `typing:${(who = (await me())?.user)}:${place}`;
const noteKey = (/** @type {string} */ incident) => keyOf(`note:${incident}`);

/** Synchronous copy of the typed text, in case the page closes before the asynchronous store has written it. */
const atOnce = {
  put: (/** @type {string} */ place, /** @type {string} */ text) =>
    who && attempt(() => localStorage.setItem(`typing:${who}:${place}`, text)),
  get: (/** @type {string} */ id) => attempt(() => localStorage.getItem(id)),
  drop: (/** @type {string} */ id) => attempt(() => localStorage.removeItem(id)),
  /** Return the incidents with a typed note of *user*. */
  notes: (/** @type {number | undefined} */ user) => {
    const start = `typing:${user}:note:`;
    const ids = attempt(() => Object.keys(localStorage)) ?? [];
    return ids.filter((id) => id.startsWith(start)).map((id) => id.slice(start.length));
  },
};
/**
 * @template T
 * @param {() => T} work
 */
function attempt(work) {
  try {
    return work();
  } catch {
    return undefined; // a browser without localStorage
  }
}

/**
 * Keep what is being typed in a field.
 * @param {string} place
 * @param {string} text
 */
export async function keep(place, text) {
  atOnce.put(place, text);
  const id = await keyOf(place);
  await write(({ meta }) => of(meta.put({ id, text })));
}

/**
 * Read what was typed in a field and never sent.
 * @param {string} place
 * @returns {Promise<string>}
 */
export async function kept(place) {
  const id = await keyOf(place);
  return atOnce.get(id) ?? (await get("meta", id))?.text ?? "";
}

/**
 * Name the places of the text that is typed as the answer to a question: of its inquiry under each of its identifiers,
 * the present one first.
 * @param {Pick<Inquiry, "id" | "was">} inquiry
 * @param {string} question
 */
const placesOf = ({ id, was = [] }, question) => [id, ...was].map((name) => `${name}:${question}`);

/**
 * Read the text that was typed as the answer to a question and never sent.
 * @param {Pick<Inquiry, "id" | "was">} inquiry
 * @param {string} question
 */
export async function keptAnswer(inquiry, question) {
  for (const place of placesOf(inquiry, question)) {
    const text = await kept(place);
    if (text) return text;
  }
  return "";
}

/**
 * Delete the text that was typed as the answer to a question, after it was sent.
 * @param {Pick<Inquiry, "id" | "was">} inquiry
 * @param {string} question
 */
export async function answered(inquiry, question) {
  for (const place of placesOf(inquiry, question)) await stopped(place);
}

/**
 * Delete the stored text of a field after it was sent.
 * @param {string} place
 */
export async function stopped(place) {
  const id = await keyOf(place);
  atOnce.drop(id);
  await write(({ meta }) => of(meta.delete(id)));
}

// A note

/**
 * Read the note on an incident that is being written.
 * @param {string} incident
 * @returns {Promise<Note | undefined>}
 */
export async function begun(incident) {
  const id = await noteKey(incident);
  /** @type {Note | undefined} */
  const note = await get("meta", id);
  const text = atOnce.get(id);
  return note && { ...note, text: text ?? note.text };
}

/**
 * Store a note at every key, and send it after a pause in the typing.
 * @param {string} incident
 * @param {string} text
 */
export async function typed(incident, text) {
  atOnce.put(`note:${incident}`, text);
  try {
    await put(incident, text);
  } finally {
    tell().catch(() => {}); // also where it could not be stored: the page must not say that it is saved
  }
  clearTimeout(timers.get(incident));
  timers.set(
    incident,
    setTimeout(() => save(incident).catch(() => {}), REST), // the next key, or another page, saves it
  );
}

/**
 * Store the present text of the field for a note, once the text of before has been restored into it.
 * @param {HTMLTextAreaElement} field
 * @param {string} incident
 */
export async function written(field, incident) {
  await goesOn(field, incident);
  await typed(incident, field.value);
}

/**
 * Write the text of a note to the store, which begins the note if there is none.
 * @param {string} incident
 * @param {string} text
 */
async function put(incident, text) {
  const id = await noteKey(incident);
  const user = who;
  await write(async ({ meta }) => {
    const before = (await of(meta.get(id))) ?? { id, user, incident, writing: uuid7(), edit: 0, sent: "" };
    meta.put({ ...before, text, at: new Date().toISOString() });
  });
}

/**
 * Write the notes to the store of which a page that was closed had written only the synchronous copy; not the note of
 * the incident *but*.
 * @param {string} [but]
 */
async function recover(but) {
  for (const incident of atOnce.notes((await me())?.user)) {
    const id = await noteKey(incident);
    const text = atOnce.get(id);
    if (incident !== but && text && !(await get("meta", id))) await put(incident, text);
  }
}

/**
 * Write the current note to the outbox, in place of an unsent version of it. If there is nothing to send, return
 * undefined, or the note itself for a page that sends it (*held*).
 * @param {string} incident
 * @param {{held?: boolean}} options
 * @returns {Promise<(Note & {act?: string}) | undefined>}
 */
export async function save(incident, { held = false } = {}) {
  clearTimeout(timers.get(incident));
  const note = await begun(incident);
  const words = note?.text.trim() ?? "";
  if (!note || words === note.sent) return held ? note : undefined;
  const { writing, id } = note;
  const edit = Math.max(note.edit + 1, Date.now());
  /** @type {Incident | undefined} */
  const known = (await all("incidents")).find((one) => goesBy(one, incident));
  const said = uuid7();
  const instead = (/** @type {Act} */ one) => one.writing === writing;
  const after = async (/** @type {Stores} */ { meta }) => {
    const now = await of(meta.get(id));
    if (now?.writing === writing) meta.put({ ...now, edit, sent: words });
  };
  await act(
    { id: said, kind: "words", incident: known?.id ?? incident, words, writing, edit },
    (one) => {
      const others = one.notes.filter((other) => other.writing !== writing);
      Object.assign(one, { user: note.user, notes: [...others, { words, writing }] });
    },
    { held, instead, after },
  );
  tell().catch(() => {});
  return { ...note, edit, act: said };
}

/**
 * Finish a note; text typed later begins another note.
 * @param {string} incident
 */
export async function finish(incident) {
  clearTimeout(timers.get(incident));
  await stopped(`note:${incident}`);
}

/**
 * Send the unsent notes of pages that were closed, *but* for the note of one incident, which is on this page.
 * @param {string} [but]
 */
export async function saveAll(but) {
  await recover(but);
  const user = (await me())?.user;
  for (const one of await all("meta")) {
    if (one.writing && one.user === user && one.incident !== but) await save(one.incident);
  }
}

// The state of a note beneath its field

/** @returns {HTMLTextAreaElement | null} the field for a note, where the page has one */
export const noteField = () => document.querySelector("textarea[name=words]");

async function tell() {
  const shown = document.getElementById("kept");
  const incident = noteField()?.dataset.incident;
  if (!shown || !incident) return;
  const note = await begun(incident);
  const waits = note && (await all("acts")).some((one) => one.writing === note.writing);
  const state = !note ? "" : note.text.trim() !== note.sent ? "typed" : waits ? "waits" : note.sent ? "saved" : "";
  if (shown.dataset.state === state) return;
  shown.dataset.state = state;
  shown.textContent = (state && shown.dataset[state]) || "";
}
listen(() => tell().catch(() => {}));

/** The fields into which unsent text is being restored, or was. @type {WeakMap<HTMLTextAreaElement, Promise<void>>} */
const restored = new WeakMap();

/**
 * Restore the unsent text into the field for the note of *incident*, once.
 * @param {HTMLTextAreaElement} field
 * @param {string} incident
 */
export function goesOn(field, incident) {
  const restoring = restored.get(field) ?? restore(field, incident);
  restored.set(field, restoring);
  restoring.catch(() => restored.delete(field)); // retried at the next key
  return restoring;
}

/** Join the stored text of a note and what its field contains: both, but once where one begins with the other. */
export function joined(/** @type {string} */ before, /** @type {string} */ typing) {
  if (before.startsWith(typing)) return before;
  return typing.startsWith(before) ? typing : `${before}\n${typing}`;
}

/**
 * @param {HTMLTextAreaElement} field
 * @param {string} incident
 */
async function restore(field, incident) {
  field.dataset.incident = incident;
  const id = await noteKey(incident);
  const stored = await get("meta", id);
  const before = atOnce.get(id) ?? stored?.text ?? "";
  const text = joined(before, field.value);
  if (field.value !== text) {
    field.value = text;
    field.setSelectionRange(text.length, text.length);
  }
  if (text !== before || (text && !stored)) await typed(incident, text);
  const note = await begun(incident);
  if (!note) return;
  /** @type {NodeListOf<HTMLElement>} */
  const earlier = document.querySelectorAll(`[data-writing="${note.writing}"]`);
  for (const one of earlier) one.hidden = true;
  delete document.getElementById("kept")?.dataset.state;
  await save(incident);
  await tell();
}
