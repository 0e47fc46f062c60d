// @ts-check
// Cached state of the tables of the evening: fetched while there is a network, and marked as uncertain as soon as
// anything may have changed it. Without a certain state the device asks the questions.
import { me } from "./outbox.js";
import { all, get, of, uuid7, write } from "./store.js";

/** @import { Act, Facts, Incident, Inquiry, Kept, Room, Stores } from "./types.d.ts" */

const PATIENCE = 20000;
const isTable = (/** @type {any} */ one) => Boolean(one.place && one.calls);

/** Is an incident at this table? A call that was made here may be about any board played there. */
const isAt = (/** @type {Kept} */ table, /** @type {Pick<Incident, "id" | "was" | "section" | "table">} */ incident) =>
  [incident.id, ...(incident.was ?? [])].some((id) => table.calls.includes(id)) ||
  Boolean(incident.table && incident.table === table.table && (incident.section ?? "") === table.section);

/** @returns {Promise<Kept[]>} the tables that the signed-in director has downloaded */
async function kept() {
  const user = (await me())?.user;
  return (await all("meta")).filter((one) => isTable(one) && one.user === user);
}

/**
 * Fetch the state of the tables of an evening, with the versions of the stored ones, so that only changed ones are
 * sent.
 * @param {string} tournament
 */
export async function take(tournament) {
  const user = (await me())?.user;
  if (!user) return;
  const before = (await get("meta", "moved"))?.mark;
  const have = (await kept()).filter((one) => one.tournament === tournament).map((one) => one.version);
  const address = `/${document.documentElement.lang}/tournaments/${tournament}/tables/?have=${have.join(",")}`;
  const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) return;
  const { seen: asOf, tables } = await answer.json();
  const at = new Date().toISOString();
  await write(async ({ meta }) => {
    if ((await of(meta.get("user")))?.user !== user) return; // somebody else has signed in meanwhile
    const now = (await of(meta.get("moved")))?.mark === before;
    const name = (/** @type {string} */ place) => `table:${user}:${place}`;
    const there = new Set(tables.map((/** @type {Kept} */ one) => name(one.place)));
    for (const one of await of(meta.getAll())) {
      if (isTable(one) && one.tournament === tournament && !there.has(one.id)) meta.delete(one.id);
    }
    for (const one of tables) {
      const id = name(one.place);
      const known = await of(meta.get(id));
      if (one.calls ?? known?.version === one.version) {
        meta.put({ ...known, ...one, id, user, tournament, at, asOf, now });
      }
    }
  });
}

/**
 * Return the stored state of the table of an incident; undefined where another device, or a statement or ruling here,
 * may have changed it.
 * @param {string} id
 * @returns {Promise<Kept | undefined>}
 */
export async function tableOf(id) {
  /** @type {Incident[]} */
  const incidents = await all("incidents");
  const incident = incidents.find((one) => one.id === id);
  const table = (await kept()).find((one) => [id, ...(incident?.was ?? [])].some((name) => one.calls.includes(name)));
  if (!table?.now) return undefined;
  /** @type {Room[]} */
  const rooms = await all("rooms");
  const room = rooms.find((one) => one.user === table.user && one.tournament === table.tournament);
  if (room && (room.asOf ?? 0) > table.asOf) return undefined;
  const here = incidents.filter((one) => isAt(table, one));
  const changes = (/** @type {Act} */ act) =>
    ["say", "ruled"].includes(act.kind) ||
    here.some((one) => one.inquiries.some(({ id: name, ended }) => ended && name === act.inquiry));
  /** @type {Act[]} */
  const acts = await all("acts");
  const waits = acts.some((act) => changes(act) && (table.calls.includes(act.incident ?? "") || isOf(act, here)));
  return waits ? undefined : table;
}

const isOf = (/** @type {Act} */ act, /** @type {Incident[]} */ here) => here.some((one) => one.id === act.incident);

/**
 * Find the stored table of a duty, up to date or not.
 * @param {string} duty
 */
