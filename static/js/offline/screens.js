// The screens without a network, as HTML: what happened, a question, a decision, what waits. They decide nothing.
import { answerWords, asked, icon, lawref, sentence } from "./pads.js";
import { escape } from "./words.js";

/** The time by this device's clock, after its day where that is not today. */
export const clock = (at, say, language) => {
  const time = new Date(at);
  const words = sentence(say.clock, { hour: time.getHours(), minute: String(time.getMinutes()).padStart(2, "0") });
  if (time.toDateString() === new Date().toDateString()) return words;
  return `${time.toLocaleDateString(language, { weekday: "short", day: "numeric", month: "short" })}, ${words}`;
};

/** A list of laws to touch. */
export const choices = ({ bundle }, ids) =>
  `<ul class="choices" role="list">${ids
    .map((id) => bundle.laws[id])
    .map((one) => `<li><button type="button" class="choice" data-law="${escape(one.law)}"><span>${escape(one.title)}</span>${lawref(one.law, bundle.words.law)}${one.small ? `<small>${escape(one.small)}</small>` : ""}</button></li>`)
    .join("")}</ul>`;

/** The laws in which every word of *query* is found, the one of that number first. */
export function search({ bundle }, query) {
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const wanted = fold(query).split(/\s+/).filter(Boolean);
  const found = Object.values(bundle.laws).filter((one) => wanted.every((word) => one.law.toLowerCase().startsWith(word) || one.found.includes(word)));
  return found
    .sort((one, other) => (other.law.toLowerCase() === wanted[0]) - (one.law.toLowerCase() === wanted[0]))
    .map((one) => one.law);
}

/** When the table of an incident plays boards that this director has yet to play: {rounds, others, now}, now or later. */
export function closedAt(seen, incident) {
  const table = `${incident?.section}:${incident?.table}`;
  const others = seen?.others?.[table];
  const groups = others === undefined ? [] : [{ others, now: true }];
  for (const [round, then] of seen?.later?.[table] ?? []) {
    const same = groups.find((one) => !one.now && one.others === then);
    if (same) same.rounds.push(round);
    else groups.push({ rounds: [round], others: then });
  }
  return groups;
}

/** Where this director has boards of a table yet to play: who may judge there in his place. */
function yetToPlay({ bundle: { say } }, closed) {
  if (!closed.length) return "";
  const line = ({ rounds, others, now }) => {
    const first = now ? say.yet_to_play : sentence(say.yet_to_play_in, { rounds: rounds.join(", ") });
    return `<p>${escape(first)} ${escape(others ? sentence(say.who_judges, { who: others }) : say.judge_later)}</p>`;
  };
  return `<div class="note"><div class="pad">${closed.map(line).join("")}<div class="acts"><button type="button" class="btn" data-go="room">${escape(say.later)}</button></div></div></div>`;
}

export function what(ctx, tile, closed) {
  const { bundle } = ctx;
  const { say } = bundle;
  const found = bundle.tiles[tile];
  const tiles = bundle.tiles
    .map((one, at) => `<button type="button" class="tile" ${one.laws.length === 1 ? `data-law="${escape(one.laws[0])}"` : `data-tile="${at}"`}>${icon(one.picto)}<span>${escape(one.title)}${one.small ? `<br><small>${escape(one.small)}</small>` : ""}</span></button>`)
    .join("");
  return `<div class="head"><h1>${escape(found ? found.title : say.happened)}</h1></div>
    ${yetToPlay(ctx, closed)}
    ${found ? choices({ bundle }, found.laws) : `<div class="happened"><div class="what">${tiles}</div></div>`}
    ${finder({ bundle })}
    <div class="acts"><button type="button" class="btn" data-go="note">${icon("pencil")}${escape(say.add_note)}</button></div>`;
}

export const finder = ({ bundle }) => `<search><form class="find" data-search><input type="search" name="q" aria-label="${escape(bundle.say.search)}" placeholder="${escape(bundle.say.search_for)}" enterkeyhint="search" autocomplete="off"><button class="btn">${icon("search")}<span class="long">${escape(bundle.say.search.split(" ")[0])}</span></button></form><div id="found"></div></search>`;

