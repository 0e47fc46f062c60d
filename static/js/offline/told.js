// @ts-check
// Answers read from the state of the table: their origin, and how the director denies them.
import { button, each, sentence } from "./html.js";
import { dress, escape } from "./words.js";

/** @import { Asks, Context, Law, Step, Waiting, Walked } from "./types.d.ts" */

/**
 * Draw the choice after an answer of the table is denied: one of its lines is wrong, or only the answer is.
 * @param {Context} ctx
 * @param {Walked & Asks} state
 */
export function denial({ bundle: { say }, lines = {} }, state) {
  const keys = state.trail.find((step) => step.id === state.question.id)?.by ?? [];
  const there = keys.filter((key) => key in lines);
  if (!there.length) return "";
  const list = each(there, (key) => {
    const { title, words, origin, says } = lines[key];
    const from = origin ? ` <span class="small soft">${dress(origin)}</span>` : "";
    const line = `<span><span class="soft">${escape(title)}</span> <b>${dress(words)}</b>${from}</span>`;
    const acts = each(says, ({ what: said, about, label }) =>
      button(escape(label), { say: said, about, label: `${title}, ${words} : ${label}` }, "btn small"),
    );
    const read = `<span class="sr"> : ${escape(title)}, ${escape(words)}</span>`;
    const summary = `<summary class="small">${escape(say.not_so)}${read}</summary>`;
    return `<li>${line}<details>${summary}<div class="acts">${acts}</div></details></li>`;
  });
  return `<section class="note"><div class="pad"><h2>${escape(say.is_the_table_wrong)}</h2>
    <ul class="lying" role="list">${list}</ul><p class="soft">${escape(say.or_here)}</p></div></section>`;
}

/**
 * Draw the reason of a default answer: nothing is noted on the table, or the law assumes it.
 * @param {Context} ctx
 * @param {Law} law
 * @param {Step} step
 */
export const whySupposed = ({ bundle: { say } }, law, step) =>
  law.questions[step.id].seen !== undefined ||
  law.nodes.some((node) => (node.ask ?? node.fact) === step.id && (node.seen ?? node.sees))
    ? say.nothing_noted
    : say.supposed;

/**
 * Name the items on the table that gave an answer, and the origin of each, once.
 * @param {Context} ctx
 * @param {Step} step
 * @param {Set<string>} named the keys of items named before
 */
export function whereFrom({ bundle: { say, language }, lines = {} }, step, named) {
  const words = (step.by ?? [])
    .filter((key) => key in lines)
    .map((key) => {
      const { brief, origin } = lines[key];
      const isNew = origin && !named.has(key);
      named.add(key);
      return isNew ? `${brief} (${origin})` : brief;
    });
  return sentence(say.known, { what: new Intl.ListFormat(language).format(words) });
}

/**
 * List the waiting statements about tables; each may be undone until it is sent.
 * @param {Context} ctx
 * @param {Waiting} found
 */
export function saidOfTables({ bundle: { say } }, { acts, user }) {
  const own = acts.filter((one) => one.kind === "say" && one.user === user?.user && !one.refused);
  if (!own.length) return "";
  const lines = each(own, ({ id, label }) => {
    const waits = `<span class="small soft">${escape(say.waits_for_server)}</span>`;
    const words = `<span><b>${escape(label)}</b> ${waits}</span>`;
    const back = `${escape(say.take_back)}<span class="sr"> : ${escape(label)}</span>`;
    return `<li>${words}<span></span>${button(back, { unsay: id }, "btn quiet small")}</li>`;
  });
  const head = `<h2 id="said">${escape(say.on_the_table)}</h2>`;
  return `<section class="trail" aria-labelledby="said">${head}<ol>${lines}</ol></section>`;
}
