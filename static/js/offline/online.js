// @ts-check
// Two buttons in the bar of an offline page: one leads back to the server's page once the server answers again, the
// other to answers of the server that differ from this page. Nothing else on the page moves.
import { PAGES, send } from "./exercises.js";
import { flush, listen, me, waiting } from "./outbox.js";
import { all, goesBy } from "./store.js";

/** @import { Incident, Room, Route } from "./types.d.ts" */

const EVERY = 10000;
/** @type {Route} */
let route = { page: "room" }; // the route of the shown page
let shown = 0; // number of differences of this incident on the page

const button = (/** @type {string} */ id, /** @type {string} */ words, main = "") =>
  Object.assign(document.createElement("button"), {
    type: "button",
    id,
    className: `btn away${main}`,
    textContent: words,
  });

/**
 * Return the place of both buttons in the bar, created if missing; its room stays reserved while neither is shown.
 * @param {Record<string, string>} say
 */
export function place(say) {
  const there = document.getElementById("again");
  if (there) return there;
  const made = Object.assign(document.createElement("span"), { id: "again", className: "again" });
  made.append(button("differs", say.differs, " main"), button("online", say.online));
  return made;
}

/** @returns {Promise<Incident | undefined>} */
const incidentOf = async (/** @type {Route} */ { incident }) =>
  (await all("incidents")).find((one) => goesBy(one, incident));
const differences = (/** @type {Incident | undefined} */ incident) =>
  (incident?.inquiries ?? []).reduce((sum, one) => sum + (one.told?.length ?? 0) + (one.otherwise ? 1 : 0), 0);

/**
 * Remember that the page now shows the route *to*, and the number of differences that it shows.
 * @param {Route} to
 */
export async function stands(to) {
  route = to;
  shown = differences(await incidentOf(to));
  show({ differs: false });
}

let said = { differs: false, online: false };

/**
 * Show one button at a time; the one that leads to differences comes first.
 * @param {{differs?: boolean, online?: boolean}} more
 */
function show(more) {
  said = { ...said, ...more };
  const [differs, online] = document.getElementById("again")?.children ?? [];
  if (!differs) return;
  differs.classList.toggle("away", !said.differs);
  online.classList.toggle("away", said.differs || !said.online);
}

async function differ() {
  show({ differs: ["ask", "what", "note"].includes(route.page) && differences(await incidentOf(route)) > shown });
}

async function look() {
  await flush();
  const found = await waiting();
  const answer = await fetch(`/${document.documentElement.lang}/outbox/`, {
    cache: "no-store",
    signal: AbortSignal.timeout(8000),
  }).catch(() => null);
  show({ online: answer !== null && !(answer.ok && found.mine > 0) });
}

/** Go to the server's page that corresponds to this one; if there is none, to the room. */
async function back() {
  const known = await incidentOf(route);
  const at = known?.inquiries.find((one) => goesBy(one, route.inquiry));
  const own = route.page === "code" ? "code" : PAGES.includes(route.page) ? "school" : "";
  if (own === "school") await send();
  const there = own ? `/${document.documentElement.lang}/${own}/` : await roomOf(known);
  location.assign(at?.url ?? known?.url ?? there);
}

/**
 * Find the address of the room that this page belongs to, otherwise of the room seen last.
 * @param {Incident | undefined} incident
 */
async function roomOf(incident) {
  const user = (await me())?.user;
  /** @type {Room[]} */
  const rooms = (await all("rooms")).filter((one) => one.user === user);
  rooms.sort((one, other) => (one.at < other.at ? 1 : -1));
  const of = incident?.tournament ?? (route.page === "room" ? route.incident : undefined);
  const room = (rooms.find((one) => one.tournament === of) ?? rooms[0])?.tournament;
  return `/${document.documentElement.lang}/${room ? `tournaments/${room}/` : ""}`;
}

let begun = false;

/**
 * Update the bar from now on; *again* redraws the page.
 * @param {() => unknown} again
 */
export function begin(again) {
  if (begun) return;
  begun = true;
  document.addEventListener("click", (event) => {
    const id = event.target instanceof Element ? event.target.closest("button")?.id : undefined;
    if (id === "online") back();
    else if (id === "differs") again();
  });
  listen(differ);
  addEventListener("online", look);
  look();
  setInterval(look, EVERY);
}
