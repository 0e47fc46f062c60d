// @ts-check
// A small outbox on a player's telephone: what is sent without a network is kept, and sent once when it is back.
// Each form carries its own identifier, and the server keeps each once; nothing here decides anything.
const KEPT = "arbitrage-table";

/** @typedef {{url: string, body: string}} Sent */

/** @returns {Sent[]} */
const kept = () => {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
};

const keep = (/** @type {Sent[]} */ all) => {
  if (all.length) localStorage.setItem(KEPT, JSON.stringify(all));
  else localStorage.removeItem(KEPT);
  const note = document.getElementById("kept");
  if (note) note.hidden = !all.length;
};

/** The token of the page that is open: that of a page of an hour ago may not be good any more. */
const token = () => {
  const field = document.querySelector("input[name=csrfmiddlewaretoken]");
  return field instanceof HTMLInputElement ? field.value : "";
};

/** Send one; whether the server has answered it for good, so that it is sent no more. */
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
    if (!(await sent(first))) break;
    keep(rest);
    done = true;
  }
  busy = false;
  if (done) location.reload();
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
  const one = { url: form.action || location.href, body: body.toString() };
  const answer = await sent(one);
  delete form.dataset.going;
  delete form.dataset.sent;
  if (!answer) {
    keep([...kept(), one]);
    scrollTo(0, 0);
  } else if (answer.ok) location.assign(answer.url);
  else {
    // The page says what is missing: shown as it comes, under its own address.
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const [now, then] = [document.getElementById("main"), page.getElementById("main")];
    if (now && then) now.replaceWith(then);
    scrollTo(0, 0);
  }
});

addEventListener("online", sendKept);
setInterval(sendKept, 10000);
keep(kept());
sendKept();
