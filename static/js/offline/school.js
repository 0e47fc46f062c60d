// @ts-check
// The screens of S'entraîner without a network, as HTML: the themes, a situation, the director's own decision, the
// correction. The words of a situation come from the server (arbitrage/pages/school/kit.py).
import { CODE, corrected, isItsLaw, walk } from "./correction.js";
import { alarm, button, each, icon, lawref, sentence } from "./html.js";
import { answerWords } from "./pads.js";
import { withRoles } from "./roles.js";
import { clock, what } from "./screens.js";
import { dress, escape } from "./words.js";

/** @import { Bundle, Compared, Context, Exercise, Facts, Kit } from "./types.d.ts" */
/** @import { Question, Route } from "./types.d.ts" */

/**
 * @param {Bundle} bundle
 * @param {Kit} kit
 * @param {Exercise} exercise
 */
export function isRight(bundle, kit, exercise) {
  const situation = kit.situations[exercise.situation];
  return Boolean(situation) && corrected(bundle.laws[situation.law], situation, exercise).right;
}

const themeOf = (/** @type {Kit} */ kit, /** @type {string} */ id) =>
  kit.themes.find((one) => one.situations.includes(id)) ?? kit.themes[0];

/**
 * @param {Kit} kit
 * @param {string} id
 */
export function placeOf(kit, id) {
  const theme = themeOf(kit, id);
  const numbers = { number: theme.situations.indexOf(id) + 1, of: theme.situations.length };
  return { title: theme.title, place: sentence(kit.say.place, numbers) };
}

/**
 * Return the next situation that is not solved yet, first among those after *after*, then from the beginning. If all
 * are solved, return the next one.
 * @param {string[]} among
 * @param {string} after
 * @param {Record<string, boolean>} last
 */
export function nextOf(among, after, last) {
  const at = among.indexOf(after);
  const ordered = [...among.slice(at + 1), ...among.slice(0, Math.max(at, 0))];
  return ordered.find((id) => !last[id]) ?? ordered[0] ?? after;
}

/**
 * Draw a link to a situation.
 * @param {string} id
 * @param {string} inside HTML
 */
function to(id, inside, css = "", more = "") {
  const where = `href="#situation/${escape(id)}" data-practise="open:${escape(id)}"`;
  return `<a${css && ` class="${css}"`} ${where}${more}>${inside}</a>`;
}

/**
 * @param {Kit} kit
 * @param {Record<string, boolean>} last
 */
export function themes(kit, last) {
  const { say } = kit;
  const right = (/** @type {string[]} */ ids) => ids.filter((id) => last[id]).length;
  const every = Object.keys(kit.situations);
  const lines = each(kit.themes, ({ title, laws, situations }) => {
    const count = { right: right(situations), of: situations.length };
    const number = `<b class="num"><span aria-hidden="true">${count.right}/${count.of}</span>
      <span class="sr">, ${escape(sentence(say.of_theme, count))}</span></b>`;
    const inside = `<span>${escape(title)}<br><small>${escape(laws)}</small></span>${number}`;
    return to(nextOf(situations, "", last), inside);
  });
  const done = sentence(say.done, { right: right(every), of: every.length });
  return `<div class="head"><h1>${escape(say.practise)}</h1><p class="soft">${escape(done)}</p></div>
    <p class="soft small">${escape(say.waits)}</p><div class="themes">${lines}</div>`;
}

const badge = (/** @type {Kit} */ { say }, whole = false) =>
  `<p class="badge">${icon("pencil")}${escape(whole ? say.badge_whole : say.badge)}</p>`;

/**
 * @param {Kit} kit
 * @param {string} id
 * @param {Record<string, boolean>} last
 */
export function told(kit, id, last) {
  const { say } = kit;
  const one = kit.situations[id];
  const skip = nextOf(themeOf(kit, id).situations, id, {});
  const begin = button(escape(say.rule_on), { practise: `begin:${id}` }, "btn main");
  const acts = begin + to(skip, escape(say.skip), "btn quiet push");
  return `${badge(kit, true)}<h1>${escape(say.called)}</h1>${one.told}<div class="acts">${acts}</div>
    <p class="soft small">${escape(one.level)}</p>${places(kit, id, last)}`;
}

/**
 * @param {Kit} kit
 * @param {string} id
 * @param {Record<string, boolean>} last
 */
