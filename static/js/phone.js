// @ts-check
// A small outbox on a player's telephone: a form is stored before it is sent, and sent again while there is no network.
// Each form carries an identifier, by which the server stores it only once. If the server
// refuses a stored form, the page shows the reason until somebody has read it.
const KEPT = "arbitrage-table";
const REFUSED = "arbitrage-table-refused";
const PATIENCE = 8000; // milliseconds to wait for the server

/** @typedef {{url: string, body: string, about?: string}} Sent a form that was sent, and its words */

/**
 * @template T
 * @param {string} name
 * @returns {T[]}
 */
const stored = (name) => {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
};

/** @returns {Sent[]} */
const kept = () => stored(KEPT);

/**
 * @param {string} name
 * @param {unknown[]} all
 */
const store = (name, all) =>
  all.length ? localStorage.setItem(name, JSON.stringify(all)) : localStorage.removeItem(name);

/** The forms that this page is sending itself: their page says what becomes of them. @type {Set<string>} */
const going = new Set();
const keyOf = (/** @type {Sent} */ { url, body }) => `${url} ${body}`;
const idOf = (/** @type {Sent} */ { url, body }) => `${url} ${new URLSearchParams(body).get("id") ?? body}`;

/** Return the oldest form that waits here, and that this page is not sending itself. */
const oldest = () => kept().find((one) => !going.has(keyOf(one)));

const showKept = () => {
  const note = document.getElementById("kept");
  if (note) note.hidden = !oldest();
};

/** Try to write to the storage; false where it is full or closed. */
const attempt = (/** @type {() => void} */ work) => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** Store a form, in place of an earlier version of it. */
const keep = (/** @type {Sent} */ form) => store(KEPT, [...kept().filter((one) => idOf(one) !== idOf(form)), form]);

/** Delete a stored form; another one may have been stored since it was read. */
const drop = (/** @type {Sent} */ form) => {
  const left = kept().filter((one) => keyOf(one) !== keyOf(form));
  if (left.length < kept().length) store(KEPT, left);
};

/** Show the forms that the server refused, with its reasons. */
const showRefused = () => {
  const [note, list] = [document.getElementById("refused"), document.querySelector("#refused ul")];
  /** @type {string[]} */
  const found = stored(REFUSED);
  if (!note || !list) return;
  note.hidden = !found.length;
  list.replaceChildren(...found.map((words) => Object.assign(document.createElement("li"), { textContent: words })));
};

/** Store the reason why the server refused a stored form: the *page* that it sent. */
const refused = (/** @type {Sent} */ { about = "" }, /** @type {string} */ page) => {
  const parsed = new DOMParser().parseFromString(page, "text/html");
  const why = parsed.querySelector("#main .error:not([hidden]) p, #main h1 + p") ?? parsed.querySelector("#main h1");
  const words = [about, why?.textContent?.trim() ?? ""].filter(Boolean).join("\u00a0: ");
  store(REFUSED, [...stored(REFUSED), words]);
};

/** The CSRF token of the open page, because the token of an older page may have expired. */
const token = () => {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field instanceof HTMLInputElement ? field.value : "";
};

/**
 * Send a form. Return the response that accepts or refuses it, with its page if it refuses; null if the form must be
 * sent again.
 * @param {Sent} one
 */
const sent = async (one) => {
  const body = new URLSearchParams(one.body);
  if (token()) body.set("csrfmiddlewaretoken", token());
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(one.url, {
      method: "POST",
      body,
      credentials: "same-origin",
      cache: "no-store",
      signal,
    });
    if ([403, 408, 429].includes(answer.status) || answer.status >= 500) return null;
    return { ok: answer.ok, url: answer.url, page: answer.ok ? "" : await answer.text() };
  } catch {
    return null;
  }
};

let busy = false;
const sendKept = async () => {
  if (busy) return;
  busy = true;
  let done = false;
  try {
    for (let first = oldest(); first; first = oldest()) {
      const answer = await sent(first);
      if (!answer) break;
      drop(first);
      if (!answer.ok) refused(first, answer.page);
      done = true;
    }
  } finally {
    busy = false;
  }
  if (done && !going.size) location.reload();
  else showKept();
};

/** Return the visible text of a part of the page, without words for screen readers. */
const seen = (/** @type {string} */ selector) => {
  const part = document.querySelector(selector)?.cloneNode(true);
  if (!(part instanceof Element)) return "";
  for (const one of part.querySelectorAll(".sr")) one.remove();
  return part.textContent?.trim() ?? "";
};

/** Let the browser send a form that cannot be stored here: it shows itself that there is no network. */
const submitPlainly = (/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ submitter) => {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const { name, value } = submitter;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.submit();
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !("keep" in form.dataset)) return;
  event.preventDefault();
  if (form.dataset.going) return;
  form.dataset.going = "yes";
  const body = new URLSearchParams();
  const fields = new FormData(form, event.submitter);
  for (const [name, value] of fields) if (typeof value === "string") body.append(name, value);
  const about = [document.title.split(" · ")[0], seen("#shown b, .big")].filter(Boolean).join(", ");
  const one = { url: form.action || location.href, body: body.toString(), about };
  const isKept = attempt(() => keep(one)); // the page may be closed before the server answers
  going.add(keyOf(one));
  const answer = await sent(one);
  going.delete(keyOf(one));
  delete form.dataset.going;
  delete form.dataset.sent;
  if (!answer && !isKept) return submitPlainly(form, event.submitter);
  if (answer) attempt(() => drop(one));
  if (!answer) {
    document.querySelector(".phone > .error:not(#refused)")?.remove(); // an error of the form before
    showKept();
    scrollTo(0, 0);
  } else if (answer.ok) location.assign(answer.url);
  else {
    // The server's page names the missing field: show that page as it is, under its own address.
    const page = new DOMParser().parseFromString(answer.page, "text/html");
    const [now, then] = [document.getElementById("main"), page.getElementById("main")];
    if (now && then) now.replaceWith(then);
    if (then) /** @type {{htmx?: {process(part: Element): void}}} */ (globalThis).htmx?.process(then); // its keys too
    showKept();
    showRefused();
    scrollTo(0, 0);
  }
});

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("#refused button")) return;
  store(REFUSED, []);
  showRefused();
});

addEventListener("online", sendKept);
setInterval(sendKept, 10000);
showKept();
showRefused();
sendKept();
