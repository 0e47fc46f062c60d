// @ts-check
// What a form of several questions says: a page of the server sends it, and the device takes it. The same as
// answers_sent of arbitrage/pages/inquiry/several_questions.py. Every page of the server loads this; it loads nothing.

/** The answer of a fact that nobody knows; roles.js has it too. */
const UNKNOWN = "?";

/**
 * Read the answers of a page, in its order; undefined where it was said that some are true and none was touched, or
 * where the last one was to be touched.
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
 * List the questions of a form of several of them, as they stand in it; [] of any other form.
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
