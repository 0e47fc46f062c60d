// @ts-check
// Acts of a director on the device without a network: a call, the choice of a law, an answer. Each is applied here at
// once and waits in the outbox for the server.
import { stands } from "./engine.js";
import * as notes from "./notes.js";
import { act, me } from "./outbox.js";
import { all, goesBy, of, uuid7, write } from "./store.js";
import { begun, moved, placeOf, tableOf, whereOf } from "./tables.js";

/** @import { Act, Bundle, Facts, Incident, Inquiry, Room, Standing, Told } from "./types.d.ts" */

/**
 * Compute the state of an inquiry of this device.
 * @param {Bundle} bundle
 * @param {Pick<Inquiry, "law" | "facts" | "answers" | "readings">} inquiry
 */
export const standing = (bundle, { law, facts, answers, readings }) =>
  stands(bundle.laws[law], { ...facts, ...answers }, readings);

/** Does the ruling of this state name declarer? */
const declares = (/** @type {Standing} */ state) => state.state !== "asking" && Boolean(state.ruling.declares);

/**
 * Open a call at a table, or without a table yet. Where the user has opened a call there that has no law and is not on
 * the server yet, return that one.
 * @param {{tournament: string, section?: string, table?: number, label?: string}} place
 * @returns {Promise<string>} the incident
 */
export async function call({ tournament, section, table, label }) {
  const user = (await me())?.user;
  /** @type {Room[]} */
  const rooms = await all("rooms");
  /** @type {Incident[]} */
  const incidents = await all("incidents");
  const seen = rooms.find((one) => one.user === user && one.tournament === tournament);
  const there = incidents.find(
    (one) =>
      one.user === user &&
      table &&
      one.tournament === tournament &&
      one.section === section &&
      one.table === table &&
      !one.inquiries.length &&
      !one.here,
  );
  if (there) return there.id;
  const id = uuid7();
  const place = { tournament, section: section || undefined, table, round: seen?.round ?? undefined };
  const facts = seen?.facts ?? {};
  await act({ id, kind: "open", ...place }, (one) => Object.assign(one, place, { label, facts, user }));
  return id;
}

/**
 * Choose a law for an incident: its inquiry begins on the device. Without *facts* and *duty*, an inquiry into this law
 * that has no answer is reused, as on the server (begin_inquiry): the server would merge two inquiries into one, and
 * lose the answers of one of them.
 * @param {string} incident
 * @param {string} law
 * @param {Facts} facts those that a ruling passes on
 * @param {string} [duty] the duty for which the director came back
 * @returns {Promise<string>} the inquiry
 */
export async function choose(incident, law, facts = {}, duty = undefined) {
  const handed = Object.keys(facts).length > 0;
  const begunAlready = handed || duty ? undefined : await untouched(incident, law);
  if (begunAlready) return begunAlready.id;
  const id = uuid7();
  const more = handed ? { handed: facts } : {};
  const [table, place] = [await tableOf(incident), await placeOf(incident)];
  await act({ id: uuid7(), kind: "law", incident, inquiry: id, law, duty, ...more }, (one) => {
    if (!one.tournament && place) Object.assign(one, whereOf(place));
    one.inquiries.push(begun(one, { id, law, facts, duty }, table));
  });
  return id;
}

/**
 * Find the inquiry into this law that was begun for an incident and has no answer.
 * @param {string} incident
 * @param {string} law
 */
async function untouched(incident, law) {
  /** @type {Incident[]} */
  const every = await all("incidents");
  return every
    .find((one) => goesBy(one, incident))
    ?.inquiries.find((one) => one.law === law && !one.ended && !one.duty && !Object.keys(one.answers).length);
}

/**
 * Record the director's statement about the table of an incident. Its open inquiries then ask what they had read from
 * the table.
 * @param {string} incident
 * @param {{what: string, about: string, label: string}} said
 */
