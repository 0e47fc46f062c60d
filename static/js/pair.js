// @ts-check
// Signs the waiting tablet in automatically once a telephone has approved its code.
/** @type {HTMLFormElement | null} */
const form = document.querySelector("[data-wait]");
const ask = async (/** @type {HTMLFormElement} */ waits) => {
  try {
    const answer = await fetch(waits.dataset.wait ?? "", { cache: "no-store" });
    if (answer.status === 200) return waits.requestSubmit();
  } catch {
    // No network for a moment: the next poll may succeed, and the user can still press the button.
  }
  setTimeout(ask, 2000, waits);
};
if (form) ask(form);
