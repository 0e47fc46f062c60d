// @ts-check
// Small pieces of HTML that the screens share.
import { dress, escape } from "./words.js";

/** @import { Beside, Speaker, Words } from "./types.d.ts" */

/** @type {Map<string, string>} */
const drawings = new Map();

/**
 * Collect the icons and pictograms of a shell; return whether there are any.
 * @param {ParentNode} shell
 */
export function drawn(shell) {
  for (const one of shell.querySelectorAll("template[id^=icon-]")) drawings.set(one.id.slice(5), one.innerHTML);
  return drawings.size > 0;
}

/** Draw an icon or a pictogram. */
export const icon = (/** @type {string} */ name) => drawings.get(name) ?? "";

/**
 * Draw and join the items of a list.
 * @template T
 * @param {Iterable<T> | ArrayLike<T>} list
 * @param {(one: T, at: number) => string} draw
 */
export const each = (list, draw) => Array.from(list, draw).join("");

/**
 * Fill the `%(name)s` blanks of a sentence of the bundle.
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
export const sentence = (text, values = {}) =>
  text.replace(/%\((\w+)\)s/g, (_sign, /** @type {string} */ name) => String(values[name] ?? ""));

/**
 * Put the number of a Law after its sentence; under a title with its word.
 * @param {string | undefined} reference
 * @param {string} word
 * @param {boolean} titled
 */
export function lawref(reference, word, titled = false) {
  if (!reference) return "";
  return ` <span class="law"><span${titled ? "" : ' class="sr"'}>${escape(word)} </span>${escape(reference)}</span>`;
}

/**
 * Draw an alert in a frame.
 * @param {string} words text, escaped here
 */
export const alarm = (words) => `<div class="error" role="alert">${icon("disputed")}<p>${escape(words)}</p></div>`;

/**
 * Draw a button.
 * @param {string} inside HTML
 * @param {Record<string, string | number | undefined>} data its data attributes; undefined ones are left out
 * @param {string} css
 */
export function button(inside, data, css = "btn") {
  const attributes = Object.entries(data).filter(([, value]) => value !== undefined);
  return `<button type="button" class="${css}" ${attributes
    .map(([name, value]) => (value === "" ? `data-${name}` : `data-${name}="${escape(value)}"`))
    .join(" ")}>${inside}</button>`;
}

/** Return the address of a question on the server. */
export const questionAt = (/** @type {Beside} */ { url }, /** @type {string} */ id) =>
  `${url}q/${encodeURIComponent(id)}/`;

/**
 * Draw the control that changes an earlier answer: a link on a page of the server, otherwise a button.
 * @param {Beside | undefined} beside
 * @param {string} question
 * @param {string} inside HTML
 * @param {string} css
 * @param {string} query of the link
 */
export const change = (beside, question, inside, css = "btn", query = "") =>
  beside
    ? `<a class="${css}" href="${escape(questionAt(beside, question) + query)}">${inside}</a>`
    : button(inside, { change: question }, css);

/**
 * Write a call or a contract for the eye and for a screen reader, as the pages of the server do.
 * @param {Words} words
 * @param {string} value
 * @param {Speaker} says
 */
export const written = (words, value, says) => words.written?.[value] ?? dress(says.call(value));

/**
 * Name a suit with its sign.
 * @param {Words} words
 * @param {string} suit
 */
export const suitName = (words, suit) => words.written?.[suit] ?? dress(words.suits[""][suit] ?? suit);

/** Write a card for the eye and for a screen reader. */
export function cardSaid(/** @type {Speaker} */ says, /** @type {string} */ card) {
  const read = `<span class="sr">${escape(cardName(says, card))}</span>`;
  return `<span aria-hidden="true">${dress(says.card(card, ""))}</span>${read}`;
}

/**
 * Name a card in words alone: "roi de carreau".
 * @param {Speaker} says
 * @param {string} card
 */
export const cardName = (says, card) => says.card(card, "the").replace(/[♠♥♦♣][ \u00a0]?/gu, "");
