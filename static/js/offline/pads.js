// @ts-check
// The pads of keys for an answer, drawn on the device like those of the server's pages.
import { cardPad } from "./cards.js";
import { most } from "./engine.js";
import { cardName, cardSaid, each, icon, lawref, sentence, suitName, written } from "./html.js";
import { UNKNOWN, cardsLeft } from "./roles.js";
import { dress, escape } from "./words.js";

/** @import { Asked, Context, Facts, Law, Lying, Option, Question, Speaker, Words } from "./types.d.ts" */

/** @typedef {Asked & {law: Law, insteadOf?: string, taken?: Question}} State */
/** @typedef {{given?: string, typed?: string}} Before the answer in force, and the words typed so far */
/** @typedef {(text?: string) => string} Html */

const SUITS = ["S", "H", "D", "C"];
const RANKS = [..."AKQJT98765432"];
/** Denominations in the order of a bidding box and of the keypad of a table device. */
const STRAINS = ["C", "D", "H", "S", "NT"];
const KEYPAD = ["NT", "S", "H", "D", "C"];
const ROLES = ["declarer", "dummy", "offender"];
const LEVELS = ["1", "2", "3", "4", "5", "6", "7"];

/**
 * Draw the question of *state*.
 * @param {Context} ctx
 * @param {State} state
 * @param {Before} before
 */
export function asked(ctx, state, { given = "", typed = "" } = {}) {
  const { bundle, says, known } = ctx;
  const { question } = state;
  /** @type {Html} */
  const html = (text) => says.html(text, known, question.roles);
  const word = bundle.words.law;
  const why = question.why
    ? `<details><summary>${escape(bundle.say.why)}</summary><p>${html(question.why)}</p></details>`
    : "";
  if (question.chooser) return aloud(ctx, question, { given, html, why, after: Boolean(state.taken?.aloud) });
  const title = `<h1>${html(question.text)}</h1>${lawref(question.law, word, true)}`;
  const first = question.say
    ? `<p class="badge">${icon("speaker")}${escape(bundle.say.first_say)}</p><p class="say">${html(question.say)}</p>`
    : "";
  return `<legend class="asked">${title}</legend>${first}${surface(ctx, state, { given, typed, html })}${why}`;
}

/**
 * Return the function that draws a key of a question: one that sends the form of a page of the server, or one that the
 * device answers.
 * @param {Pick<Context, "beside">} ctx
 * @param {string} given
 * @param {string[]} refused
 */
function keys({ beside }, given, refused) {
  return (/** @type {string} */ value, /** @type {string} */ inside, css = "key") => {
    const classes = `${css}${value === given ? " on" : ""}`;
    const off = refused.includes(value) ? " disabled" : "";
    const [kind, answers] = beside ? ["", `name="answer" value`] : [`type="button" `, "data-answer"];
    return `<button ${kind}class="${classes}" ${answers}="${escape(value)}"${off}>${inside}</button>`;
  };
}

/** @typedef {ReturnType<typeof keys>} Key */

/**
 * Draw the pad of a question.
 * @param {Context} ctx
 * @param {State} state
 * @param {{given: string, typed: string, html: Html}} more
 */
export function surface(ctx, state, { given, typed, html }) {
  const { bundle, says } = ctx;
  const { question, refused } = state;
  const { say, words } = bundle;
  const key = keys(ctx, given, refused);
  switch (question.kind) {
    case "yes_no":
      return `<div class="choices pair">${each(question.options, (one) =>
        key(one.value, html(one.label), "choice"),
      )}</div>`;
    case "choice":
      return `<div class="choices">${each(question.options, (one) => {
        const entails = one.entails ? `<small>${html(one.entails)}</small>` : "";
        return key(one.value, `<span>${html(one.label)}</span>${lawref(one.law, words.law)}${entails}`, "choice");
      })}</div>`;
    case "seat":
      return compass(ctx, state.law, key);
    case "card":
      return cards(ctx, key);
    case "suit":
      return `<div class="keys">${each(question.notrump ? [...SUITS, "NT"] : SUITS, (suit) =>
        key(suit, strainName(words, suit)),
      )}</div>`;
    case "suits":
      return suits(ctx, given);
    case "call": {
      const first = each(["Pass", "X", "XX"], (one) => key(one, escape(one === "Pass" ? words.calls.Pass : one)));
      const why = refused.length ? `<p class="soft">${html(question.refused?.says)}</p>` : "";
      return `<div class="keys three">${first}</div>${levels(ctx, key, "", STRAINS)}${why}`;
    }
    case "contract": {
      const doubled = [
        { sign: "x", name: say.doubled },
        { sign: "xx", name: say.redoubled },
      ];
      const pads = each(doubled, ({ sign, name }) => {
        const pad = `<div class="pad">${levels(ctx, key, sign, KEYPAD)}</div>`;
        return `<details><summary>${escape(name)}</summary>${pad}</details>`;
      });
      const passed = `<div class="keys three">${key("Pass", escape(words.calls.Pass))}</div>`;
      return `${passed}${levels(ctx, key, "", KEYPAD)}${pads}`;
    }
    case "count":
      return count(ctx, state, key);
    case "hands":
      return cardPad(ctx, given);
    default: {
      const label = escape(says.plain(question.text, ctx.known, question.roles));
      const attributes = `name="answer" rows="6" maxlength="5000" aria-label="${label}"`;
      return `<textarea ${attributes}>${escape(typed || given)}</textarea>
        <div class="acts"><button class="btn main">${escape(say.go_on)}</button>
        <p class="soft small">${escape(say.may_be_empty)}</p></div>`;
    }
  }
}

