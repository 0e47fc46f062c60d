// The room by itself: it asks whether anything has happened, counts the minutes on, and moves nothing under a finger.
const EVERY = 5000;
const QUIET = 1500; // after a touch nothing is exchanged for so long
const JUST_NOW = 400; // nobody can have read in less what has changed
const room = () => document.querySelector("[data-live]");
let ahead = 0; // by how many milliseconds this device's clock is ahead of the server's
let touched = 0;
let held = false;
let asking = false;
let exchanged = 0;

const setClock = () => {
  const live = room();
  if (live) ahead = Date.now() - Number(live.dataset.now) * 1000;
};

const minutes = () => {
  const now = Date.now() - ahead;
  for (const one of document.querySelectorAll("[data-since]")) {
    const text = String(Math.max(0, Math.floor((now / 1000 - Number(one.dataset.since)) / 60)));
    if (one.textContent !== text) one.textContent = text;
  }
  for (const one of document.querySelectorAll("[data-ends]")) {
    const left = Math.trunc(Number(one.dataset.ends) - now / 1000);
    const stage = left < 0 ? "over" : left <= 300 ? "warn" : "run";
    const words = one.querySelector("[data-words]");
    if (one.dataset.stage !== stage) {
      one.dataset.stage = stage;
      if (words) words.textContent = words.dataset[stage];
    }
    const whole = one.querySelector("[data-minutes]");
    if (whole) whole.textContent = String(left < 0 ? Math.floor(-left / 60) : Math.ceil(left / 60));
    const exact = one.querySelector("[data-seconds]");
    const seconds = String(Math.abs(left) % 60).padStart(2, "0");
    if (exact) exact.textContent = `${left < 0 ? "−" : ""}${Math.floor(Math.abs(left) / 60)}:${seconds}`;
  }
};

const focusable = (place) => [place, ...place.querySelectorAll("a, button, summary, [tabindex]")];

// What a reader has under his eyes stays there: what is open, the focus, and the line that is nearest the top.
const marks = (live) => {
  const open = [...live.querySelectorAll("details[open][id]")].map((one) => one.id);
  const place = live.contains(document.activeElement) && document.activeElement.closest("[id]");
  const focus = place && [place.id, focusable(place).indexOf(document.activeElement)];
  const tray = live.querySelector(".waiting");
  const lines = [...live.querySelectorAll(".tray li[id]")];
  const seen = lines.find((one) => one.getBoundingClientRect().bottom > Math.max(0, tray?.getBoundingClientRect().top ?? 0));
  return { open, focus, tray: tray?.scrollTop ?? 0, line: seen?.id, top: seen?.getBoundingClientRect().top };
};

const restore = (live, was) => {
  for (const id of was.open) document.getElementById(id)?.setAttribute("open", "");
  const tray = live.querySelector(".waiting");
  if (tray) tray.scrollTop = was.tray;
  const line = was.line && document.getElementById(was.line);
  if (line) {
    const moved = line.getBoundingClientRect().top - was.top;
    const inside = tray && tray.scrollHeight > tray.clientHeight + 1;
    if (inside && was.tray > 0) tray.scrollTop += moved;
    else if (!inside && was.top < 0) scrollBy(0, moved);
  }
  const place = was.focus && document.getElementById(was.focus[0]);
  if (place) focusable(place)[was.focus[1]]?.focus({ preventScroll: true });
};

const exchange = (html) => {
  const live = room();
  const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("[data-live]");
  if (!live || !fresh) return;
  const was = marks(live);
  live.replaceWith(fresh);
  globalThis.htmx?.process(fresh);
  restore(fresh, was);
  setClock();
  minutes();
  const calls = fresh.dataset.calls;
  if (calls) document.title = document.title.replace(/^(\(\d+\) )?/, calls === "0" ? "" : `(${calls}) `);
  exchanged = Date.now();
};

const busy = () => Date.now() - touched < (held ? 10000 : QUIET) || room()?.querySelector("form[data-sent]");

const ask = async () => {
  const live = room();
  if (!live || asking || document.hidden || busy()) return;
  asking = true;
  try {
    const address = `${live.dataset.live}?seen=${encodeURIComponent(live.dataset.seen)}`;
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(4000) });
    document.getElementById("net")?.classList.toggle("off", !navigator.onLine);
    if (answer.redirected) location.assign(answer.url);
    else if (answer.status === 200) {
      const html = await answer.text();
      if (!busy()) exchange(html);
    }
  } catch {
    document.getElementById("net")?.classList.add("off"); // the room as it was last seen; the next question may get through
  } finally {
    asking = false;
  }
};

addEventListener("pointerdown", () => { held = true; touched = Date.now(); }, true);
for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => { held = false; touched = Date.now(); }, true);
addEventListener("scroll", () => { touched = Date.now(); }, { capture: true, passive: true });
// A tap that was meant for the line that stood here a moment ago is not taken.
addEventListener("click", (event) => {
  if (Date.now() - exchanged > JUST_NOW || !event.isTrusted || !event.target.closest(".tray .waiting")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
addEventListener("pageshow", ask);
setClock();
minutes();
setInterval(minutes, 1000);
setInterval(ask, EVERY);
