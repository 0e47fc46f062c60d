// The tablet that waits for a telephone comes in by itself once its code is approved.
const form = document.querySelector("[data-wait]");
const ask = async () => {
  try {
    const answer = await fetch(form.dataset.wait, { cache: "no-store" });
    if (answer.status === 200) return form.requestSubmit();
  } catch {
    // No network for a moment: the next question may get through, and the button is there.
  }
  setTimeout(ask, 2000);
};
if (form) ask();
