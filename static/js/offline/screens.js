// @ts-check
// HTML of the offline screens: what happened, a question, a decision, the waiting acts. No rule is decided here.
import { alarm, button, change, each, icon, lawref, sentence } from "./html.js";
import { answerWords, asked, callFields } from "./pads.js";
import { byIncident, follows } from "./queue.js";
import { bothAtOnce, factAbove, factSent } from "./taken.js";
import { severalAsked } from "./together.js";
import { denial, whereFrom, whySupposed } from "./told.js";
import { dress, escape } from "./words.js";

/** @import { Act, Asked, Asks, Closed, Context, Facts, Incident, Inquiry, Law, Line } from "./types.d.ts" */
/** @import { Note, Question, Room, Rules, Step, Tile, Waiting, Waits, Walked } from "./types.d.ts" */

/**
 * Write a time by this device's clock, after its day if that is not today.
 * @param {string} at
 * @param {Record<string, string>} say
 * @param {string} language
 */
export const clock = (at, say, language) => {
  const time = new Date(at);
  const words = sentence(say.clock, { hour: time.getHours(), minute: String(time.getMinutes()).padStart(2, "0") });
  if (time.toDateString() === new Date().toDateString()) return words;
  return `${time.toLocaleDateString(language, { weekday: "short", day: "numeric", month: "short" })}, ${words}`;
};

/**
 * Draw a list of laws to touch.
 * @param {Context} ctx
 * @param {string[]} ids
 */
export const choices = ({ bundle }, ids) =>
  `<ul class="choices" role="list">${each(ids, (id) => {
    const { law, title, small } = bundle.laws[id];
    const words = `<span>${escape(title)}</span>${lawref(law, bundle.words.law)}`;
    return `<li>${button(`${words}${small ? `<small>${escape(small)}</small>` : ""}`, { law }, "choice")}</li>`;
  })}</ul>`;

/**
 * Find the laws that contain every word of *query*, the law of that number first.
 * @param {Context} ctx
 * @param {string} query
 */