export const tableOfDuty = async (duty) => (await kept()).find((one) => duty in one.opens);

/** Find the stored table of an incident, up to date or not. */
export const placeOf = async (/** @type {string} */ incident) =>
  (await kept()).find((one) => one.calls.includes(incident));

/**
 * Mark the table of an incident as uncertain after an answer, until the server confirms it.
 * @param {Pick<Stores, "meta">} stores
 * @param {Incident} incident
 */
export async function doubt({ meta }, incident) {
  const { user } = incident;
  /** @type {Kept[]} */
  const tables = (await of(meta.getAll())).filter((/** @type {Kept} */ one) => isTable(one) && one.user === user);
  const here = tables.filter((one) => isAt(one, incident));
  for (const one of here) meta.put({ ...one, now: false });
  meta.put({ id: "moved", user, mark: uuid7() });
  return here;
}

/**
 * Compare the table of the inquiry on a server's page with the stored one; tell whether it must be fetched again.
 * @param {Pick<Stores, "meta">} stores
 * @param {Incident} incident
 * @param {Inquiry} inquiry
 */
export async function confirmed({ meta }, incident, inquiry) {
  /** @type {Kept[]} */
  const tables = (await of(meta.getAll())).filter((/** @type {Kept} */ one) => isTable(one));
  const table = tables.find((one) => one.calls.includes(incident.id));
  if (inquiry.ended) return true;
  if (!table) return false;
  if (table.is === inquiry.is) meta.put({ ...table, now: true });
  return table.is !== inquiry.is;
}

/**
 * Mark the stored table of an incident as uncertain, after a ruling or a statement there. The open inquiries at that
 * table, but for *except*, ask again what they had read from it.
 * @param {Pick<Stores, "incidents" | "meta">} stores
 * @param {Incident} incident
 * @param {{except?: string, declares?: boolean}} more *declares*: declarer may have changed too
 */
export async function moved({ incidents, meta }, incident, { except, declares = false } = {}) {
  const { user } = incident;
  const here = await doubt({ meta }, incident);
  const isHere = (/** @type {Incident} */ one) =>
    one.user === user &&
    (one.id === incident.id ||
      here.some((table) => isAt(table, one)) ||
      Boolean(one.table && one.table === incident.table && one.section === incident.section));
  for (const one of await of(incidents.getAll())) {
    if (!isHere(one)) continue;
    for (const inquiry of one.inquiries) if (!inquiry.ended && inquiry.id !== except) giveUp(inquiry, declares);
    incidents.put(one);
  }
}

/** @param {Inquiry} inquiry @param {boolean} declares */
function giveUp(inquiry, declares) {
  Object.assign(inquiry, { readings: null, lines: {}, lying: undefined });
  if (!declares) return;
  const { declarer: _one, presumed_declarer: _other, ...facts } = inquiry.facts;
  inquiry.facts = facts;
}

/**
 * Create an inquiry on this device with the readings of its *table*; without a table, the inquiry asks its questions.
 * @param {Incident} incident
 * @param {{id: string, law: string, facts?: Facts, duty?: string}} of
 * @param {Kept | undefined} table
 * @returns {Inquiry}
 */
export function begun(incident, { id, law, facts = {}, duty }, table) {
  const { declarer } = table?.facts ?? {};
  return {
    id,
    law,
    duty,
    facts: { ...incident.facts, ...table?.facts, ...facts, ...(declarer && { declarer }) },
    readings: table ? (table.readings[law] ?? {}) : null,
    lines: table?.lines ?? {},
    lying: table?.lying,
    answers: {},
    by: {},
    version: 0,
  };
}

/**
 * Return the place of an incident that this device knows only from the room.
 * @param {Kept} table
 * @returns {Partial<Incident>}
 */
export const whereOf = ({ tournament, section, table, label, facts }) => {
  const { declarer: _d, contract: _c, trumps: _t, tricks: _n, presumed_declarer: _p, ...told } = facts;
  return { tournament, section, table: table ?? undefined, label, facts: told, here: true };
};