/**
 * Draw every card, and a key for an unknown card.
 * @param {Context} ctx
 * @param {Key} key
 */
function cards({ bundle: { say, words }, says }, key) {
  const rank = (/** @type {string} */ card) => {
    const read = `<span class="sr">${escape(cardName(says, card))}</span>`;
    return `${read}<span aria-hidden="true">${escape(says.card(card, "").slice(1))}</span>`;
  };
  const rows = each(SUITS, (suit) => {
    const ranks = each(RANKS, (one) => key(suit + one, rank(suit + one)));
    return `<div class="row"><h2>${suitName(words, suit)}</h2><div class="keys cards">${ranks}</div></div>`;
  });
  return `${rows}<div class="acts">${key(UNKNOWN, escape(say.nobody_remembers), "btn")}</div>`;
}

/**
 * @param {Context} ctx
 * @param {string} given
 */
function suits({ bundle: { say, words } }, given) {
  const boxes = each(SUITS, (suit) => {
    const ticked = given.includes(suit) ? " checked" : "";
    const box = `<input class="sr" type="checkbox" name="suit" value="${suit}"${ticked}>`;
    return `<label class="radio">${box}<span class="key">${suitName(words, suit)}</span></label>`;
  });
  return `<div class="keys">${boxes}</div>
    <div class="acts"><button class="btn main">${escape(say.these_suits)}</button></div>`;
}

/**
 * Draw the possible numbers, and a key for "unknown" where the fact may stay unknown.
 * @param {Context} ctx
 * @param {State} state
 * @param {Key} key
 */
function count(ctx, { question, insteadOf }, key) {
  const high = most(question, ctx.known);
  const numbers = Array.from({ length: high - question.low + 1 }, (_none, at) => String(question.low + at));
  const said = escape(ctx.bundle.say.not_known);
  const read = `<span aria-hidden="true">?</span><span class="sr">${said}</span>`;
  const words = `${read}<small class="long" aria-hidden="true">${said}</small>`;
  const unknown = insteadOf ? key(UNKNOWN, words) : "";
  return `<div class="keys cards">${each(numbers, (one) => key(one, one))}${unknown}</div>`;
}

/**
 * Draw the four seats, each with its role and the cards stated to lie before it.
 * @param {Context} ctx
 * @param {Law} law
 * @param {Key} key
 */
function compass({ bundle: { say, words }, says, known, lying, beside }, law, key) {
  const laid = cloth(law, known, lying);
  const trick = Object.values(laid).some((before) => before.length);
  const role = (/** @type {string} */ seat) => {
    const names = ROLES.filter((name) => known[name] === seat).map((name) => says.show(name, ""));
    if (known.claimer === seat) names.push(say.claims);
    return [...names, ...(laid[seat].some((one) => one.kind === "penalty") ? [say.penalty_card] : [])].join(", ");
  };
  const face = (/** @type {{card: string, kind: string}} */ { card, kind }) => {
    return `<b class="laid ${kind}">${card && cardSaid(says, card)}</b>`;
  };
  const inside = (/** @type {string} */ seat) => {
    const name = words.seats[""][seat];
    const roles = role(seat) ? `<span class="soft small">${escape(role(seat))}</span>` : "";
    const before = laid[seat].length ? `<span class="before">${each(laid[seat], face)}</span>` : "";
    const read = beside ? `<span class="sr">${escape(name)}, </span>` : "";
    const named = `${read}<span>${escape(beside ? beside.players[seat] : name)}</span>`;
    return `<b aria-hidden="true">${escape(name.slice(0, 1))}</b>${named}${roles}${before}`;
  };
  const middle = `${trick ? `<div class="mid"></div>` : ""}<p class="${trick ? "corner" : "mid"}">${contract()}</p>`;
  const seats = each(["N", "W", "m", "E", "S"], (seat) =>
    seat === "m" ? middle : key(seat, inside(seat), `seat ${seat}`),
  );
  return `<div class="compass${trick ? " trick" : ""}">${seats}</div>`;

  function contract() {
    const isKnown = known.contract && known.contract !== UNKNOWN;
    const played = isKnown ? `<b>${written(words, known.contract, says)}</b>` : "";
    const by = isKnown && known.declarer ? say.by_declarer : "";
    const small = [sentence(by, { declarer: words.seats[""][known.declarer] }), beside?.vulnerability ?? ""];
    const said = small.filter(Boolean).join(", ");
    return played + (said && `<span class="small">${escape(said)}</span>`);
  }
}

