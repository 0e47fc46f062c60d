// What waits to be sent, at the right of every bar.
import { listen, waiting } from "./outbox.js";

export async function show() {
  const net = document.getElementById("net");
  const waits = document.getElementById("waits");
  if (!net || !waits) return;
  const found = await waiting();
  const others = Object.values(found.others).reduce((sum, one) => sum + one, 0);
  const count = found.mine + found.refused + others;
  const words = count === 1 ? net.dataset.one : net.dataset.many.replace("%(count)s", count);
  waits.hidden = !count;
  waits.textContent = ["login", "other"].includes(found.link) ? `${words}, ${net.dataset.login}` : words;
  net.classList.toggle("waits", count > 0);
  net.dataset.pending = String(found.mine);
  net.dataset.refused = String(found.refused);
}

/** Show it now, and again whenever it changes. */
export function watch() {
  listen(show);
  return show();
}
