// @ts-check
// The answers in a form of several questions, which a page of the server or the device reads. The same as
// answers_sent of arbitrage/pages/inquiry/several_questions.py. Every page of the server loads this module, which
// imports nothing.

/** The stored value of an unknown fact; the same as in roles.js. */
const UNKNOWN = "?";

/**
 * Read the answers of a page in its order; undefined where "some are true" was touched without a tick, or where a tap
 * on the last question is missing.
 * @param {{id: string, kind: string}[]} page
 * @param {Pick<FormData, "get" | "getAll">} sent
 * @returns {[question: string, value: string][] | undefined}
 */
export function answersSent(page, sent) {
  const text = (/** @type {string} */ name) => String(sent.get(name) ?? "").trim();
  if (page[0].kind === "yes_no") {
    const yes = text("these") === "ticked" ? sent.getAll("yes") : [];
    if (text("these") === "ticked" && !yes.length) return undefined;
    return page.map(({ id }) => [id, yes.includes(id) ? "yes" : "no"]);
  }
  const touched = text("touched");
  if (touched && !text("answer")) return undefined;
  return page.map(({ id, kind }) => {
    if (id === touched) return [id, text("answer")];
    return [id, text(id) || (kind === "words" ? "" : UNKNOWN)];
  });
}

/**
 * List the questions of a form of several questions, in its order; [] for any other form.
 * @param {HTMLFormElement} form
 */
export function questionsIn(form) {
  /** @type {Map<string, {id: string, kind: string}>} */
  const found = new Map();
  if (!form.elements.namedItem("together")) return [];
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement) found.set(field.name, { id: field.name, kind: "words" });
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.type === "checkbox") found.set(field.value, { id: field.value, kind: "yes_no" });
    if (field.type === "radio") found.set(field.name, { id: field.name, kind: "count" });
    if (field.name === "touched") found.set(field.value, { id: field.value, kind: "choice" });
  }
  return [...found.values()];
}