/**
 * Gather by seat the cards before a player, each with its kind. The same as arbitrage/pages/wording/compass_cards.py.
 * @param {Law} law
 * @param {Facts} known
 * @param {Lying[]} lying
 */
export function cloth(law, known, lying = []) {
  const found = new Map(lying.map(([seat, card, kind]) => [seat + card, { seat, card, kind }]));
  for (const question of Object.values(law.questions)) {
    const [seat, card] = [known[question.hand ?? ""], known[question.id]];
    if (question.hand && seat && card && card !== UNKNOWN && !found.has(seat + card)) {
      found.set(seat + card, { seat, card, kind: question.id === "card" ? "fault" : "named" });
    }
  }
  const before = (/** @type {string} */ seat) => {
    const there = [...found.values()].filter((one) => one.seat === seat);
    if (!law.trick || there.some((one) => ["fault", "named"].includes(one.kind))) return there;
    return [...there, { seat, card: "", kind: known.offender === seat ? "fault" : "hidden" }];
  };
  return Object.fromEntries(["N", "E", "S", "W"].map((seat) => [seat, before(seat)]));
}

/**
 * @param {Context} ctx
 * @param {Key} key
 * @param {string} sign "", "x" or "xx"
 * @param {string[]} strains in the order of a row
 */
function levels({ bundle: { words }, says }, key, sign, strains) {
  const bid = (/** @type {string} */ call) => key(call, written(words, call, says));
  return each(LEVELS, (level) => `<div class="keys">${each(strains, (strain) => bid(level + strain + sign))}</div>`);
}

/**
 * Draw the calls as fields of a form, to be chosen or ticked.
 * @param {Pick<Context, "bundle" | "says">} ctx
 * @param {string} name
 * @param {"radio" | "checkbox"} type
 */
export function callFields({ bundle: { words }, says }, name, type) {
  const field = (/** @type {string} */ call, /** @type {string} */ inside) => {
    const input = `<input class="sr" type="${type}" name="${name}" value="${call}">`;
    return `<label class="radio">${input}<span class="key">${inside}</span></label>`;
  };
  const first = each(["Pass", "X", "XX"], (one) => field(one, escape(one === "Pass" ? words.calls.Pass : one)));
  const bid = (/** @type {string} */ call) => field(call, written(words, call, says));
  const rows = each(LEVELS, (level) => `<div class="keys">${each(STRAINS, (strain) => bid(level + strain))}</div>`);
  return `<div class="keys three">${first}</div>${rows}`;
}

/**
 * Draw the choice of a player: all options are read aloud with their consequences, group by group (Law 10C1).
 * @param {Context} ctx
 * @param {Question} question
 * @param {{given: string, html: Html, why: string, after: boolean}} more *after* questions that were put aloud first
 */
