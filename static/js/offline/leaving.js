// @ts-check
// Signing out deletes the user's data on this device. While acts wait to be sent, the user first decides whether to
// discard them or to stay signed in.
import * as notes from "./notes.js";
import { clear, flush, forget, waiting } from "./outbox.js";
import { user } from "./page.js";
import { byIncident } from "./queue.js";
import { all } from "./store.js";

/** @import { Act, Incident } from "./types.d.ts" */

/** How often, and after which pause, to ask whether another tab is still sending. */
const TRIES = 10;
const PAUSE = 500;

/**
 * Sign out if no act waits to be sent; otherwise show the acts, and sign out once the user discards them. A store that
 * fails keeps nobody signed in: unsent acts stay stored under their author.
 * @param {Event} event
 * @param {HTMLFormElement} form
 */
export async function leave(event, form) {
  if (form.dataset.leave) return;
  event.preventDefault();
  event.stopPropagation();
  try {
    if (await isSent(form)) await left(form);
  } catch {
    await left(form);
  }
}

/**
 * Send the waiting acts; show those that could not be sent.
 * @param {HTMLFormElement} form
 */
async function isSent(form) {
  await notes.saveAll();
  for (let tries = 0; (await flush()) === undefined && tries < TRIES; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  const found = await waiting();
  const own = found.acts.filter((one) => one.user === user.user);
  const panel = document.getElementById("leaving");
  const list = document.getElementById("leaving-list");
  if (!own.length || !panel || !list) return true;
  panel.hidden = false;
  /** @type {Incident[]} */
  const incidents = await all("incidents");
  const { title = "" } = list.dataset;
  list.replaceChildren(
    ...byIncident(own).map((acts) => {
      const one = incidents.find((incident) => incident.id === (acts[0].incident ?? acts[0].id));
      const table = title.replace("%(table)s", String(one?.label ?? one?.table ?? "?"));
      const words = acts.map(wordsOf).filter(Boolean);
      const line = document.createElement("li");
      line.textContent = `${table} : ${acts.length}${words.length ? ` (${words.join(", ")})` : ""}`;
      return line;
    }),
  );
  /** @type {HTMLElement | null} */
  const lose = panel.querySelector("[data-lose]");
  /** @type {HTMLElement | null} */
  const stay = panel.querySelector("[data-stay]");
  if (!lose || !stay) return false;
  lose.onclick = async () => {
    await forget((one) => one.user === user.user).catch(() => {}); // they stay stored under their author
    await left(form);
  };
  stay.onclick = () => (panel.hidden = true);
  panel.scrollIntoView({ block: "center" });
  stay.focus();
  return false;
}

/** Return the typed text of an act, which would be lost with it. */
function wordsOf(/** @type {Act} */ { words, value = "" }) {
  return words ?? (value.length > 12 ? value : "");
}

async function left(/** @type {HTMLFormElement} */ form) {
  await clear().catch(() => {}); // the login page clears the store again
  form.dataset.leave = "yes";
  form.submit();
}
