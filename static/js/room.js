// @ts-check
// Live update of the room: polls the server, counts the minutes, and changes nothing while the page is being touched.
const EVERY = 5000;
const QUIET = 1500; // milliseconds after a touch in which the page is not updated
const JUST_NOW = 400; // milliseconds that a reader needs to notice a change
const JUMP = 3000; // milliseconds by which a clock that was set differs
/** @returns {HTMLElement | null} */
const room = () => document.querySelector("[data-live]");
/** @returns {NodeListOf<HTMLElement>} */
const listed = (/** @type {string} */ selector) => document.querySelectorAll(selector);
/** @returns {HTMLElement | null} */
const part = (/** @type {HTMLElement} */ whole, /** @type {string} */ selector) => whole.querySelector(selector);
let ahead = 0; // milliseconds by which this device's clock is ahead of the server's
let apart = 0; // milliseconds between this device's clock and its stopwatch
let isDoubted = false; // was the clock set, or did the device sleep, since the server told the time?
// The stopwatch, which nobody sets, measures touches; at first nothing was touched or exchanged for ever.
let touched = -Infinity;
let held = false;
let asking = false;
let exchanged = -Infinity;
const stopwatch = () => performance.now();

const setClock = () => {
  const live = room();
  if (live) ahead = Date.now() - Number(live.dataset.now) * 1000;
  apart = Date.now() - stopwatch();
  isDoubted = false;
};

/** Write minutes as pages do, to stand before "min": "23", from an hour on "6 h 26". */
const countedOn = (/** @type {number} */ whole) =>
  whole < 60 ? String(whole) : `${Math.floor(whole / 60)}\u00a0h\u00a0${String(whole % 60).padStart(2, "0")}`;

/** Write the clock on the wall as pages do: "12:05", "−3:20"; an hour late or more, without the seconds, "−2 h 45". */
const toTheSecond = (/** @type {number} */ left) => {
  const whole = Math.floor(Math.abs(left) / 60);
  if (left <= -3600) return `−${countedOn(whole)}`;
  return `${left < 0 ? "−" : ""}${whole}:${String(Math.abs(left) % 60).padStart(2, "0")}`;
};

const minutes = () => {
  const now = Date.now() - ahead;
  if (Math.abs(Date.now() - stopwatch() - apart) > JUMP) isDoubted = true;
  for (const one of listed("[data-since]")) {
    const text = countedOn(Math.max(0, Math.floor((now / 1000 - Number(one.dataset.since)) / 60)));
    if (one.textContent !== text) one.textContent = text;
  }
  for (const one of listed("[data-ends]")) {
    const left = Math.trunc(Number(one.dataset.ends) - now / 1000);
    const stage = left < 0 ? "over" : left <= 300 ? "warn" : "run";
    const words = part(one, "[data-words]");
    if (one.dataset.stage !== stage) {
      one.dataset.stage = stage;
      if (words) words.textContent = words.dataset[stage] ?? "";
    }
    const whole = part(one, "[data-minutes]");
    if (whole) whole.textContent = countedOn(left < 0 ? Math.floor(-left / 60) : Math.ceil(left / 60));
    const exact = part(one, "[data-seconds]");
    if (exact) exact.textContent = toTheSecond(left);
  }
};

/** @returns {HTMLElement[]} */
const focusable = (/** @type {HTMLElement} */ place) => [
  place,
  .../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("a, button, summary, [tabindex]")),
];

// Keep the reader's place: the open parts, the focus, and the line nearest the top.
const marks = (/** @type {HTMLElement} */ live) => {
  const open = [...live.querySelectorAll("details[open][id]")].map((one) => one.id);
  const active = document.activeElement;
  /** @type {HTMLElement | null} */
  const place = active instanceof HTMLElement && live.contains(active) ? active.closest("[id]") : null;
  const focus = place && active instanceof HTMLElement ? { id: place.id, at: focusable(place).indexOf(active) } : null;
  const tray = live.querySelector(".waiting");
  const lines = [...live.querySelectorAll(".tray li[id]")];
  const seen = lines.find(
    (one) => one.getBoundingClientRect().bottom > Math.max(0, tray?.getBoundingClientRect().top ?? 0),
  );
  return { open, focus, tray: tray?.scrollTop ?? 0, line: seen?.id, top: seen?.getBoundingClientRect().top };
};

const restore = (/** @type {HTMLElement} */ live, /** @type {ReturnType<typeof marks>} */ was) => {
  for (const id of was.open) document.getElementById(id)?.setAttribute("open", "");
  const tray = live.querySelector(".waiting");
  if (tray) tray.scrollTop = was.tray;
  const line = was.line ? document.getElementById(was.line) : null;
  if (line) {
    const { top = 0 } = was;
    const moved = line.getBoundingClientRect().top - top;
    const inside = tray && tray.scrollHeight > tray.clientHeight + 1;
    if (inside && was.tray > 0) tray.scrollTop += moved;
    else if (!inside && top < 0) scrollBy(0, moved);
  }
  const place = was.focus && document.getElementById(was.focus.id);
  if (was.focus && place) focusable(place)[was.focus.at]?.focus({ preventScroll: true });
};

/** The part of htmx that is used here. @typedef {{process(fresh: Element): void}} Htmx */
const library = () => /** @type {{htmx?: Htmx}} */ (globalThis).htmx;

const exchange = (/** @type {string} */ html) => {
  const live = room();
  /** @type {HTMLElement | null} */
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
  if (!live || !fresh) return;
  const was = marks(live);
  live.replaceWith(fresh);
  library()?.process(fresh);
  restore(fresh, was);
  setClock();
  minutes();
  const calls = fresh.dataset.calls;
  if (calls) document.title = document.title.replace(/^(\(\d+\) )?/, calls === "0" ? "" : `(${calls}) `);
  exchanged = stopwatch();
};

const busy = () => stopwatch() - touched < (held ? 10000 : QUIET) || room()?.querySelector("form[data-sent]");

const ask = async () => {
  const live = room();
  if (!live || asking || document.hidden || busy()) return;
  asking = true;
  try {
    const seen = isDoubted ? "" : (live.dataset.seen ?? ""); // the whole page tells the time too
    const address = `${live.dataset.live}?seen=${encodeURIComponent(seen)}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(4000) });
    document.getElementById("net")?.classList.toggle("off", !navigator.onLine || answer.status >= 500);
    if (answer.redirected) location.assign(answer.url);
    else if (answer.status === 200) {
      const html = await answer.text();
      if (!busy()) exchange(html);
    }
  } catch {
    // No network: the room stays as it is, and the next poll may succeed.
    document.getElementById("net")?.classList.add("off");
  } finally {
    asking = false;
  }
};

addEventListener(
  "pointerdown",
  () => {
    held = true;
    touched = stopwatch();
  },
  true,
);
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(
    name,
    () => {
      held = false;
      touched = stopwatch();
    },
    true,
  );
}
addEventListener(
  "scroll",
  () => {
    touched = stopwatch();
  },
  { capture: true, passive: true },
);
const inTheTray = (/** @type {EventTarget | null} */ target) =>
  target instanceof Element && Boolean(target.closest(".tray .waiting"));

// Ignore a tap that was meant for the line that was here a moment ago.
addEventListener(
  "click",
  (event) => {
    if (stopwatch() - exchanged > JUST_NOW || !event.isTrusted || !inTheTray(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) ask();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) ask(); // for a page shown again by the browser's Back; a page that was just loaded is up to date
});
setClock();
minutes();
setInterval(minutes, 1000);
setInterval(ask, EVERY);