/** A law as a line of the trail, or of the list of what is on this device. */
const told = ({ bundle }, inquiry) =>
  (inquiry?.told ?? [])
    .map((one) => `<div class="error" role="alert">${icon("disputed")}<p>${escape(sentence(bundle.say.kept_later, one))}</p></div>`)
    .join("") + (inquiry?.otherwise ? `<div class="error" role="alert">${icon("disputed")}<p>${escape(bundle.say.otherwise)}</p></div>` : "");

export function ask(ctx, law, inquiry, state, more) {
  return `${told(ctx, inquiry)}<div class="split ask"><div class="pad"><form class="pad" data-ask data-question="${escape(state.question.id)}"><fieldset class="pad">${asked(ctx, state, more)}</fieldset></form>
    ${undo(ctx, law, state)}${foot(ctx, inquiry)}</div>${trail(ctx, law, state)}</div>`;
}

/** The last tap, to be given otherwise. */
function undo(ctx, law, state) {
  const given = state.trail.filter((step) => !step.derived && law.questions[step.id]);
  const at = given.findIndex((step) => step.id === state.question.id);
  const last = given[(at < 0 ? given.length : at) - 1];
  if (!last) return "";
  const said = answerWords(ctx, law.questions[last.id], last.value);
  return `<div class="acts"><button type="button" class="btn" data-change="${escape(last.id)}">${icon("back")}<span>${escape(ctx.bundle.say.undo).replace("%(answer)s", () => said)}</span></button></div>`;
}

export function decision(ctx, law, inquiry, state) {
  const { bundle, says, known } = ctx;
  const { say, words } = bundle;
  const { ruling } = state;
  const html = (text) => says.html(text, known);
  const line = (one) => `${html(one.text)}${lawref(one.law, words.law)}`;
  const list = (names) => {
    const shown = [...new Set(names.map((name) => says.show(name, "", known[name])))].join(", ");
    return escape(shown.slice(0, 1).toUpperCase() + shown.slice(1)) || "–";
  };
  const { steps = [], stay = [], duties = [], leave = [], uses = [], notes = [], sends = [] } = ruling;
  const now = steps.length ? `<h2>${escape(say.now)}</h2><ol class="steps">${steps.map((one, at) => `<li><b>${at + 1}</b><span class="say">${html(one.text)}</span>${lawref(one.law, words.law)}</li>`).join("")}</ol>` : "";
  const due = stay.length || duties.length ? `<div class="banner">${icon("again")}<div class="pad">${stay.map((one) => `<p><b>${html(one.text)}</b>${lawref(one.law, words.law)}</p>`).join("")}${duties.map((one) => `<p>${line(one)}</p>`).join("")}</div></div>` : "";
  const who = uses.length ? `<h2>${escape(say.who_may)}</h2><div class="wide"><table><thead><tr>${["what", "may", "may_not", "law"].map((name) => `<th scope="col">${escape(say[name])}</th>`).join("")}</tr></thead><tbody>${uses.map((one) => `<tr><td>${html(one.text)}</td><td>${list(one.may)}</td><td><b>${list(one.may_not)}</b></td><td>${lawref(one.law, words.law)}</td></tr>`).join("")}</tbody></table></div>` : "";
  const left = now || due || leave.length ? `<section>${now}${due}${leave.map((one) => `<p class="soft">${line(one)}</p>`).join("")}</section>` : "";
  const right = who || notes.length ? `<section>${who}${notes.map((one) => `<p class="small soft">${line(one)}</p>`).join("")}</section>` : "";
  const waits = state.state === "waiting";
  return `${told(ctx, inquiry)}<div class="head"><h1>${html(ruling.text)}</h1><p class="soft">${lawref(ruling.law, words.law, true)}</p></div>
    ${waits ? `<p class="badge">${icon("again")}${escape(say.provisional)}</p>` : ""}
    ${left || right ? `<div class="two">${left}${right}</div>` : ""}
    <div class="acts">
      ${waits ? `<button type="button" class="btn main" data-answer="reached" data-question="${escape(state.moment)}">${escape(state.button)}</button>` : ""}
      ${sends.map((one, at) => `<button type="button" class="btn${waits || at ? "" : " main"}" data-law="${escape(one.to)}" data-send="${at}">${line(one)}</button>`).join("")}
    </div>
    ${foot(ctx, inquiry, !waits && !sends.length)}
    <p class="soft small">${escape(inquiry ? say.without_score : say.consulted)}</p>${trail(ctx, law, state)}`;
}

