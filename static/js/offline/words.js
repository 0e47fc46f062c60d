// @ts-check
// Texts with blanks, filled as in rulings/engine/text.py and written as on the server's pages.
/** @import { Facts, Speaker, Words } from "./types.d.ts" */

const BLANK = /\[([a-z_0-9]+)(?::([a-z_]+))?\]/g;
const IN_BRACKETS = /[ \u00a0]\((\[[a-z_0-9:]+\](?:, \[[a-z_0-9:]+\])*)\)/g;
const BEGINS = /(?:^|[.?!]\s+)$/;
const SYMBOL =
  /(?<![\p{L}\p{N}_])([1-7])([♠♥♦♣])([A-Z])|([♠♥♦♣])(?:(10|[0-9A-Z])(?![\p{L}\p{N}_])|[ \u00a0]([\p{L}\p{N}_]+))?/gu;
/** @type {Facts} */
const SYMBOLS = { S: "♠", H: "♥", D: "♦", C: "♣" };

const capital = (/** @type {string} */ said) => said.slice(0, 1).toUpperCase() + said.slice(1);
const open = (/** @type {string | undefined} */ value) => value === undefined || value === "" || value === "?";

/** @type {Facts} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Escape a text for HTML. */
export const escape = (/** @type {unknown} */ text) => String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * Write a time limit in the largest unit of which it is a whole number, at least two.
 * @param {number} minutes
 * @param {Facts} patterns
 */
function lasting(minutes, patterns) {
  if (minutes >= 2 * DAY && minutes % DAY === 0) return patterns.days.replace("%s", String(minutes / DAY));
  if (minutes >= 2 * HOUR && minutes % HOUR === 0) return patterns.hours.replace("%s", String(minutes / HOUR));
  return (patterns[minutes] ?? patterns[""]).replace("%s", String(minutes));
}

/**
 * Return the functions that fill the blanks of sentences in the language of *words*, a part of the bundle.
 * @param {Words} words
 * @returns {Speaker}
 */
export function speaker(words) {
  /** @type {Speaker["card"]} */
  const card = (value, form) => {
    const [suit, rank] = value;
    if (form === "suit") return words.suits[""][suit];
    if (form === "the") return `${words.ranks[rank]} ${words.suits.of[suit]}`;
    return SYMBOLS[suit] + (words.letters[rank] ?? (rank === "T" ? "10" : rank));
  };
  /** @type {Speaker["call"]} */
  const call = (value) => {
    if (value in words.calls) return words.calls[value];
    const strain = value.slice(1).replace(/x+$/, "");
    return value[0] + (SYMBOLS[strain] ?? words.notrump) + value.slice(1 + strain.length);
  };
  /** @type {Speaker["show"]} */
  const show = (name, form, value = "") => {
    const blank = words.blanks[name];
    const unknown = open(value) || (blank.kind === "form" && !(value in words.units));
    if (unknown) return blank.unknown[form] ?? blank.unknown[""];
    switch (blank.kind) {
      case "seat":
        return words.seats[form][value];
      case "side":
        return words.sides[form][value];
      case "card":
        return card(value, form);
      case "suit":
        return words.suits[form][value];
      case "suits":
        return [...value].map((suit) => SYMBOLS[suit]).join("");
      case "matter":
        return words.matters[value];
      case "form":
        return words.averages[form][words.units[value]];
      case "call":
      case "contract":
        return form === "natural" ? words.natural.replace("%s", call(value)) : call(value);
      case "minutes":
        return lasting(Number(value), words.counted.minutes);
      default: {
        if (form === "number") return value;
        const counted = words.counted[form ? `${blank.kind}:${form}` : blank.kind];
        return (counted?.[value] ?? counted?.[""] ?? "%s").replace("%s", value);
      }
    }
  };
  /** Fill the blanks of a translated text and keep its marks of bold. */
  const fill = (/** @type {string} */ text, /** @type {Facts} */ known, /** @type {Facts} */ roles = {}) => {
    const message = text.replace(IN_BRACKETS, (all, /** @type {string} */ inside) =>
      [...inside.matchAll(BLANK)].some(([, name]) => open(known[roles[name] ?? name])) ? "" : all,
    );
    let said = "";
    let at = 0;
    for (const match of message.matchAll(BLANK)) {
      said += message.slice(at, match.index);
      const source = roles[match[1]] ?? match[1];
      const shown = show(source, match[2] ?? "", known[source]);
      said += BEGINS.test(message.slice(0, match.index)) ? capital(shown) : shown;
      at = match.index + match[0].length;
    }
    return capital(said + message.slice(at));
  };
  /** @type {Speaker["plain"]} */
  const plain = (text, known, roles) => fill(text ?? "", known, roles).replaceAll("*", "");
  /** @type {Speaker["html"]} */
  const html = (text, known, roles) => dress(fill(text ?? "", known, roles)).replace(/\*([^*]+)\*/g, "<b>$1</b>");
  /** @type {Speaker["within"]} */
  const within = (text = "", known, roles) => {
    const said = plain(text, known, roles);
    return dress(text.startsWith("[") ? said : said.slice(0, 1).toLowerCase() + said.slice(1));
  };
  return { card, call, show, plain, html, within };
}

/**
 * Turn a text into HTML: each suit coloured and kept with its rank or name.
 * @param {string} text
 */
export function dress(text) {
  return escape(text).replace(SYMBOL, (all, level, bid, letter, symbol, rank, name) => {
    const red = "♥♦".includes(bid ?? symbol) ? " red" : "";
    if (level) return `${level}<span class="su${red}">${bid}<i>${letter}</i></span>`;
    if (rank) return `<span class="ca${red}">${symbol}${rank}</span>`;
    if (name) return `<span class="ca"><span class="ca${red}" aria-hidden="true">${symbol}</span> ${name}</span>`;
    return `<span class="ca${red}">${all}</span>`;
  });
}
