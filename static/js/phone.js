// @ts-check
// A small outbox on a player's telephone: forms sent without a network are stored, and sent when it is back.
// Each form carries an identifier, by which the server stores it only once. If the server
// refuses a stored form, the page shows the reason until somebody has read it.
const KEPT = "arbitrage-table";
const REFUSED = "arbitrage-table-refused";

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

const keep = (/** @type {Sent[]} */ all) => {
  store(KEPT, all);
  const note = document.getElementById("kept");
  if (note) note.hidden = !all.length;
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

/**
 * Store the reason why the server refused a stored form.
 * @param {Sent} one
 * @param {Response} answer
 */
const refused = async ({ about = "" }, answer) => {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const why = page.querySelector("#main .error:not([hidden]) p, #main h1 + p") ?? page.querySelector("#main h1");
  const words = [about, why?.textContent?.trim() ?? ""].filter(Boolean).join("\u00a0: ");
  store(REFUSED, [...stored(REFUSED), words]);
};

/** The CSRF token of the open page, because the token of an older page may have expired. */
const token = () => {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field instanceof HTMLInputElement ? field.value : "";
};

/** Send a stored form. Return the response that accepts or refuses it; null if it must be sent again. */
const sent = async (/** @type {Sent} */ one) => {
  const body = new URLSearchParams(one.body);
  if (token()) body.set("csrfmiddlewaretoken", token());
  try {
    const answer = await fetch(one.url, { method: "POST", body, credentials: "same-origin", cache: "no-store" });
    return ![403, 408, 429].includes(answer.status) && answer.status < 500 ? answer : null;
  } catch {
    return null;
  }
};

let busy = false;
const sendKept = async () => {
  if (busy || !kept().length) return;
  busy = true;
  let done = false;
  for (let [first, ...rest] = kept(); first; [first, ...rest] = kept()) {
    const answer = await sent(first);
    if (!answer) break;
    if (!answer.ok) await refused(first, answer);
    keep(rest);
    done = true;
  }
  busy = false;
  if (done) location.reload();
};

/** Return the visible text of a part of the page, without words for screen readers. */
const seen = (/** @type {string} */ selector) => {
  const part = document.querySelector(selector)?.cloneNode(true);
  if (!(part instanceof Element)) return "";
  for (const one of part.querySelectorAll(".sr")) one.remove();
  return part.textContent?.trim() ?? "";
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
  const answer = await sent(one);
  delete form.dataset.going;
  delete form.dataset.sent;
  if (!answer) {
    document.querySelector(".phone > .error:not(#refused)")?.remove(); // an error of the form before
    keep([...kept(), one]);
    scrollTo(0, 0);
  } else if (answer.ok) location.assign(answer.url);
  else {
    // The server's page names the missing field: show that page as it is, under its own address.
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, then] = [document.getElementById("main"), page.getElementById("main")];
    if (now && then) now.replaceWith(then);
    if (then) /** @type {{htmx?: {process(part: Element): void}}} */ (globalThis).htmx?.process(then); // its keys too
    keep(kept());
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
keep(kept());
showRefused();
sendKept();
