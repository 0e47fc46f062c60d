// What an answer is touched on: the same surfaces as the pages of the server, filled on the device.
import { most } from "./engine.js";
import { UNKNOWN } from "./roles.js";
import { dress, escape } from "./words.js";

const SUITS = ["S", "H", "D", "C"];
const RANKS = [..."AKQJT98765432"];
const STRAINS = ["C", "D", "H", "S", "NT"];
const ROLES = ["declarer", "dummy", "offender"];
const LEVELS = ["1", "2", "3", "4", "5", "6", "7"];

/** A sentence of the bundle with its `%(name)s` filled. */
export const sentence = (text, values = {}) => text.replace(/%\((\w+)\)s/g, (_all, name) => values[name] ?? "");

/** The number of a Law after its sentence; under a title with its word. */
const law = (reference, word, titled = false) =>
  reference ? ` <span class="law"><span${titled ? "" : ' class="sr"'}>${escape(word)} </span>${escape(reference)}</span>` : "";

/** The question of *state* as HTML. *ctx*: bundle, says; *given*: the answer that counts, *typed*: words begun. */
export function asked(ctx, state, { given = "", typed = "" } = {}) {
  const { bundle, says, known } = ctx;
  const { question } = state;
  const roles = question.roles ?? {};
  const html = (text) => says.html(text, known, roles);
  const word = bundle.words.law;
  const why = question.why ? `<details><summary>${escape(bundle.say.why)}</summary><p>${html(question.why)}</p></details>` : "";
  if (question.chooser) return aloud(ctx, question, { given, html, why, word });
  const head = `<legend class="asked"><h1>${html(question.text)}</h1>${law(question.law, word, true)}</legend>${why}`;
  return head + surface(ctx, state, { given, typed, html, word });
}

function surface(ctx, state, { given, typed, html, word }) {
  const { bundle, says } = ctx;
  const { question } = state;
  const { say, words } = bundle;
  const refused = state.refused ?? [];
  const key = (value, inside, css = "key") =>
    `<button type="button" class="${css}${value === given ? " on" : ""}" data-answer="${escape(value)}"${refused.includes(value) ? " disabled" : ""}>${inside}</button>`;
  const unknown = `<div class="acts">${key(UNKNOWN, escape(say.nobody_remembers), "btn")}</div>`;
  switch (question.kind) {
    case "yes_no":
      return `<div class="choices pair">${question.options.map((one) => key(one.value, html(one.label), "choice")).join("")}</div>`;
    case "choice":
      return `<div class="choices">${question.options
        .map((one) => key(one.value, `<span>${html(one.label)}</span>${law(one.law, word)}${one.entails ? `<small>${html(one.entails)}</small>` : ""}`, "choice"))
        .join("")}</div>`;
    case "seat":
      return compass(ctx, state.law, key);
    case "card":
      return SUITS.map((suit) => `<div class="row"><h2>${dress(words.suits[""][suit])}</h2><div class="keys cards">${RANKS
        .map((rank) => key(suit + rank, `<span class="sr">${escape(says.card(suit + rank, "the"))}</span><span aria-hidden="true">${escape(says.card(suit + rank, "").slice(1))}</span>`))
        .join("")}</div></div>`).join("") + unknown;
    case "suit":
      return `<div class="keys">${SUITS.map((suit) => key(suit, dress(words.suits[""][suit]))).join("")}</div>`;
    case "suits":
      return `<div class="keys">${SUITS.map((suit) => `<label class="radio"><input class="sr" type="checkbox" name="suit" value="${suit}"${given.includes(suit) ? " checked" : ""}><span class="key">${dress(words.suits[""][suit])}</span></label>`).join("")}</div>
        <div class="acts"><button class="btn main">${escape(say.these_suits)}</button></div>`;
    case "call":
      return `<div class="keys three">${["Pass", "X", "XX"].map((one) => key(one, escape(one === "Pass" ? words.calls.Pass : one))).join("")}</div>${levels(key, says, "")}`
        + (refused.length ? `<p class="soft">${html(question.refused.says)}</p>` : "");
    case "contract":
      return `<div class="keys three">${key("Pass", escape(words.calls.Pass))}</div>${levels(key, says, "")}`
        + [["x", say.doubled], ["xx", say.redoubled]].map(([sign, name]) => `<details><summary>${escape(name)}</summary><div class="pad">${levels(key, says, sign)}</div></details>`).join("");
    case "count": {
      const high = most(question, ctx.known);
      const numbers = Array.from({ length: high - question.low + 1 }, (_none, at) => String(question.low + at));
      return `<div class="keys cards">${numbers.map((one) => key(one, one)).join("")}${state.insteadOf ? key(UNKNOWN, `<span aria-hidden="true">?</span><small class="long">${escape(say.not_known)}</small>`) : ""}</div>`;
    }
    case "hands":
      return `<p class="soft">${escape(say.no_cards)}</p><div class="acts">${key("", escape(say.go_on), "btn main")}</div>`;
    default:
      return `<textarea name="answer" rows="6" maxlength="5000" aria-label="${escape(says.plain(question.text, ctx.known, question.roles))}">${escape(typed || given)}</textarea>
        <div class="acts"><button class="btn main">${escape(say.go_on)}</button><p class="soft small">${escape(say.may_be_empty)}</p></div>`;
  }
}

