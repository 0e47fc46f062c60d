// @ts-check
// The pad of the cards left at a claim, drawn as by the server (inquiry/includes/hands.html). The script hands.js
// counts its cards.
import { each, sentence, suitName } from "./html.js";
import { cardsLeft, writtenCards } from "./roles.js";
import { escape } from "./words.js";

/** @import { Context } from "./types.d.ts" */

const SEATS = ["N", "E", "S", "W"];
const SUITS = ["S", "H", "D", "C"];
const RANKS = [..."AKQJT98765432"];

/**
 * Draw the pad with the cards *given* before.
 * @param {Context} ctx
 * @param {string} given
 */
export function cardPad({ bundle: { say, words }, says }, given) {
  const hands = cardsLeft(given);
  const rank = (/** @type {string} */ card) => says.card(card, "").slice(1);
  const letter = (/** @type {string} */ seat) => words.seats[""][seat].slice(0, 1);
  const most = Math.max(...SEATS.map((seat) => hands[seat].length));
  const held = (/** @type {string} */ seat, /** @type {string} */ suit) =>
    hands[seat]
      .filter((card) => card[0] === suit)
      .map(rank)
      .join(" ") || "–";
  const players = each(SEATS, (seat) => {
    const name = words.seats[""][seat];
    const data = `data-seat="${seat}" data-letter="${escape(letter(seat))}" data-name="${escape(name)}"`;
    const rows = each(SUITS, (suit) => {
      const own = `<span data-suit="${suit}">${escape(held(seat, suit))}</span>`;
      return `<span class="held">${suitName(words, suit).split(" ")[0]}${own}</span>`;
    });
    const count = most ? sentence(say.count_of, { count: hands[seat].length, all: most }) : "–";
    return `<button type="button" class="seat${seat === "N" ? " on" : ""}" name="to" value="${seat}" ${data}>
      <b aria-hidden="true">${escape(letter(seat))}</b><span>${escape(name)}</span>
      <span class="count">${escape(count)}</span>${rows}</button>`;
  });
  const at = (/** @type {string} */ card) => SEATS.find((seat) => hands[seat].includes(card)) ?? "";
  const key = (/** @type {string} */ card) => {
    const owner = at(card);
    const box = `type="checkbox" name="left" value="N:${card}" data-card="${card}" data-dealt=""`;
    const input = `<input class="sr" ${box} data-rank="${escape(rank(card))}"${owner === "N" ? " checked" : ""}>`;
    const other = owner && owner !== "N" ? letter(owner) : "";
    const read = `<span class="sr">${escape(says.card(card, "the"))}</span>`;
    const inside = `${read}<span aria-hidden="true">${escape(rank(card))}</span><small>${other}</small>`;
    return `<label class="radio">${input}<span class="key${other ? " taken" : ""}">${inside}</span></label>`;
  };
  const suits = each(SUITS, (suit) => {
    const ranks = each(RANKS, (one) => key(suit + one));
    return `<div class="suitrow"><h2>${suitName(words, suit)}</h2><div class="keys cards">${ranks}</div></div>`;
  });
  const others = SEATS.slice(1).flatMap((seat) => hands[seat].map((card) => `${seat}:${card}`));
  const hidden = each(others, (one) => `<input type="hidden" name="left" value="${one}">`);
  const clear = sentence(say.clear_player, { player: words.seats[""].N });
  const told = { of: say.count_of, sum: say.cards_of, more: say.cards_more, clear: say.clear_player };
  const data = Object.entries(told).map(([name, text]) => `data-${name}="${escape(text)}"`);
  return `<p class="soft">${escape(say.touch_player)}</p>
    <div class="hands pad" data-hands="N" ${data.join(" ")}>
    <input type="hidden" name="seat" value="N"><div data-others>${hidden}</div>
    <div class="holds">${players}</div><div class="left">${suits}</div>
    <p><b class="tally" role="status"></b> <span class="soft">${escape(say.dashed_card)}</span></p>
    <div class="acts">
    <button class="btn main" name="go" value="all"${most ? "" : " disabled"}>${escape(say.go_on)}</button>
    <button class="btn" name="go" value="unknown">${escape(say.card_unknown)}</button>
    <button type="button" class="btn quiet push" name="to" value="clear">${escape(clear)}</button></div></div>`;
}

/**
 * Read the pad as it was sent: the cards as they are stored.
 * @param {FormData} data
 */
export function cardsSent(data) {
  /** @type {Record<string, string[]>} */
  const hands = { N: [], E: [], S: [], W: [] };
  for (const one of data.getAll("left")) {
    const [seat, card] = String(one).split(":");
    hands[seat].push(card);
  }
  return writtenCards(hands);
}
