// @ts-check
// The indicator at the right of every bar: waiting acts, refused acts, or a browser that cannot store anything.
import { listen, waiting } from "./outbox.js";

/**
 * @param {number} count
 * @param {string} [one] the words for one of them
 * @param {string} [many] the words for several, with %(count)s
 */
const counted = (count, one = "", many = "") => (count === 1 ? one : many.replace("%(count)s", String(count)));

/** Show in the bar the waiting and the refused acts, and whether the browser cannot store anything. */
export async function show() {
  const net = document.getElementById("net");
  const waits = document.getElementById("waits");
  if (!net || !waits) return;
  const found = net.dataset.keeps ? null : await waiting().catch(() => null);
  if (!found) {
    waits.hidden = false;
    waits.textContent = net.dataset.unkept ?? "";
    waits.removeAttribute("href");
    return;
  }
  const others = Object.values(found.others).reduce((sum, one) => sum + one, 0);
  const count = found.mine + others;
  const words = count ? [counted(count, net.dataset.one, net.dataset.many)] : [];
  if (count && ["login", "other"].includes(found.link)) words.push(net.dataset.login ?? "");
  if (found.refused) words.push(counted(found.refused, net.dataset.refusedOne, net.dataset.refusedMany));
  waits.hidden = !words.length;
  waits.textContent = words.join(", ");
  net.classList.toggle("waits", words.length > 0);
  net.dataset.pending = String(found.mine);
  net.dataset.refused = String(found.refused);
}

/** Show the indicator now, and again after every change. */
export function watch() {
  listen(show);
  return show();
}