/** The four seats with the role of each, and before them the cards of which anybody has said that they lie there. */
function compass({ bundle: { say, words }, says, known, lying }, law, key) {
  const laid = cloth(law, known, lying);
  const trick = Object.values(laid).some((cards) => cards.length);
  const role = (seat) => [...ROLES.filter((name) => known[name] === seat).map((name) => says.show(name, "")), ...(laid[seat].some((one) => one.kind === "penalty") ? [say.penalty_card] : [])].join(", ");
  const face = ({ card, kind }) => `<b class="laid ${kind}">${card ? `<span aria-hidden="true">${dress(says.card(card, ""))}</span><span class="sr">${escape(says.card(card, "the"))}</span>` : ""}</b>`;
  const inside = (seat) => `<b aria-hidden="true">${escape(words.seats[""][seat].slice(0, 1))}</b><span>${escape(words.seats[""][seat])}</span>${role(seat) ? `<span class="soft small">${escape(role(seat))}</span>` : ""}${laid[seat].length ? `<span class="before">${laid[seat].map(face).join("")}</span>` : ""}`;
  const declared = known.contract && known.contract !== UNKNOWN ? `<b>${dress(says.call(known.contract))}</b>${known.declarer ? `<span class="small">${escape(sentence(say.by_declarer, { declarer: words.seats[""][known.declarer] }))}</span>` : ""}` : "";
  const middle = `${trick ? `<div class="mid"></div>` : ""}<p class="${trick ? "corner" : "mid"}">${declared}</p>`;
  return `<div class="compass${trick ? " trick" : ""}">${["N", "W", "m", "E", "S"].map((seat) => (seat === "m" ? middle : key(seat, inside(seat), `seat ${seat}`))).join("")}</div>`;
}

/** By seat, the cards before a player, each with its kind. The same as arbitrage/pages/cloth.py. */
function cloth(law, known, lying = []) {
  const found = new Map(lying.map(([seat, card, kind]) => [seat + card, { seat, card, kind }]));
  for (const question of Object.values(law.questions)) {
    const [seat, card] = [known[question.hand], known[question.id]];
    if (question.hand && seat && card && card !== UNKNOWN && !found.has(seat + card)) {
      found.set(seat + card, { seat, card, kind: question.id === "card" ? "fault" : "named" });
    }
  }
  const of = (seat) => {
    const cards = [...found.values()].filter((one) => one.seat === seat);
    if (!law.trick || cards.some((one) => ["fault", "named"].includes(one.kind))) return cards;
    return [...cards, { card: "", kind: known.offender === seat ? "fault" : "hidden" }];
  };
  return Object.fromEntries(["N", "E", "S", "W"].map((seat) => [seat, of(seat)]));
}

