// @ts-check
// One touch at a time. While an act is being stored, which takes a moment on a slow disk, the last other touch waits;
// it counts afterwards if exactly what was touched is still offered, and is dropped if the page shows something else.

/** @type {string | undefined} the touch whose act is being done */
let current;
/** @type {{mark: string, tag: string} | undefined} */
let held;

/** What is to be done after the present act. @type {Set<() => unknown>} */
const later = new Set();

/** Is an act being done? */
export const busy = () => current !== undefined;

/** Return what tells a touched element from all others: itself, and the question of its page. */
function markOf(/** @type {Element} */ touched) {
  const question = document.querySelector("[data-ask]")?.getAttribute("data-question");
  return `${question ?? ""} ${touched.outerHTML}`;
}

/**
 * Do some *work* now, or once after the acts that are being done.
 * @param {() => unknown} work
 */
export function whenFree(work) {
  if (busy()) later.add(work);
  else work();
}

/**
 * Do the act of a touched element, unless another act is being done: then hold the touch until its end. A second touch
 * of the same element is no other touch.
 * @param {Element} touched
 * @param {() => Promise<unknown>} act it reports its own errors
 */
export async function inTurn(touched, act) {
  const mark = markOf(touched);
  if (current !== undefined) {
    if (mark !== current) held = { mark, tag: touched.tagName };
    return;
  }
  current = mark;
  try {
    await act();
  } finally {
    current = undefined;
  }
  if (held) touchAgain(held);
  if (busy()) return;
  const works = [...later];
  later.clear();
  for (const work of works) work();
}

/**
 * Touch what was touched during an act, if exactly that is still offered.
 * @param {{mark: string, tag: string}} touch
 */
function touchAgain({ mark, tag }) {
  held = undefined;
  /** @type {NodeListOf<HTMLElement>} */
  const every = document.querySelectorAll(tag);
  const alike = [...every].filter((one) => markOf(one) === mark);
  if (alike.length === 1) alike[0].click();
}