function aloud(ctx, question, { given, html, why, after }) {
  const { bundle, says, known } = ctx;
  const { say } = bundle;
  const word = bundle.words.law;
  const chooser = question.chooser ?? "";
  const who = says.show(chooser, "", known[chooser]);
  const text = says.plain(question.text, known, question.roles);
  const leadsIn = text.trimEnd().endsWith(":");
  const possible = question.options.filter((one) => one.allowed !== false).length;
  const values = { possibilities: escape(bundle.numerals[possible]), asked: html(question.text) };
  const read = each(groupsOf(question.options), ({ words, options }) => {
    const lines = each(options, ({ option, number }) => {
      const then = `${option.entails ? html(option.entails) : ""}${lawref(option.law, word)}`;
      return `<li class="opt"><b>${number}</b><p class="say">${html(option.label)}</p><p class="then">${then}</p></li>`;
    });
    const title = words ? `<h2 class="soft">${html(words)}</h2>` : "";
    return `${title}<ol class="opts" start="${options[0].number}">${lines}</ol>`;
  });
  const toChooser = says.show(chooser, "to", known[chooser]);
  const badge = escape(sentence(after ? say.no_to_all : say.aloud, { to_chooser: toChooser }));
  const said = sentence(leadsIn ? say.possibilities : say.asked_possibilities, values);
  const none = sentence(say.none_chosen, { who });
  const chosen = after ? none : sentence(say.has_chosen, { who: capital(who) });
  const key = keys(ctx, given, []);
  const choices = each(question.options, (one, at) =>
    key(one.value, `<b>${at + 1}</b><span>${html(one.label)}</span>`, "btn"),
  );
  return `<legend><h1 class="badge">${icon("speaker")}<span>${badge}</span></h1></legend>
    <p class="say aloud">${said}</p>${why}
    <p class="say">${leadsIn ? html(question.text) : escape(say.you_may)}${lawref(question.law, word)}</p>${read}
    <h2>${escape(chosen)}</h2>
    <div class="pick">${choices}</div>`;
}

/**
 * Put consecutive options of one group together, with the numbers by which they are read.
 * @param {Option[]} options
 */
function groupsOf(options) {
  /** @type {{words: string, options: {option: Option, number: number}[]}[]} */
  const groups = [];
  options.forEach((option, at) => {
    const words = option.group ?? "";
    if (groups.at(-1)?.words !== words) groups.push({ words, options: [] });
    groups.at(-1)?.options.push({ option, number: at + 1 });
  });
  return groups;
}

const capital = (/** @type {string} */ said) => said.slice(0, 1).toUpperCase() + said.slice(1);

const strainName = (/** @type {Words} */ words, /** @type {string} */ value) =>
  value === "NT" ? (words.written?.NT ?? escape(words.notrump)) : suitName(words, value);

/**
 * Write the cards left on one line: "Nord ♥V 6 – Est ♥10 ♣A".
 * @param {Speaker} says
 * @param {Words} words
 * @param {string} noted
 */
function handsInWords(says, words, noted) {
  const hands = Object.entries(cardsLeft(noted)).filter(([, held]) => held.length);
  return hands.map(([seat, held]) => `${escape(words.seats[""][seat])} ${dress(inSuits(held))}`).join(" – ");

  function inSuits(/** @type {string[]} */ held) {
    const bySuit = SUITS.map((suit) => held.filter((card) => card[0] === suit).map((card) => says.card(card, "")));
    const line = (/** @type {string[]} */ [first, ...rest]) => [first, ...rest.map((card) => card.slice(1))].join(" ");
    return bySuit
      .filter((own) => own.length)
      .map(line)
      .join(" ");
  }
}

/**
 * Put words between the quotation marks of the reader's language.
 * @param {string} marks with a place for the words, "{}"
 * @param {string} words
 */
const quoted = (marks, words) => marks.replace("{}", () => words);

/**
 * Write an answer in the reader's words, as HTML.
 * @param {Pick<Context, "bundle" | "says" | "known">} ctx
 * @param {Question} question
 * @param {string} value
 */
export function answerWords(ctx, question, value) {
  const { bundle, says, known } = ctx;
  const { say, words } = bundle;
  if (value === UNKNOWN && !["yes_no", "choice", "words"].includes(question.kind)) return escape(say.unknown);
  switch (question.kind) {
    case "yes_no":
      return escape(say[value] ?? value);
    case "seat":
      return escape(words.seats[""][value] ?? value);
    case "card":
      return cardSaid(says, value);
    case "suit":
      return strainName(words, value);
    case "hands":
      return handsInWords(ctx.says, words, value) || escape(say.no_cards);
    case "suits":
      return [...value].map((one) => suitName(words, one)).join(", ");
    case "call":
      return written(words, value, says);
    case "contract":
      return value === "Pass" ? escape(say.passed_out) : written(words, value, says);
    case "choice": {
      const option = question.options.find((one) => one.value === value);
      const said = says.within(option?.given ?? option?.label ?? value, known, question.roles);
      return question.chooser ? quoted(say.quotation, said) : said;
    }
    case "moment":
      return "";
    case "count":
      return escape(value);
    default:
      return value ? quoted(say.quotation, escape(value)) : escape(say.empty);
  }
}