export function search({ bundle }, query) {
  const fold = (/** @type {string} */ text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = fold(query).split(/\s+/).filter(Boolean);
  const isFirst = (/** @type {Law} */ one) => Number(one.law.toLowerCase() === wanted[0]);
  return Object.values(bundle.laws)
    .filter((one) => wanted.every((word) => one.law.toLowerCase().startsWith(word) || one.found.includes(word)))
    .sort((one, other) => isFirst(other) - isFirst(one))
    .map((one) => one.law);
}

/**
 * List when the table of an incident plays boards that this director still has to play: now, and in later rounds.
 * @param {Pick<Room, "others" | "later"> | undefined} seen
 * @param {Pick<Incident, "section" | "table"> | undefined} incident
 */
export function closedAt(seen, incident) {
  const table = `${incident?.section}:${incident?.table}`;
  const others = seen?.others?.[table];
  /** @type {Closed[]} */
  const groups = others === undefined ? [] : [{ others, now: true }];
  for (const [round, then] of seen?.later?.[table] ?? []) {
    const same = groups.find((one) => !one.now && one.others === then);
    if (same) same.rounds?.push(round);
    else groups.push({ rounds: [round], others: then });
  }
  return groups;
}

/**
 * Warn that this director still has to play boards of a table, and name who may judge there in his place.
 * @param {Context} ctx
 * @param {Closed[]} closed
 */
function yetToPlay({ bundle: { say } }, closed) {
  if (!closed.length) return "";
  const lines = each(closed, ({ rounds = [], others, now }) => {
    const first = now ? say.yet_to_play : sentence(say.yet_to_play_in, { rounds: rounds.join(", ") });
    return `<p>${escape(first)} ${escape(others ? sentence(say.who_judges, { who: others }) : say.judge_later)}</p>`;
  });
  const acts = `<div class="acts">${button(escape(say.later), { go: "room" })}</div>`;
  return `<div class="note"><div class="pad">${lines}${acts}</div></div>`;
}

/**
 * Draw the cases of a tile of several laws, as a player would say them, and last the key "something else".
 * @param {Tile} tile
 * @param {string} at
 * @param {Record<string, string>} say
 */
function casesOf(tile, at, say) {
  const inside = (/** @type {{picto: string, title: string, small: string}} */ { picto, title, small }) =>
    `${icon(picto)}<span>${escape(title)}<small>${escape(small)}</small></span>`;
  const cases = each(tile.cases, (one, place) => button(inside(one), { case: `${at}:${place}` }, "tile"));
  const other = inside({ picto: "case-other", title: say.something_else, small: tile.other });
  const last = button(other, { tile: `${at}:other` }, "tile");
  return `<div class="happened"><div class="cases">${cases}${last}</div></div>`;
}

/**
 * Draw what may have happened: the tiles, the cases of one of them ("2"), or its other laws ("2:other").
 * @param {Context} ctx
 * @param {string | undefined} tile
 * @param {Closed[]} closed
 * @param {boolean} noted may a note be added?
 */
export function what(ctx, tile, closed, noted = true) {
  const { bundle } = ctx;
  const { say } = bundle;
  const [at, other] = (tile ?? "").split(":");
  const found = at === "" ? undefined : bundle.tiles[Number(at)];
  return `<div class="head"><h1>${escape(heading())}</h1></div>
    ${yetToPlay(ctx, closed)}
    ${shown()}
    ${found && !other ? "" : finder(ctx)}
    ${noted ? `<div class="acts">${addNote(ctx)}</div>` : ""}`;

  function heading() {
    if (!found) return say.happened;
    return other ? say.something_else : sentence(say.which_case, { tile: found.title });
  }

  function shown() {
    if (!found) return `<div class="happened"><div class="what">${each(bundle.tiles, tileOf)}</div></div>`;
    if (!other) return casesOf(found, at, say);
    const named = new Set(found.cases.map((one) => one.law));
    const others = found.laws.filter((law) => !named.has(law));
    return choices(ctx, [...new Set([...found.likely, ...others, bundle.by_hand])]);
  }

  function tileOf(/** @type {Tile} */ one, /** @type {number} */ number) {
    const small = one.small ? `<br><small>${escape(one.small)}</small>` : "";
    const words = `${icon(one.picto)}<span>${escape(one.title)}${small}</span>`;
    return button(words, one.laws.length === 1 ? { law: one.laws[0] } : { tile: number }, "tile");
  }
}

/** @param {Context} ctx */
const addNote = ({ bundle: { say } }) => button(`${icon("pencil")}${escape(say.add_note)}`, { go: "note" });

/**
 * Draw the field that finds a law.
 * @param {Context} ctx
 */
export function finder({ bundle: { say } }) {
  const field = `<input type="search" name="q" aria-label="${escape(say.search)}"
    placeholder="${escape(say.search_for)}" enterkeyhint="search" autocomplete="off">`;
  const word = `<span class="long">${escape(say.search.split(" ")[0])}</span>`;
  const find = `<button class="btn">${icon("search")}${word}</button>`;
  return `<search><form class="find" data-search>${field}${find}</form><div id="found"></div></search>`;
}

/**
 * Draw the differences between the server's answers and this device's for an inquiry.
 * @param {Context} ctx
 * @param {Inquiry | null} inquiry
 */
const told = ({ bundle: { say } }, inquiry) =>
  each(inquiry?.told ?? [], (one) => alarm(sentence(say.kept_later, one))) +
  (inquiry?.otherwise ? alarm(say.otherwise) : "");

/**
 * Draw a question with its answers, and the trail of earlier answers.
 * @param {Context} ctx
 * @param {Law} law
 * @param {Inquiry | null} inquiry null of a law that is only looked up
 * @param {Walked & Asks & {law: Law, taken?: Question, page?: Asks[]}} state with the presumed fact above the
 * question, or the questions that share its page
 * @param {{given?: string, typed?: string, begun?: Facts, aloud?: number}} before *aloud*: the number of players'
 * answers that wait on this device
 */
export function ask(ctx, law, inquiry, state, before) {
  const { question, taken, page } = state;
  const pad = page ? severalAsked(ctx, law, page, before.begun ?? {}) : asked(ctx, state, before);
  const fields = `${factSent(taken)}<fieldset class="pad">${pad}</fieldset>`;
  const form = `<form class="pad" data-ask data-question="${escape(question.id)}">${fields}</form>`;
  const above = denial(ctx, state) + factAbove(ctx, taken);
  const back = undo(ctx, law, state, inquiry?.answers);
  const beneath = bothAtOnce(ctx, taken) + (back && `<div class="acts">${back}</div>`) + foot(ctx, inquiry);
  const asksThem = inquiry && ASKED_OF_PLAYERS.includes(question.id);
  const players = asksThem ? asksPlayers(ctx, before.aloud ?? 0) : "";
  const way = withoutEvidence(ctx, state, trail(ctx, law, state, inquiry));
  const left = above + form + players + beneath;
  return `${told(ctx, inquiry)}<div class="split ask"><div class="pad">${left}</div>${way}</div>`;
}

/** The questions at which players of the same level may be polled. */
const ASKED_OF_PLAYERS = ["polled", "poll", "logical_alternative", "would_have", "line_without", "side_gained"];

/**
 * Draw the way to the form of an answer given aloud, and how many of them wait here.
 * @param {Context} ctx
 * @param {number} count
 */
function asksPlayers({ bundle: { say } }, count) {
  const waits = count === 1 ? say.one_aloud : sentence(say.several_aloud, { count });
  const said = count ? `<p class="soft">${escape(waits)}</p>` : "";
  return `<div class="acts">${button(`${icon("hand")}${escape(say.answer_aloud)}`, { go: "aloud" })}</div>${said}`;
}

/**
 * Draw the form of an answer that a player gives aloud.
 * @param {Context} ctx
 */
export function aloud(ctx) {
  const { say } = ctx.bundle;
  const others = `<fieldset><legend class="sr">${escape(say.considered)}</legend>
    ${callFields(ctx, "considered", "checkbox")}</fieldset>`;
  const earlier = `<label class="opt"><input type="checkbox" name="earlier" value="yes">
    <span>${escape(say.otherwise_before)}</span></label>`;
  const heard = `<button class="btn" name="heard" value="yes">${escape(say.heard)}</button>`;
  return `<div class="head"><h1>${escape(say.answer_aloud)}</h1><p>${escape(say.aloud_before)}</p></div>
    <form class="pad" data-aloud><fieldset><legend>${escape(say.what_call)}</legend>
    ${callFields(ctx, "chosen", "radio")}</fieldset>
    <details class="more"><summary>${escape(say.considered)}</summary>${others}</details>
    <p>${earlier}</p>
    <div class="acts"><button class="btn main">${escape(say.keep_answer)}</button>${heard}</div></form>`;
}

/** The questions after which evidence opens, for which the network is needed. */
const HEARD = ["had_won", "said_by_partner", "objections", "line", "line_without", "would_have"];

/**
 * Draw, above the answers so far, the notice that evidence is missing without the network.
 * @param {Context} ctx
 * @param {Walked} state
 * @param {string} way
 */
const withoutEvidence = ({ bundle: { say } }, state, way) =>
  state.trail.some((step) => HEARD.includes(step.id))
    ? `<div class="pad"><p class="soft">${escape(say.no_evidence)}</p>${way}</div>`
    : way;

/**
 * Draw the button that changes the last answer.
 * @param {Context} ctx
 * @param {Law} law
 * @param {Walked & Asked} state
 * @param {Facts} [answers] those of an inquiry, because answers that its facts gave cannot be changed
 */
export function undo(ctx, law, state, answers) {
  const isAnswer = (/** @type {Step} */ step) => !answers || step.id in answers;
  const given = saidSteps(law, state).filter(isAnswer);
  const at = given.findIndex((step) => step.id === state.question.id);
  const last = given[(at < 0 ? given.length : at) - 1];
  if (!last) return "";
  const said = answerWords(ctx, law.questions[last.id], last.value);
  const words = escape(ctx.bundle.say.undo).replace("%(answer)s", () => said);
  return change(ctx.beside, last.id, `${icon("back")}<span>${words}</span>`);
}

/**
 * List the steps that the director answered himself.
 * @param {Law} law
 * @param {Walked} state
 * @returns {Step[]}
 */
export const saidSteps = (law, state) => state.trail.filter((step) => !step.derived && law.questions[step.id]);

/**
 * Draw a ruling, final or provisional until a moment.
 * @param {Context} ctx
 * @param {Law} law
 * @param {Inquiry | null} inquiry null of a law that is only looked up
 * @param {Walked & (Waits | Rules)} state
 * @param {string} reached the words of the button that says that the moment has come
 */
export function decision(ctx, law, inquiry, state, reached) {
  const { bundle, says, known } = ctx;
  const { say, words } = bundle;
  const { ruling } = state;
  const { leave = [], notes = [], sends = [], reasons = [], stay = [] } = ruling;
  const line = (/** @type {Line} */ one) => `${says.html(one.text, known)}${lawref(one.law, words.law)}`;
  const head = `<h1>${says.html(ruling.text, known)}</h1><p class="soft">${lawref(ruling.law, words.law, true)}</p>`;
  const now = stepsNow(ctx, ruling) + each(leave, (one) => `<p class="soft">${line(one)}</p>`);
  const more = whoMayUse(ctx, ruling) + each(notes, (one) => `<p class="small soft">${line(one)}</p>`);
  const sections = each([now, more].filter(Boolean), (one) => `<section>${one}</section>`);
  const waits = state.state === "waiting";
  // until the end of play the director may be elsewhere
  const soon = waits && (state.moment !== "end_of_play" || !inquiry);
  const moment = waits
    ? button(escape(reached), { answer: "reached", question: state.moment }, soon ? "btn main" : "btn")
    : "";
  const sent = each(sends, (one, at) => button(line(one), { law: one.to, send: at }, waits || at ? "btn" : "btn main"));
  const list = each(reasons, (one) => `<li>${line(one)}</li>`);
  const why =
    list && `<details class="more"><summary>${escape(say.reasons)}</summary><ul class="plain">${list}</ul></details>`;
  return `${told(ctx, inquiry)}<div class="head">${head}</div>
    ${waits ? `<p class="badge">${icon("again")}${escape(say.provisional)}</p>` : ""}${due(ctx, ruling)}
    ${sections ? `<div class="two">${sections}</div>` : ""}
    <div class="acts">${moment}${sent}</div>
    ${foot(ctx, inquiry, waits ? !soon : !sends.length, !waits && stay.some((one) => one.now))}
    <p class="soft small">${escape(inquiry ? say.without_score : say.consulted)}</p>${why}
    ${trail(ctx, law, state, inquiry)}`;
}

/**
 * Draw the rectification, step by step.
 * @param {Context} ctx
 * @param {Rules["ruling"]} ruling
 */
function stepsNow({ bundle, says, known }, { steps = [] }) {
  if (!steps.length) return "";
  const lines = each(steps, (one, at) => {
    const said = `<span class="say">${says.html(one.text, known, one.roles)}</span>`;
    const words = `${said}${lawref(one.law, bundle.words.law)}`;
    return `<li><b>${at + 1}</b>${words}</li>`;
  });
  return `<h2>${escape(bundle.say.now)}</h2><ol class="steps">${lines}</ol>`;
}

/**
 * Draw the reasons for which the director stays or returns.
 * @param {Context} ctx
 * @param {Rules["ruling"]} ruling
 */
function due({ bundle, says, known }, { stay = [], duties = [] }) {
  if (!stay.length && !duties.length) return "";
  const law = (/** @type {Line} */ one) => lawref(one.law, bundle.words.law);
  const stays = each(stay, (one) => `<p><b>${says.html(one.text, known)}</b>${law(one)}</p>`);
  const comes = each(duties, (one) => `<p>${says.html(one.text, known)}${law(one)}</p>`);
  return `<section class="due">${icon("again")}<div class="pad">${stays}${comes}</div></section>`;
}

/**
 * Draw who may use which information, and who may not.
 * @param {Context} ctx
 * @param {Rules["ruling"]} ruling
 */
function whoMayUse({ bundle: { say, words }, says, known }, { uses = [] }) {
  if (!uses.length) return "";
  const list = (/** @type {string[]} */ names) => {
    const shown = [...new Set(names.map((name) => says.show(name, "", known[name])))].join(", ");
    return escape(shown.slice(0, 1).toUpperCase() + shown.slice(1)) || "–";
  };
  const head = each(["what", "may", "may_not", "law"], (name) => `<th scope="col">${escape(say[name])}</th>`);
  const rows = each(uses, (one) => {
    const cells = `<td>${list(one.may)}</td><td><b>${list(one.may_not)}</b></td>`;
    return `<tr><td>${says.html(one.text, known)}</td>${cells}<td>${lawref(one.law, words.law)}</td></tr>`;
  });
  const table = `<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
  return `<h2>${escape(say.who_may)}</h2><div class="wide">${table}</div>`;
}

/**
 * Draw the acts beside the question or the ruling.
 * @param {Context} ctx
 * @param {Inquiry | null} inquiry
 * @param {boolean} main is this the main act of the page?
 * @param {boolean} stays the director stays at the table until a later event
 */
function foot(ctx, inquiry, main = false, stays = false) {
  if (!inquiry) return "";
  const { say } = ctx.bundle;
  return `<div class="acts">
  ${button(escape(stays ? say.stayed : say.keep), { go: "room" }, main ? "btn main" : "btn")}</div>
  <details class="more"><summary>${escape(say.other_acts)}</summary><div class="acts">
  ${button(escape(say.another), { go: "what" })}
  ${addNote(ctx)}</div></details>`;
}

/** Return the Law that an answer stands under: that of the option, if it has one of its own. */
const lawOf = (/** @type {Question} */ { options, law }, /** @type {Step} */ { value }) =>
  options?.find((one) => one.value === value)?.law ?? law;

/**
 * Draw the questions answered so far, each of which may be changed.
 * @param {Context} ctx
 * @param {Law} law
 * @param {Walked} state
 * @param {Inquiry | null} inquiry null of a law that is only looked up
 */
export function trail(ctx, law, state, inquiry) {
  const { bundle, says, known, lines: there = {}, beside } = ctx;
  const { say } = bundle;
  const isTold = (/** @type {Step} */ step) => Boolean(step.derived && step.by?.some((key) => key in there));
  const isSupposed = (/** @type {Step} */ step) => Boolean(inquiry && step.supposed);
  const steps = state.trail.filter(
    (step) => law.questions[step.id] && (!step.derived || isTold(step) || isSupposed(step)),
  );
  if (!steps.length) return "";
  /** @type {Set<string>} */
  const named = new Set();
  const lines = each(steps, (step) => {
    const question = law.questions[step.id];
    const words = says.html(question.text, known, question.roles);
    const read = `<span class="sr"> : ${words}</span>`;
    const unasked = isTold(step) || isSupposed(step);
    const act = escape(unasked ? say.not_so : say.change);
    const again = change(beside, step.id, act + read, `btn quiet small${unasked ? " told" : ""}`);
    const why = isTold(step) ? whereFrom(ctx, step, named) : whySupposed(ctx, law, step);
    const source = unasked ? dress(why) : escape(beside?.by[step.id] ?? "");
    const from = source && ` <span class="small soft">${source}</span>`;
    const said = `<span>${words} <b>${answerWords(ctx, question, step.value)}</b>${from}</span>`;
    return `<li>${said}${lawref(lawOf(question, step), bundle.words.law)}${again}</li>`;
  });
  const title = `<h2 id="trail">${escape(bundle.say.so_far)}</h2>`;
  return `<section class="trail" aria-labelledby="trail">${title}<ol>${lines}</ol></section>`;
}

/**
 * Draw the field for a note, and the notes of this device, without the note *begun*, which is in the field.
 * @param {Context} ctx
 * @param {Incident} incident
 * @param {Note | undefined} begun
 */
export function note({ bundle: { say } }, incident, begun) {
  const others = incident.notes.filter((one) => !begun || one.writing !== begun.writing);
  const words = each(others, (one) => `<p>${escape(one.words)}</p>`);
  const attributes = `name="words" rows="6" maxlength="5000" data-incident="${escape(incident.id)}"`;
  const field = `<textarea ${attributes} aria-label="${escape(say.note)}">${escape(begun?.text ?? "")}</textarea>`;
  const kept = `<p class="soft small" id="kept" role="status" data-typed="${escape(say.note_typed)}"
    data-waits="${escape(say.note_waits)}" data-saved="${escape(say.note_saved)}"></p>`;
  return `<h1>${escape(say.note)}</h1>
  ${others.length ? `<div class="note"><div>${words}</div></div>` : ""}
  <form class="form slim" data-note><div class="field">${field}</div>
  ${kept}<button class="btn main">${escape(say.keep_note)}</button></form>`;
}

/**
 * Name the place of an incident of this device in the words of the reader.
 * @param {Context} ctx
 * @param {Pick<Incident, "table" | "label">} incident
 */
export const where = ({ bundle: { say } }, { table, label }) =>
  table ? sentence(say.table, { table: label || table }) : say.no_table;

/**
 * Does an incident have an open question, waiting acts, or something to read again? An incident that the server has
 * and that is ruled is reached from its table instead.
 * @param {Incident} incident
 * @param {Act[]} acts
 * @param {(inquiry: Inquiry) => string} standing
 */
export function isGoingOn({ id, table, inquiries }, acts, standing) {
  if (!table || acts.some((act) => (act.incident ?? act.id) === id)) return true;
  return !inquiries.length || inquiries.some((one) => one.told?.length || one.otherwise || standing(one) !== "ruled");
}

/**
 * Draw the incidents of this device: place, law, state, and whether the server has all their acts.
 * @param {Context} ctx
 * @param {Incident[]} incidents
 * @param {Act[]} acts
 * @param {(inquiry: Inquiry) => string} standing a sentence of the bundle, by its name
 */
export function mine(ctx, incidents, acts, standing) {
  const { bundle } = ctx;
  const { say } = bundle;
  if (!incidents.length) return "";
  const lines = each(incidents, (one) => {
    const last = one.inquiries.at(-1);
    const title = last ? (bundle.laws[last.law]?.title ?? last.law) : say.director;
    const state = last ? `, ${escape(say[standing(last)])}` : "";
    const waits = acts.some((act) => (act.incident ?? act.id) === one.id);
    const differs = last && (last.told?.length || last.otherwise) ? ` ${icon("disputed")}` : "";
    const kept = `<span class="small soft">${escape(waits ? say.waits_for_server : say.on_the_server)}</span>`;
    const place = escape(where(ctx, one));
    const open = `${escape(say.open)}<span class="sr"> : ${place}, ${escape(title)}</span>`;
    return `<li><span><b>${place}</b> ${escape(title)}${state}${differs} ${kept}</span><span></span>${button(
      open,
      { incident: one.id },
      "btn quiet small",
    )}</li>`;
  });
  const head = `<h2 id="mine">${escape(say.on_this_device)}</h2>`;
  return `<section class="trail" aria-labelledby="mine">${head}<ol>${lines}</ol></section>`;
}

/**
 * Draw the waiting acts in words that can be printed, the refused acts, and the acts that other users have left.
 * @param {Context} ctx
 * @param {Waiting} found
 * @param {Incident[]} incidents
 * @param {string} [practised] the exercises that it refused, as HTML
 */
export function waiting(ctx, found, incidents, practised = "") {
  const { say, language } = ctx.bundle;
  const own = found.acts.filter((one) => one.user === found.user?.user);
  const behind = (/** @type {Act} */ one) => Boolean(one.refused) || follows(one, own);
  const queue = own.filter((one) => !behind(one));
  const refused = own.filter(behind);
  const list = (/** @type {Act[]} */ acts) =>
    `<section class="trail">${each(byIncident(acts), (some) => ofOneCall(ctx, some, incidents))}</section>`;
  const others = Object.entries(found.others).map(([name, count]) => sentence(say.of_others, { count, name }));
  const signIn = `<p><a class="btn main" href="/${language}/login/">${escape(say.sign_in)}</a></p>`;
  const login = `<div class="error" role="alert">${icon("disputed")}
    <div class="pad"><p>${escape(say.login)}</p>${signIn}</div></div>`;
  const again = button(escape(say.send_again), { again: "" }, "btn main");
  const read = `<div class="acts">${again}${button(escape(say.read), { read: "" })}</div>`;
  return `<div class="head"><h1>${escape(say.waiting_title)}</h1></div>
    ${found.link === "login" ? login : ""}
    ${queue.length ? list(queue) : `<p>${escape(own.length || practised ? "" : say.waiting_none)}</p>`}
    ${refused.length || practised ? `<h2>${escape(say.refused_title)}</h2>${list(refused)}${practised}${read}` : ""}
    ${each(others, (one) => `<p>${escape(one)}</p>`)}
    <div class="acts">${queue.length ? button(escape(say.try_now), { try: "" }, "btn main") : ""}${button(
      `${icon("print")}${escape(say.print)}`,
      { print: "" },
    )}</div>`;
}

/**
 * Draw the waiting acts of one call under its table and law, with the reason of their refusal once.
 * @param {Context} ctx
 * @param {Act[]} acts
 * @param {Incident[]} incidents
 */
function ofOneCall(ctx, acts, incidents) {
  const { bundle } = ctx;
  const { say } = bundle;
  const incident = incidents.find((one) => one.id === (acts[0].incident ?? acts[0].id));
  const law = bundle.laws[incident?.inquiries.at(-1)?.law ?? ""]?.title ?? "";
  const why = (/** @type {Act | undefined} */ one) => one?.refused && (one.refused.message || say.refused_unknown);
  const lines = each(acts, (one, at) => {
    const reason = why(one) && why(one) !== why(acts[at + 1]) ? `<br><b>${escape(why(one))}</b>` : "";
    const time = `<span class="small soft">${escape(clock(one.at, say, bundle.language))}</span>`;
    return `<li><span>${inWords(ctx, one, incident)} ${time}${reason}</span></li>`;
  });
  const title = law ? ` <span class="soft">${escape(law)}</span>` : "";
  return `<h2>${escape(incident ? where(ctx, incident) : say.no_table)}${title}</h2><ol>${lines}</ol>`;
}

/**
 * Describe an act in words.
 * @param {Context} ctx
 * @param {Act} one
 * @param {Incident | undefined} incident
 */
function inWords(ctx, one, incident) {
  const { bundle } = ctx;
  const { say } = bundle;
  const inquiry = incident?.inquiries.find((found) => found.id === one.inquiry);
  const law = bundle.laws[one.law ?? inquiry?.law ?? ""];
  switch (one.kind) {
    case "open":
      return escape(say.act_open);
    case "law":
      return escape(sentence(say.act_law, { law: law?.title ?? one.law }));
    case "words":
      return escape(sentence(say.act_words, { words: one.words }));
    case "ruled":
      return escape(say.act_ruled);
    case "say":
      return escape(sentence(say.act_say, { words: one.label }));
    case "polled": {
      const calls = [one.value ?? "", ...(one.considered ?? [])].filter(Boolean).map((call) => ctx.says.call(call));
      return escape(sentence(say.act_polled, { answer: one.heard ? say.heard : calls.join(", ") }));
    }
    default: {
      const question = law?.questions[one.question ?? ""];
      if (!question) return escape(one.value);
      const answer = answerWords(ctx, question, one.value ?? "");
      return escape(say.act_answer)
        .replace("%(question)s", () => escape(ctx.says.plain(question.text, {}, question.roles)))
        .replace("%(answer)s", () => answer);
    }
  }
}