const foot = ({ bundle }, inquiry, main = false) => (inquiry ? `<div class="acts">
  <button type="button" class="btn${main ? " main" : ""}" data-go="room">${escape(bundle.say.keep)}</button>
  <button type="button" class="btn" data-go="note">${icon("pencil")}${escape(bundle.say.add_note)}</button>
  <button type="button" class="btn" data-go="what">${escape(bundle.say.another)}</button></div>` : "");

function trail(ctx, law, state) {
  const { bundle, says, known } = ctx;
  const lines = state.trail.filter((step) => !step.derived && law.questions[step.id]);
  if (!lines.length) return "";
  return `<section class="trail" aria-labelledby="trail"><h2 id="trail">${escape(bundle.say.so_far)}</h2><ol>${lines
    .map((step) => {
      const question = law.questions[step.id];
      const words = says.html(question.text, known, question.roles);
      return `<li><span>${words} <b>${answerWords(ctx, question, step.value)}</b></span>${lawref(question.law, bundle.words.law)}<button type="button" class="btn quiet small" data-change="${escape(step.id)}">${escape(bundle.say.change)}<span class="sr"> : ${escape(says.plain(question.text, known, question.roles))}</span></button></li>`;
    })
    .join("")}</ol></section>`;
}

/** The notes of this device, but for the one that is *begun*: it is in the field. */
export function note({ bundle: { say } }, incident, begun) {
  const others = incident.notes.filter((one) => !begun || one.writing !== begun.writing);
  return `<h1>${escape(say.note)}</h1>
  ${others.length ? `<div class="note"><div>${others.map((one) => `<p>${escape(one.words)}</p>`).join("")}</div></div>` : ""}
  <form class="form slim" data-note><div class="field"><textarea name="words" rows="6" maxlength="5000" data-incident="${escape(incident.id)}" aria-label="${escape(say.note)}">${escape(begun?.text ?? "")}</textarea></div>
  <p class="soft small" id="kept" role="status" data-typed="${escape(say.note_typed)}" data-waits="${escape(say.note_waits)}" data-saved="${escape(say.note_saved)}"></p><button class="btn main">${escape(say.keep_note)}</button></form>`;
}

/** Where an incident of this device is, in the words of the reader. */
export const where = ({ bundle }, incident) =>
  incident.table ? sentence(bundle.say.table, { table: incident.label || incident.table }) : bundle.say.no_table;

/** The incidents of this device: place, law, where each stands, whether all of it is on the server. */
export function mine(ctx, incidents, acts, standing) {
  const { bundle } = ctx;
  const { say } = bundle;
  if (!incidents.length) return "";
  return `<section class="trail" aria-labelledby="mine"><h2 id="mine">${escape(say.on_this_device)}</h2><ol>${incidents
    .map((one) => {
      const last = one.inquiries.at(-1);
      const title = last ? bundle.laws[last.law]?.title ?? last.law : say.director;
      const state = last ? standing(last) : "";
      const waits = acts.some((act) => (act.incident ?? act.id) === one.id);
      const differs = last && (last.told?.length || last.otherwise) ? ` ${icon("disputed")}` : "";
      return `<li><span><b>${escape(where(ctx, one))}</b> ${escape(title)}${state ? `, ${escape(say[state])}` : ""}${differs} <span class="small soft">${escape(waits ? say.waits_for_server : say.on_the_server)}</span></span><span></span><button type="button" class="btn quiet small" data-incident="${escape(one.id)}">${escape(say.open)}<span class="sr"> : ${escape(where(ctx, one))}, ${escape(title)}</span></button></li>`;
    })
    .join("")}</ol></section>`;
}