function places(kit, id, last) {
  const { say } = kit;
  const { title, situations } = themeOf(kit, id);
  const list = each(situations, (one, at) => {
    const said = escape(last[one] ? say.right : say.again);
    const done =
      last[one] === undefined ? "" : ` ${icon(last[one] ? "check" : "again")}<span class="sr"> ${said}</span>`;
    const [css, current] = one === id ? ["btn on", ' aria-current="page"'] : ["btn", ""];
    return `<li>${to(one, `${at + 1}${done}`, css, current)}</li>`;
  });
  const head = `<h2 id="others">${escape(title)}</h2>`;
  return `<nav class="trail" aria-labelledby="others">${head}<ol class="places">${list}</ol></nav>`;
}

/**
 * Draw the next step of an exercise: the choice of the law, a question, or the learner's decision.
 * @param {Context} ctx
 * @param {Kit} kit
 * @param {Exercise} one
 * @param {Route} route
 */
export function asked(ctx, kit, one, route) {
  const { bundle } = ctx;
  const situation = kit.situations[one.situation];
  const law = bundle.laws[situation.law];
  const story = `<details class="more"><summary>${escape(kit.say.situation)}</summary>${situation.told}</details>`;
  if (!one.law) {
    return { html: badge(kit) + story + what(ctx, route.question, [], false), back: "situation" };
  }
  const state = walk(law, situation, { ...one.answers });
  if (state.state !== "asking" && !route.question) return { html: decision(kit, one), back: "situation" };
  const { facts = {} } = situation;
  const inquiry = { id: one.key, law: situation.law, facts, answers: one.answers, by: {}, readings: {}, version: 0 };
  const isBegun = Object.keys(one.answers).length > 0;
  const other = isBegun || isItsLaw(situation, one.law) ? "" : alarm(anotherLaw(ctx, kit, one));
  return { inquiry, above: badge(kit) + other, story: situation.told };
}

/**
 * @param {Context} ctx
 * @param {Kit} kit
 * @param {Exercise} one
 */
function anotherLaw({ bundle: { laws } }, kit, one) {
  const { law, number } = kit.situations[one.situation];
  return sentence(kit.say.another_law, { other: laws[one.law]?.short, title: laws[law].short, law: number });
}

/**
 * @param {Kit} kit
 * @param {Exercise} one
 */
function decision(kit, one) {
  const { say, situations } = kit;
  const { decisions, told: story } = situations[one.situation];
  const keyOf = (/** @type {string} */ key, /** @type {string} */ inside) =>
    button(`<span${key ? "" : ' class="soft"'}>${inside}</span>`, { practise: `decide:${key}` }, "choice");
  const list = each(decisions, ([key, words]) => keyOf(key, dress(words))) + keyOf("", escape(say.show));
  return `${badge(kit)}<div class="split ask"><div class="pad"><h1>${escape(say.before)}</h1>
    <div class="choices">${list}</div></div><div class="pad">${story}</div></div>`;
}

/**
 * Draw the director's answers beside the Code's, article by article.
 * @param {Context} ctx
 * @param {Kit} kit
 * @param {Exercise} one
 * @param {Record<string, boolean>} last
 */
export function correction(ctx, kit, one, last) {
  const { bundle } = ctx;
  const { say } = kit;
  const situation = kit.situations[one.situation];
  const law = bundle.laws[situation.law];
  const found = corrected(law, situation, one);
  const roles = (/** @type {Facts} */ answers, /** @type {Facts} */ known) =>
    withRoles({ ...known, ...situation.facts, ...answers });
  const mine = roles(one.answers, found.given.known);
  const codes = roles(situation.answers, found.expected.known);
  const itsLaw = isItsLaw(situation, one.law);
  const parting = found.lines.find((line) => line.parts);
  const decisionParts = one.decision !== CODE && !parting && itsLaw;
  const rows = lawRow(bundle, kit, one, itsLaw) + each(found.lines, (line) => rowOf(line)) + decisionRow();
  const head = each(
    ["question", "you", "the_code", "law"],
    (name) => `<th scope="col" role="columnheader">${escape(say[name])}</th>`,
  );
  const next = nextOf(themeOf(kit, one.situation).situations, one.situation, last);
  const leads = decisionParts ? (situation.leads?.[one.decision] ?? "") : "";
  const acts =
    button(escape(say.next), { practise: `open:${next}` }, "btn main") +
    button(escape(say.once_more), { practise: `begin:${one.situation}` });
  return `${badge(kit)}<h1>${escape(say[`heading_${found.heading}`])}</h1>
    <div class="wide"><table class="both articles" role="table">
    <thead role="rowgroup"><tr role="row">${head}</tr></thead>
    <tbody role="rowgroup">${rows}</tbody></table></div>
    <section aria-labelledby="keep">${keep(parting && itsLaw ? parting : undefined)}
    ${leads ? `<p>${dress(leads)}</p>` : ""}${situation.keep}</section><div class="acts">${acts}</div>
    <details class="more"><summary>${escape(say.situation)}</summary>${situation.told}</details>
    ${places(kit, one.situation, last)}`;

  /** @param {Compared} line */
  function rowOf({ id, law: reference, given, expected, parts }) {
    const question = law.questions[id];
    const known = expected === undefined ? mine : codes;
    const cells = { given: answerIn(question, given, mine), expected: answerIn(question, expected, codes) };
    return row(kit, ctx.says.html(question.text, known, question.roles), cells, reference, parts && itsLaw);
  }

  /** @param {Question} question @param {string | undefined} value @param {Facts} known */
  function answerIn(question, value, known) {
    return value === undefined ? escape(say.not_asked) : answerWords({ ...ctx, known }, question, value);
  }

  function decisionRow() {
    const words = (/** @type {string} */ key) => situation.decisions.find(([name]) => name === key)?.[1];
    const given = words(one.decision);
    const cells = { given: given ? dress(given) : escape(say.not_given), expected: dress(words(CODE) ?? "") };
    const reference = found.expected.state === "asking" ? "" : found.expected.ruling.law;
    return row(kit, escape(say.the_decision), cells, reference, decisionParts);
  }

  /** @param {Compared | undefined} line the first line that differs */
  function keep(line) {
    if (!line) return `<h2 id="keep">${escape(say.remember)}</h2>`;
    const { why, roles: named } = law.questions[line.id];
    const title = `<h2 id="keep">${escape(sentence(say.parting, { law: line.law }))}</h2>`;
    return why ? `${title}<p>${ctx.says.html(why, codes, named)}</p>` : title;
  }
}

