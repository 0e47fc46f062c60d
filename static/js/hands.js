// @ts-check
// The pad of the cards left at a claim: this script counts its cards, and switches to another player without a request.
// Without JavaScript the same buttons send the form. The markup is that of inquiry/includes/hands.html, or of the
// offline pads. On a page of the server with such a pad, app.js loads this script.
(() => {
  const SEATS = ["N", "E", "S", "W"];
  const RANKS = "AKQJT98765432";

  /** @param {string} text @param {Record<string, string | number>} values */
  const filled = (text, values) => text.replace(/%\((\w+)\)s/g, (_all, name) => String(values[name]));

  /** @param {Element} pad @returns {HTMLInputElement[]} */
  const keys = (pad) => [.../** @type {NodeListOf<HTMLInputElement>} */ (pad.querySelectorAll("input[data-card]"))];
  const cardOf = (/** @type {HTMLInputElement} */ key) => key.dataset.card ?? "";

  /**
   * Read who holds which card: from the hidden fields of the other players, and from the keys of the player being
   * noted.
   * @param {HTMLElement} pad
   */
  function read(pad) {
    /** @type {Map<string, string>} */
    const held = new Map();
    for (const field of pad.querySelectorAll("[data-others] input")) {
      const [at, card] = /** @type {HTMLInputElement} */ (field).value.split(":");
      held.set(card, at);
    }
    for (const key of keys(pad)) if (key.checked) held.set(cardOf(key), pad.dataset.hands ?? "");
    return held;
  }

  /**
   * Give the player without a card the remaining ones, once as many remain as each of the others holds.
   * @param {HTMLElement} pad
   * @param {Map<string, string>} held
   */
  function follow(pad, held) {
    const counts = SEATS.map((seat) => [...held.values()].filter((at) => at === seat).length);
    const empty = SEATS.filter((_seat, at) => !counts[at]);
    const full = new Set(counts.filter(Boolean));
    if (empty.length !== 1 || full.size !== 1) return;
    const rest = keys(pad).filter((key) => !held.has(cardOf(key)) && ["", empty[0]].includes(key.dataset.dealt ?? ""));
    if (rest.length === Math.max(...counts)) for (const key of rest) held.set(cardOf(key), empty[0]);
  }

  /**
   * Show the holder of each card, the number of cards noted, and whether the sums agree.
   * @param {HTMLElement} pad
   * @param {Map<string, string>} held
   */
  function show(pad, held) {
    const now = pad.dataset.hands ?? "";
    const counts = SEATS.map((seat) => [...held.values()].filter((at) => at === seat).length);
    const most = Math.max(...counts);
    /** @type {Record<string, DOMStringMap>} */
    const words = {};
    for (const [at, seat] of SEATS.entries()) {
      const button = /** @type {HTMLElement} */ (pad.querySelector(`[data-seat=${seat}]`));
      words[seat] = button.dataset;
      button.classList.toggle("on", seat === now);
      button.setAttribute("aria-pressed", String(seat === now));
      const count = button.querySelector(".count");
      if (count) count.textContent = most ? filled(pad.dataset.of ?? "", { count: counts[at], all: most }) : "–";
      for (const suit of button.querySelectorAll("[data-suit]")) {
        const letter = /** @type {HTMLElement} */ (suit).dataset.suit;
        const own = keys(pad).filter((key) => held.get(cardOf(key)) === seat && cardOf(key)[0] === letter);
        own.sort((one, other) => RANKS.indexOf(cardOf(one)[1]) - RANKS.indexOf(cardOf(other)[1]));
        suit.textContent = own.map((key) => key.dataset.rank).join(" ") || "–";
      }
    }
    for (const key of keys(pad)) {
      const at = held.get(cardOf(key)) ?? key.dataset.dealt ?? "";
      key.checked = held.get(cardOf(key)) === now;
      key.value = `${now}:${cardOf(key)}`;
      const other = !key.checked && at && at !== now;
      key.nextElementSibling?.classList.toggle("taken", Boolean(other));
      const letter = key.nextElementSibling?.querySelector("small");
      if (letter) letter.textContent = other ? (words[at].letter ?? "") : "";
    }
    const field = /** @type {HTMLInputElement | null} */ (pad.querySelector("[name=seat]"));
    if (field) field.value = now;
    const others = pad.querySelector("[data-others]");
    others?.replaceChildren(
      ...[...held]
        .filter(([, at]) => at !== now)
        .map(([card, at]) => {
          const hidden = document.createElement("input");
          return Object.assign(hidden, { type: "hidden", name: "left", value: `${at}:${card}` });
        }),
    );
    const sum = pad.querySelector(".tally");
    const short = SEATS.filter((_seat, at) => counts[at] < most).map((seat) =>
      filled(pad.dataset.more ?? "", { player: words[seat].name ?? "", count: most - counts[SEATS.indexOf(seat)] }),
    );
    const said = most ? [filled(pad.dataset.sum ?? "", { count: held.size, all: 4 * most }), ...short].join(" · ") : "";
    if (sum && sum.textContent !== said) sum.textContent = said;
    const go = /** @type {HTMLButtonElement | null} */ (pad.querySelector("[name=go][value=all]"));
    if (go) go.disabled = !most || most > 13 || short.length > 0;
    const clear = pad.querySelector("[name=to][value=clear]");
    if (clear) clear.textContent = filled(pad.dataset.clear ?? "", { player: words[now].name ?? "" });
  }

  /** @param {EventTarget | null} from @returns {HTMLElement | null} */
  const padOf = (from) => (from instanceof Element ? from.closest("[data-hands]") : null);

  document.addEventListener("change", ({ target }) => {
    const pad = padOf(target);
    if (!pad || !(target instanceof HTMLInputElement) || !target.dataset.card) return;
    const held = read(pad);
    follow(pad, held);
    show(pad, held);
  });

  document.addEventListener("click", (event) => {
    const pad = padOf(event.target);
    const button = event.target instanceof Element ? event.target.closest("button[name=to]") : null;
    if (!pad || !(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const held = read(pad);
    if (button.value === "clear") for (const [card, at] of held) if (at === pad.dataset.hands) held.delete(card);
    if (SEATS.includes(button.value)) pad.dataset.hands = button.value;
    show(pad, held);
  });

  /** Count the cards on the pad of this page. */
  const begin = () => {
    /** @type {NodeListOf<HTMLElement>} */
    const pads = document.querySelectorAll("[data-hands]");
    for (const pad of pads) show(pad, read(pad));
  };
  begin();
  document.addEventListener("htmx:afterSettle", begin);
})();
