// What the pages gain from JavaScript. Everything works without it; nothing here decides anything.
// The event names of htmx stand only in this table, so that a new version changes one place.
const HTMX = {
  before: "htmx:beforeSwap",
  settled: "htmx:afterSettle",
  after: "htmx:afterRequest",
  lost: ["htmx:sendError", "htmx:timeout"],
  failed: "htmx:responseError",
};

const shown = (id, yes) => {
  const element = document.getElementById(id);
  if (element) element.hidden = !yes;
};

const network = () => document.getElementById("net")?.classList.toggle("off", !navigator.onLine);
addEventListener("online", network);
addEventListener("offline", network);
network();

// A second tap on the same button must not send a second form.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.hasAttribute("hx-post") || event.defaultPrevented) return;
  if (form.dataset.sent) event.preventDefault();
  form.dataset.sent = "yes";
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

for (const name of HTMX.lost) document.addEventListener(name, () => shown("lost", true));
document.addEventListener(HTMX.failed, () => shown("failed", true));
document.addEventListener(HTMX.after, (event) => {
  if (!event.detail.successful) return;
  shown("lost", false);
  shown("failed", false);
});

// A fragment was asked for and a whole other page came back (signed out, or the inquiry has ended): go there.
document.addEventListener(HTMX.before, (event) => {
  const { xhr, pathInfo } = event.detail;
  const landed = xhr.responseURL && new URL(xhr.responseURL).pathname;
  if (landed && landed !== pathInfo.requestPath.split("?")[0] && /^\s*<!doctype/i.test(xhr.responseText)) {
    event.detail.shouldSwap = false;
    location.assign(xhr.responseURL);
  }
});

// Where something typed is wrong, the first wrong field is gone to.
// After an answer the next question is read out; a page that only refreshes itself leaves the focus alone.
const wrong = () => {
  const first = document.querySelector("main :is([aria-invalid=true],[data-wrong])");
  const field = first?.matches("[data-wrong]") ? first.querySelector("input") : first;
  field?.focus();
  return Boolean(field);
};
wrong();
document.addEventListener(HTMX.settled, (event) => {
  network();
  if (event.detail.requestConfig?.verb === "get") return;
  if (wrong()) return;
  const title = document.querySelector("main h1");
  if (!title) return;
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  scrollTo(0, 0);
});

// The button that prints appears where there is something to press it with.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
