// @ts-check
// Conveniences of the pages. Everything works without JavaScript, and no rule is decided here.
// Event names of htmx; this table is the only place to change for a new version of htmx.
const HTMX = {
  before: "htmx:beforeSwap",
  settled: "htmx:afterSettle",
  after: "htmx:afterRequest",
  lost: ["htmx:sendError", "htmx:timeout"],
  failed: "htmx:responseError",
};

const shown = (/** @type {string} */ id, /** @type {boolean} */ yes) => {
  const element = document.getElementById(id);
  if (element) element.hidden = !yes;
};

/**
 * The part of htmx's event details that this file reads.
 * @typedef {{successful: boolean, xhr: XMLHttpRequest, pathInfo: {requestPath: string}, shouldSwap: boolean,
 *   requestConfig?: {verb: string}}} Detail
 */
const detail = (/** @type {Event} */ event) => /** @type {CustomEvent<Detail>} */ (event).detail;

/** @returns {NodeListOf<HTMLElement>} */
const every = (/** @type {string} */ selector) => document.querySelectorAll(selector);

const network = () => document.getElementById("net")?.classList.toggle("off", !navigator.onLine);
addEventListener("online", network);
addEventListener("offline", network);
network();

// A second tap on the same button must not send a second form.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (
    !(form instanceof HTMLFormElement) ||
    form.method !== "post" ||
    form.hasAttribute("hx-post") ||
    event.defaultPrevented
  ) {
    return;
  }
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of every("form[data-sent]")) delete form.dataset.sent;
});

for (const name of HTMX.lost) document.addEventListener(name, () => shown("lost", true));
document.addEventListener(HTMX.failed, () => shown("failed", true));
document.addEventListener(HTMX.after, (event) => {
  if (!detail(event).successful) return;
  shown("lost", false);
  shown("failed", false);
});

// Show a whole page that the server has sent instead of a fragment, because the session or the inquiry has ended.
document.addEventListener(HTMX.before, (event) => {
  const { xhr, pathInfo } = detail(event);
  const landed = xhr.responseURL && new URL(xhr.responseURL).pathname;
  if (landed && landed !== pathInfo.requestPath.split("?")[0] && /^\s*<!doctype/i.test(xhr.responseText)) {
    detail(event).shouldSwap = false;
    location.assign(xhr.responseURL);
  }
});

// Move the focus to the first field with an error. After an answer move it to the next question, which a screen reader
// then reads out; a page that refreshes itself leaves the focus alone.
const wrong = () => {
  const [first] = every("main :is([aria-invalid=true],[data-wrong])");
  const field = first?.matches("[data-wrong]") ? first.querySelector("input") : first;
  field?.focus();
  return Boolean(field);
};
wrong();
document.addEventListener(HTMX.settled, (event) => {
  network();
  if (detail(event).requestConfig?.verb === "get") return;
  if (wrong()) return;
  const [title] = every("main h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo(0, 0);
});

// Let the arrow keys move between the keys of a pad by their position; radio buttons do so by themselves.
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = ":is(button:is(.key,.seat,.choice,.pick .btn),.hands [type=checkbox]):enabled";
document.addEventListener("keydown", (event) => {
  const way = ARROWS[event.key];
  const from = event.target;
  if (!way || !(from instanceof Element) || !from.matches(KEYS)) return;
  const place = (/** @type {Element} */ key) => {
    const box = (key.closest("label") ?? key).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = place(from);
  /** @type {[number, HTMLElement | null]} */
  let [least, nearest] = [Infinity, null];
  for (const key of every(KEYS)) {
    const [right, down] = [place(key)[0] - x, place(key)[1] - y];
    const along = right * way[0] + down * way[1];
    const far = along + 3 * Math.abs(right * way[1] + down * way[0]);
    if (along > 1 && far < least && key.checkVisibility()) [least, nearest] = [far, key];
  }
  if (!nearest) return;
  nearest.focus();
  event.preventDefault();
});

// Fetch the script of the pad of cards where a page shows one. Without the script each key sends the form.
const countCards = () => document.querySelector("[data-hands]") && import("./hands.js").catch(() => {});
countCards();
document.addEventListener(HTMX.settled, countCards);

// Show the button that prints, which works only with JavaScript.
for (const button of every("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Offer to undo the last act for some seconds. Then the button is removed, and the message stays.
const countDown = (/** @type {HTMLFormElement} */ form) => {
  const count = form.querySelector(".count");
  const ends = Date.now() + Number(form.dataset.seconds) * 1000;
  form.dataset.counted = "yes";
  const tick = () => {
    const left = Math.ceil((ends - Date.now()) / 1000);
    if (left > 0 && count) count.textContent = `, ${left} s`;
    else {
      clearInterval(timer);
      if (!form.dataset.sent) form.remove();
    }
  };
  const timer = setInterval(tick, 250);
  tick();
};

const offerUndo = () => {
  /** @type {NodeListOf<HTMLFormElement>} */
  const undone = document.querySelectorAll("form[data-seconds]:not([data-counted])");
  undone.forEach(countDown);
};

offerUndo();
document.addEventListener(HTMX.settled, offerUndo);
