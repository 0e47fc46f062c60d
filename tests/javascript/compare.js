// @ts-check
// Answers the requests of test_device_and_server.py in one process: it walks laws, computes bounds and names roles. A
// request is a line of JSON on standard input, and its answer a line of output.
import { createInterface } from "node:readline";

import { corrected as correct } from "../../static/js/offline/correction.js";
import { most, stands } from "../../static/js/offline/engine.js";
import { follows, parts } from "../../static/js/offline/next_question.js";
import { cloth } from "../../static/js/offline/pads.js";
import { completed, handed, withRoles } from "../../static/js/offline/roles.js";
import { correction } from "../../static/js/offline/school.js";
import { shown as pageOf } from "../../static/js/offline/taken.js";
import { severalAsked } from "../../static/js/offline/together.js";
import { speaker } from "../../static/js/offline/words.js";

/** @import { Bundle, Facts, Kit, Law, Readings, Standing } from "../../static/js/offline/types.d.ts" */

/** @type {Bundle} */
let bundle;
/** @type {ReturnType<typeof speaker>} */
let says;
/** @type {Kit} */
let situations;

/**
 * Return all texts that the device shows at a state of an inquiry.
 * @param {Standing} state
 * @param {Facts} known
 */
function shown(state, known) {
  const of = (/** @type {string | undefined} */ text, /** @type {Facts | undefined} */ roles) =>
    says.plain(text, known, roles);
  const noted = state.trail.filter((step) => !step.derived || step.by || step.supposed);
  const trail = noted.map(({ id, value, by, supposed }) => [
    id,
    value,
    ...(by ? [by] : []),
    ...(supposed ? ["?"] : []),
  ]);
  if (state.state === "asking") {
    const { question } = state;
    const { roles } = question;
    const options = (question.options ?? []).map((one) => [one.value, of(one.label, roles), of(one.entails, roles)]);
    const highest = question.kind === "count" ? most(question, state.known) : null;
    const words = [of(question.text, roles), options];
    return ["asking", question.id, ...words, highest, state.refused, trail, state.insteadOf];
  }
  const { ruling } = state;
  /** @type {("steps" | "reasons" | "uses" | "notes" | "stay" | "leave" | "sends" | "duties")[]} */
  const places = ["steps", "reasons", "uses", "notes", "stay", "leave", "sends", "duties"];
  const lines = places.flatMap((place) => (ruling[place] ?? []).map((one) => of(one.text, one.roles ?? {})));
  const moment = state.state === "waiting" ? state.moment : "";
  const handsOn = (ruling.sends ?? []).map(({ hands }) => handed(hands, known));
  return [state.state, moment, ruling.is, of(ruling.text, {}), lines, trail, handsOn];
}

/** @type {Record<string, (said: any) => unknown>} */
const kinds = {
  bundle(/** @type {Bundle} */ said) {
    bundle = said;
    says = speaker(said.words);
    return Object.keys(said.laws).length;
  },
  walk({ law, given, readings }) {
    const state = stands(bundle.laws[law], given, /** @type {Readings | null} */ (readings));
    return shown(state, withRoles({ ...state.known, ...given }));
  },
  page({ law, given }) {
    const state = pageOf(bundle.laws[law], { facts: {}, answers: given, readings: {} });
    if (state.state !== "asking" || !state.taken) return null;
    return [state.taken.id, state.question.id, Boolean(state.taken.aloud), state.trail.map(({ id }) => id)];
  },
  /** Draw the page of several questions, and return their ids, its heading and its fields. */
  together({ law, given }) {
    const entry = bundle.laws[law];
    const state = pageOf(entry, { facts: {}, answers: given, readings: {} });
    if (state.state !== "asking" || !state.page) return null;
    const ctx = { bundle, says, known: withRoles({ ...state.known, ...given }) };
    const html = severalAsked(ctx, entry, state.page, {});
    const fields = [...html.matchAll(/ (?:name|data-answer)="([^"]*)"(?: value="([^"]*)")?/g)];
    const heading = html.match(/<h1>(.*?)<\/h1>/s)?.[1].replace(/<[^>]*>/g, "");
    return [state.page.map(({ question }) => question.id), heading, fields.map(([, ...named]) => named.join("="))];
  },
  kit(/** @type {Kit} */ said) {
    situations = said;
    return said.themes.length;
  },
  /** Compare the answers of an exercise with the Code's. */
  compared(one) {
    const situation = situations.situations[one.situation];
    const { lines, right } = correct(bundle.laws[situation.law], situation, one);
    return [lines.map((line) => [line.id, line.law, line.given ?? null, line.expected ?? null, line.parts]), right];
  },
  /** Draw the correction of an exercise; return its heading, and the cells and the mark of each row. */
  corrected(one) {
    const html = correction({ bundle, says, known: {} }, situations, one, {});
    const table = html.match(/<table class="both articles".*?<\/table>/s)?.[0] ?? "";
    const rows = [...table.matchAll(/<tr role="row"( class="parts")?><th scope="row"[^>]*>(.*?)<\/tr>/gs)].map(
      ([, apart, cells]) => [...cells.split(/<\/t[hd]>/).slice(0, 4), Boolean(apart)],
    );
    return [html.match(/<h1>(.*?)<\/h1>/s)?.[1], rows];
  },
  /** Draw the question after some answers on a page of the server; return its heading, its back link and its fields. */
  next({ inquiry, given, players, vulnerability, by }) {
    const law = bundle.laws[inquiry.law];
    const state = follows(law, inquiry, given, by);
    if (!state) return null;
    const now = { ...inquiry, answers: { ...inquiry.answers, ...Object.fromEntries(given) } };
    const drawn = parts({ bundle, says }, law, now, state, { url: inquiry.url, players, vulnerability, by });
    const form = `<form action="${drawn.action}">${drawn.first}${drawn.keys}</form>`;
    return [drawn.heading, drawn.back, drawn.above + form + drawn.also + drawn.acts + drawn.trail];
  },
  /** Return the roles for every combination of values, not their digest, so that a failure shows the difference. */
  roles({ values }) {
    return combinations(values).map((facts) => sorted(withRoles(facts)));
  },
  completed({ values }) {
    return combinations(values).map((facts) => sorted(completed(facts)));
  },
  most({ law, question, values }) {
    return combinations(values).map((facts) => most(bundle.laws[law].questions[question], facts));
  },
  cloth({ law, known, lying }) {
    const laid = cloth(/** @type {Law} */ (bundle.laws[law]), known, lying);
    return Object.fromEntries(
      Object.entries(laid).map(([seat, cards]) => [seat, cards.map(({ card, kind }) => [card, kind])]),
    );
  },
};

/** @param {Facts} facts */
const sorted = (facts) => Object.entries(facts).sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Combine every value of each fact with every other, the last fact fastest; null leaves a fact out.
 * @param {[string, (string | null)[]][]} values
 * @returns {Facts[]}
 */
function combinations(values) {
  /** @type {Facts[]} */
  let found = [{}];
  for (const [name, some] of values) {
    found = found.flatMap((facts) => some.map((value) => (value === null ? facts : { ...facts, [name]: value })));
  }
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, ...said } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(kinds[kind](said))}\n`);
}