export async function sayOfTable(incident, said) {
  const place = await placeOf(incident);
  const user = (await me())?.user ?? 0;
  const known = (/** @type {Incident} */ one) => {
    if (!one.tournament && !place) return false;
    if (!one.tournament && place) Object.assign(one, whereOf(place));
    return true;
  };
  await act({ kind: "say", incident, ...said }, known, { after: (stores, one) => moved(stores, { ...one, user }) });
}

/**
 * Store a player's answer given aloud, which is sent once to the poll of the inquiry.
 * @param {string} incident
 * @param {string} inquiry
 * @param {FormData} data
 * @returns {Promise<boolean>} false where no call was touched
 */
export async function playerSaid(incident, inquiry, data) {
  const heard = data.has("heard");
  const value = heard ? "" : String(data.get("chosen") ?? "");
  if (!value && !heard) return false;
  const considered = heard ? [] : data.getAll("considered").map(String);
  await act({ kind: "polled", incident, inquiry, value, considered, heard, earlier: data.has("earlier") });
  return true;
}

/**
 * Mark as ended the inquiries that waiting answers have brought to a ruling or a pause: the page that stored these
 * answers could not send them. The stored tables of their incidents become uncertain.
 * @param {Bundle} bundle
 */
export async function reckon(bundle) {
  await write(async ({ acts, incidents, meta }) => {
    /** @type {Act[]} */
    const waits = (await of(acts.getAll())).filter((/** @type {Act} */ one) => one.kind === "answer");
    /** @type {Incident[]} */
    const every = await of(incidents.getAll());
    for (const incident of every) {
      for (const inquiry of incident.inquiries) {
        if (inquiry.ended || !waits.some((one) => one.inquiry === inquiry.id)) continue;
        const state = standing(bundle, inquiry);
        if (state.state === "asking") continue;
        inquiry.ended = true;
        incidents.put(incident);
        await moved({ incidents, meta }, incident, { declares: declares(state) });
      }
    }
  });
}

/**
 * Return the version of an inquiry of which its director has seen the answer to a question: that of the page, or of an
 * answer that came before his own, once a page has told him of it.
 * @param {Pick<Inquiry, "version" | "told">} inquiry
 * @param {string} question
 */
const versionSeen = ({ version, told = [] }, question) =>
  Math.max(version, ...told.filter((one) => one.question === question).map((one) => Number(one.version) || 0));

/**
 * Answer a question. If the answer leads to a ruling, final or provisional, a second act records that ruling.
 * @param {Bundle} bundle
 * @param {Incident} incident
 * @param {Inquiry} inquiry
 * @param {string} question
 * @param {string} value
 * @param {{ahead?: boolean, told?: Told[]}} more *ahead*: does the question share a page with others, so that the
 * inquiry may not ask it yet? *told*: the earlier answers of others that the page has told
 */
export async function answer(bundle, incident, inquiry, question, value, { ahead = false, told } = {}) {
  const id = uuid7();
  const named = { incident: incident.id, inquiry: inquiry.id };
  const seen = versionSeen({ version: inquiry.version, told }, question);
  const before = { seen, after: inquiry.by?.[question], ...(ahead && { ahead }) };
  const state = standing(bundle, { ...inquiry, answers: { ...inquiry.answers, [question]: value } });
  const ends = state.state !== "asking";
  const changes = (/** @type {Incident} */ one) => {
    const found = itself(one);
    if (!found) return;
    found.answers[question] = value;
    (found.by ??= {})[question] = id;
    if (ends) found.ended = true;
  };
  /** Find the inquiry in the stored incident; the server may have merged it with another one meanwhile. */
  const itself = (/** @type {Incident} */ { inquiries }) => inquiries.find((other) => goesBy(other, inquiry.id));
  await act({ id, kind: "answer", ...named, question, value, ...before }, changes, {
    after: (stores, one) =>
      (ends || inquiry.ended) && moved(stores, one, { except: itself(one)?.id, declares: declares(state) }),
  });
  await notes.answered(inquiry, question).catch(() => {}); // the answer itself is stored
  if (ends) await act({ kind: "ruled", ...named, ruling: state.ruling.is });
}
