// Words that are being typed: kept on the device at every key. A note is sent by itself as soon as the fingers rest;
// what is sent later takes the place of what was sent before, until "keep" ends it.
import { act, listen, me } from "./outbox.js";
import { all, get, goesBy, of, uuid7, write } from "./store.js";

const REST = 1500;
const timers = new Map();

let who; // as soon as the page knows

/** Where the words of a field are kept: under their author, so that nobody else finds them. */
const keyOf = async (place) => `typing:${(who = (await me())?.user)}:${place}`;
const noteKey = (incident) => keyOf(`note:${incident}`);

/** The last keys before a page is gone: what is written at once. The store has them a moment later, on the disk. */
const atOnce = {
  put: (place, text) => who && attempt(() => localStorage.setItem(`typing:${who}:${place}`, text)),
  get: (id) => attempt(() => localStorage.getItem(id)),
  drop: (id) => attempt(() => localStorage.removeItem(id)),
};
function attempt(work) {
  try {
    return work();
  } catch {
    return undefined; // a browser that keeps nothing of this kind
  }
}

export async function keep(place, text) {
  atOnce.put(place, text);
  const id = await keyOf(place);
  await write(({ meta }) => of(meta.put({ id, text })));
}

export async function kept(place) {
  const id = await keyOf(place);
  return atOnce.get(id) ?? (await get("meta", id))?.text ?? "";
}

export async function stopped(place) {
  const id = await keyOf(place);
  atOnce.drop(id);
  await write(({ meta }) => of(meta.delete(id)));
}

// A note

/** The note that is being written of an incident: {text, writing, edit, sent}, or undefined. */
export async function begun(incident) {
  const id = await noteKey(incident);
  const [note, text] = [await get("meta", id), atOnce.get(id)];
  return note && { ...note, text: text ?? note.text };
}

/** A key was touched. */
export async function typed(incident, text) {
  atOnce.put(`note:${incident}`, text);
  const id = await noteKey(incident);
  const user = who;
  await write(async ({ meta }) => {
    const before = (await of(meta.get(id))) ?? { id, user, incident, writing: uuid7(), edit: 0, sent: "" };
    meta.put({ ...before, text });
  });
  tell();
  clearTimeout(timers.get(incident));
  timers.set(incident, setTimeout(() => save(incident), REST));
}

/** Write the note to the outbox as it is now, in the place of what still waits of it. The act, or nothing to send. */
export async function save(incident, { held = false } = {}) {
  clearTimeout(timers.get(incident));
  const note = await begun(incident);
  const words = note?.text.trim();
  if (!note || words === note.sent) return held ? note : undefined;
  const { writing, id } = note;
  const edit = Math.max(note.edit + 1, Date.now());
  const known = (await all("incidents")).find((one) => goesBy(one, incident));
  const said = { id: uuid7(), kind: "words", incident: known?.id ?? incident, words, writing, edit };
  const instead = (one) => one.writing === writing;
  await act(said, (one) => {
    const others = one.notes.filter((other) => other.writing !== writing);
    Object.assign(one, { user: note.user, notes: [...others, { words, writing }] });
  }, { held, instead });
  await write(async ({ meta }) => {
    const now = await of(meta.get(id));
    if (now?.writing === writing) meta.put({ ...now, edit, sent: words });
  });
  tell();
  return { ...note, edit, act: said.id };
}

/** It is kept: what is typed from now on is another note. */
export async function finish(incident) {
  clearTimeout(timers.get(incident));
  await stopped(`note:${incident}`);
}

/** What was typed when a page was closed, and never sent: now it is. */
export async function saveAll(but) {
  const user = (await me())?.user;
  for (const one of await all("meta")) {
    if (one.writing && one.user === user && one.incident !== but) await save(one.incident);
  }
}

// What is said of it beneath the field

async function tell() {
  const shown = document.getElementById("kept");
  const incident = document.querySelector("textarea[name=words]")?.dataset.incident;
  if (!shown || !incident) return;
  const note = await begun(incident);
  const waits = note && (await all("acts")).some((one) => one.writing === note.writing);
  const state = !note ? "" : note.text.trim() !== note.sent ? "typed" : waits ? "waits" : note.sent ? "saved" : "";
  if (shown.dataset.state === state) return;
  shown.dataset.state = state;
  shown.textContent = state ? shown.dataset[state] : "";
}
listen(tell);

/** A field for the note of *incident* is on the page: it goes on with what was typed. */
export async function goesOn(field, incident) {
  field.dataset.incident = incident;
  const text = atOnce.get(await noteKey(incident));
  if (text && !field.value) await typed(incident, text);
  const note = await begun(incident);
  if (!note) return;
  if (!field.value) {
    field.value = note.text;
    field.setSelectionRange(note.text.length, note.text.length);
  }
  for (const one of document.querySelectorAll(`[data-writing="${note.writing}"]`)) one.hidden = true;
  delete document.getElementById("kept")?.dataset.state;
  await save(incident);
  await tell();
}
