// @ts-check
// One touch at a time. While an act is being stored, which takes a moment on a slow disk, the last other touch waits;
// it counts afterwards if exactly what was touched is still offered, and is dropped if the page shows something else.

/** @type {string | undefined} the touch whose act is being done */
let current;
/** @type {{mark: string, tag: string} | undefined} */
let held;

/** Is an act being done? */
export const busy = () => current !== undefined;

/** Return what tells a touched element from all others: itself, and the question of its page. */
function markOf(/** @type {Element} */ touched) {
  const question = document.querySelector("[data-ask]")?.getAttribute("data-question");
  return `${question ?? ""} ${touched.outerHTML}`;
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
  const after = held;
  held = undefined;
  if (!after) return;
  /** @type {NodeListOf<HTMLElement>} */
  const every = document.querySelectorAll(after.tag);
  const alike = [...every].filter((one) => markOf(one) === after.mark);
  if (alike.length === 1) alike[0].click();
}
