// @ts-check
// Two buttons in the bar of an offline page: one leads back to the server's page once the server answers again, the
// other to answers of the server that differ from this page. Nothing else on the page moves.
import { PAGES, send } from "./exercises.js";
import { flush, listen, me, waiting } from "./outbox.js";
import { AWAY } from "./queue.js";
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
  const { page } = route;
  show({ differs: ["ask", "what", "note"].includes(page) && differences(await incidentOf(route)) > shown });
}

async function look() {
  const ended = await flush();
  const found = await waiting();
  const answer = await fetch(`/${document.documentElement.lang}/outbox/`, {
    cache: "no-store",
    signal: AbortSignal.timeout(8000),
  }).catch(() => null);
  show({ online: isBack(answer, found.mine, ended) });
}

/**
 * May the user go back to the server's pages? Not where a proxy answers for the server, nor while acts are still being
 * sent; acts on which the server fails keep nobody here.
 * @param {Pick<Response, "ok" | "status"> | null} answer of the server
 * @param {number} mine the number of waiting acts
 * @param {string | undefined} ended the outcome of the last sending
 */
export function isBack(answer, mine, ended) {
  if (!answer || AWAY.includes(answer.status)) return false;
  return !answer.ok || mine === 0 || ended === "lost";
}

/** Go to the server's page that corresponds to this one; if there is none, or the store fails, to the room. */
async function back() {
  location.assign(await pageThere().catch(() => `/${document.documentElement.lang}/`));
}

/** Find the address of the server's page that corresponds to this one. */
async function pageThere() {
  const known = await incidentOf(route);
  const at = known?.inquiries.find((one) => goesBy(one, route.inquiry));
  const own = route.page === "code" ? "code" : PAGES.includes(route.page) ? "school" : "";
  if (own === "school") await send();
  const other = own ? `/${document.documentElement.lang}/${own}/` : await roomOf(known);
  return at?.url ?? known?.url ?? other;
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
  const looks = () => look().catch(() => {}); // the next look may find the store open
  listen(() => differ().catch(() => {}));
  addEventListener("online", looks);
  looks();
  setInterval(looks, EVERY);
}