/** What waits, act by act, in words that can be printed; what the server did not take; what others left. */
export function waiting(ctx, found, incidents) {
  const { bundle } = ctx;
  const { say } = bundle;
  const own = found.acts.filter((one) => one.user === found.user?.user);
  const list = (acts) => `<section class="trail">${byIncident(acts).map((some) => call(ctx, some, incidents)).join("")}</section>`;
  const queue = own.filter((one) => !one.refused);
  const refused = own.filter((one) => one.refused);
  const others = Object.entries(found.others).map(([name, count]) => `<p>${escape(sentence(say.of_others, { count, name }))}</p>`);
  return `<div class="head"><h1>${escape(say.waiting_title)}</h1></div>
    ${found.link === "login" ? `<div class="error" role="alert">${icon("disputed")}<div class="pad"><p>${escape(say.login)}</p><p><a class="btn main" href="/${bundle.language}/login/">${escape(say.sign_in)}</a></p></div></div>` : ""}
    ${queue.length ? list(queue) : `<p>${escape(own.length ? "" : say.waiting_none)}</p>`}
    ${refused.length ? `<h2>${escape(say.refused_title)}</h2>${list(refused)}<div class="acts"><button type="button" class="btn" data-read>${escape(say.read)}</button></div>` : ""}
    ${others.join("")}
    <div class="acts">${queue.length ? `<button type="button" class="btn main" data-try>${escape(say.try_now)}</button>` : ""}<button type="button" class="btn" data-print>${icon("print")}${escape(say.print)}</button></div>`;
}

/** The acts of each incident together, in the order of their first ones. */
function byIncident(acts) {
  const found = new Map();
  for (const one of acts) {
    const key = one.incident ?? one.id;
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  return [...found.values()];
}

/** What waits of one call, under its table and law; why the server did not take it, once. */
function call(ctx, acts, incidents) {
  const { bundle } = ctx;
  const { say } = bundle;
  const incident = incidents.find((one) => one.id === (acts[0].incident ?? acts[0].id));
  const law = bundle.laws[incident?.inquiries.at(-1)?.law]?.title ?? "";
  const why = (one) => one.refused && (one.refused.message || say.refused_unknown);
  const lines = acts.map((one, at) => `<li><span>${inWords(ctx, one, incident)} <span class="small soft">${escape(clock(one.at, say, bundle.language))}</span>${why(one) && why(one) !== why(acts[at + 1] ?? {}) ? `<br><b>${escape(why(one))}</b>` : ""}</span></li>`);
  return `<h2>${escape(incident ? where(ctx, incident) : say.no_table)}${law ? ` <span class="soft">${escape(law)}</span>` : ""}</h2><ol>${lines.join("")}</ol>`;
}

function inWords(ctx, one, incident) {
  const { bundle } = ctx;
  const { say } = bundle;
  const inquiry = incident?.inquiries.find((found) => found.id === one.inquiry);
  const law = bundle.laws[one.law ?? inquiry?.law];
  switch (one.kind) {
    case "open": return escape(say.act_open);
    case "law": return escape(sentence(say.act_law, { law: law?.title ?? one.law }));
    case "words": return escape(sentence(say.act_words, { words: one.words }));
    case "ruled": return escape(say.act_ruled);
    default: {
      const question = law?.questions[one.question];
      if (!question) return escape(one.value);
      const answer = answerWords(ctx, question, one.value).replace(/<[^>]+>/g, "");
      return escape(say.act_answer).replace("%(question)s", () => escape(ctx.says.plain(question.text, {}, question.roles))).replace("%(answer)s", () => answer);
    }
  }
}