const levels = (key, says, sign) =>
  LEVELS.map((level) => `<div class="keys">${STRAINS.map((strain) => key(level + strain + sign, dress(says.call(level + strain + sign)))).join("")}</div>`).join("");

/** A player chooses: every option is read first, with what it entails, in its group (Law 10C1). */
function aloud({ bundle, says, known }, question, { given, html, why, word }) {
  const { say } = bundle;
  const chooser = says.show(question.chooser, "", known[question.chooser]);
  const text = says.plain(question.text, known, question.roles);
  const leadsIn = text.trimEnd().endsWith(":");
  const values = { possibilities: escape(bundle.numerals[question.options.length]), asked: html(question.text) };
  const groups = [];
  question.options.forEach((option, at) => {
    if (!groups.length || groups.at(-1).words !== (option.group ?? "")) groups.push({ words: option.group ?? "", options: [] });
    groups.at(-1).options.push({ option, number: at + 1 });
  });
  const read = groups.map((group) => `${group.words ? `<h2 class="soft">${html(group.words)}</h2>` : ""}<ol class="opts" start="${group.options[0].number}">${group.options
    .map(({ option, number }) => `<li class="opt"><b>${number}</b><p class="say">${html(option.label)}</p><p class="then">${option.entails ? html(option.entails) : ""}${law(option.law, word)}</p></li>`)
    .join("")}</ol>`).join("");
  return `<legend><h1 class="badge">${icon("speaker")}<span>${escape(sentence(say.aloud, { to_chooser: says.show(question.chooser, "to", known[question.chooser]) }))}</span></h1></legend>
    <p class="say aloud">${sentence(leadsIn ? say.possibilities : say.asked_possibilities, values)}</p>${why}
    <p class="say">${leadsIn ? html(question.text) : escape(say.you_may)}${law(question.law, word)}</p>${read}
    <h2>${escape(sentence(say.has_chosen, { who: chooser.slice(0, 1).toUpperCase() + chooser.slice(1) }))}</h2>
    <div class="pick">${question.options
      .map((one, at) => `<button type="button" class="btn${one.value === given ? " on" : ""}" data-answer="${escape(one.value)}"><b>${at + 1}</b><span>${html(one.label)}</span></button>`)
      .join("")}</div>`;
}

/** An answer in the reader's words, after its question. */
export function answerWords({ bundle, says, known }, question, value) {
  const { say, words } = bundle;
  if (value === UNKNOWN && !["yes_no", "choice", "words"].includes(question.kind)) return escape(say.not_known);
  switch (question.kind) {
    case "yes_no": return escape(say[value] ?? value);
    case "seat": return escape(words.seats[""][value] ?? value);
    case "card": return dress(says.card(value, ""));
    case "suit": return dress(words.suits[""][value] ?? value);
    case "suits": return [...value].map((one) => dress(words.suits[""][one] ?? one)).join(", ");
    case "call": case "contract": return dress(says.call(value));
    case "choice": {
      const label = question.options.find((one) => one.value === value)?.label ?? value;
      return says.html(label, known, question.roles);
    }
    case "moment": return "";
    case "count": return escape(value);
    default: return value ? `“${escape(value)}”` : escape(say.empty);
  }
}

const drawings = new Map();

/** Take the icons and pictograms that a shell carries. */
export function drawn(shell) {
  for (const one of shell.querySelectorAll("template[id^=icon-]")) drawings.set(one.id.slice(5), one.innerHTML);
  return drawings.size > 0;
}

export const icon = (name) => drawings.get(name) ?? "";
export { law as lawref };