/**
 * Draw an exercise that the server refused, with the reason and all its answers. The situations may have been deleted
 * since.
 * @param {Context} ctx
 * @param {Kit | undefined} kit
 * @param {Exercise} one
 */
export function notTaken(ctx, kit, one) {
  const { laws, language, say } = ctx.bundle;
  const situation = kit?.situations[one.situation];
  const { title, place } = kit && situation ? placeOf(kit, one.situation) : { title: one.situation, place: "" };
  const law = laws[situation?.law ?? one.law];
  const lines = each(Object.entries(one.answers), ([id, value]) => {
    const question = law?.questions[id];
    const words = question ? answerWords({ ...ctx, known: withRoles(one.answers) }, question, value) : escape(value);
    const text = question ? ctx.says.html(question.text, withRoles(one.answers), question.roles) : escape(id);
    return value ? `<li><span>${text} <b>${words}</b></span></li>` : "";
  });
  const why = escape(one.refused?.message || say.refused_unknown);
  const time = `<span class="small soft">${escape(clock(one.at ?? one.begun, say, language))}</span>`;
  const decided = situation?.decisions.find(([key]) => key === one.decision)?.[1];
  const last = decided ? `<li><span>${escape(kit?.say.your_decision)} <b>${dress(decided)}</b></span></li>` : "";
  const begin = situation ? button(escape(kit?.say.once_more), { practise: `begin:${one.situation}` }) : "";
  return `<section class="trail"><h2>${escape(say.practise)} : ${escape([title, place].filter(Boolean).join(", "))}</h2>
    <p><b>${why}</b> ${time}</p><ol>${lines}${last}</ol><div class="acts">${begin}</div></section>`;
}

/**
 * @param {Bundle} bundle
 * @param {Kit} kit
 * @param {Exercise} one
 * @param {boolean} itsLaw
 */
function lawRow({ laws, say }, kit, one, itsLaw) {
  const { law, number } = kit.situations[one.situation];
  const title = (/** @type {string} */ id) => escape(laws[id]?.short);
  const cells = { given: title(one.law), expected: title(itsLaw ? one.law : law) };
  return one.law ? row(kit, escape(say.happened), cells, number, !itsLaw) : "";
}

/**
 * @param {Kit} kit
 * @param {string} question HTML, as the cells are
 * @param {{given: string, expected: string}} cells
 * @param {string} law
 * @param {boolean} parts
 */
function row({ say }, question, { given, expected }, law, parts) {
  const here = parts ? `<span class="sr">${escape(say.here)} </span>` : "";
  const cell = (/** @type {string} */ of, /** @type {string} */ words) =>
    `<td role="cell" data-of="${escape(of)}">${words}</td>`;
  const both = cell(say.you, given) + cell(say.the_code, expected);
  const cells = `${both}<td role="cell" class="law">${lawref(law, say.law)}</td>`;
  const css = parts ? ' class="parts"' : "";
  return `<tr role="row"${css}><th scope="row" role="rowheader">${here}${question}</th>${cells}</tr>`;
}
