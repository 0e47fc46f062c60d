// @ts-check
// Exercises on the offline pages: the screens of the school by route, and the acts on them. The
// questions of an exercise are drawn as those of an inquiry (carry.js).
import { walk } from "./correction.js";
import * as exercises from "./exercises.js";
import { escape } from "./words.js";
import * as school from "./school.js";

/** @import { Bundle, Context, Exercise, Facts, Kit, Page, Route } from "./types.d.ts" */

/**
 * Read the content of a page of the school; undefined if the exercise is not on this device any more.
 * @param {Context} ctx
 * @param {Route} route
 * @returns {Promise<Page | undefined>}
 */
export async function page(ctx, route) {
  const { bundle } = ctx;
  const kit = await exercises.situations(bundle.language, bundle.version);
  if (!kit) {
    const none = `<p class="note">${escape(bundle.say.no_situations)}</p>`;
    return { title: bundle.say.practise, html: none, back: "room" };
  }
  styled(kit);
  const last = await exercises.progress((one) => school.isRight(bundle, kit, one));
  const id = route.incident ?? "";
  const situation = kit.situations[id];
  if (route.page === "school" || !situation) {
    return { title: kit.say.practise, html: school.themes(kit, last), back: "room" };
  }
  const place = school.placeOf(kit, id);
  if (route.page === "situation") return { ...place, html: school.told(kit, id, last), back: "school" };
  const one = await exercises.exercise(route.inquiry);
  if (!one) return undefined;
  if (one.at) return { ...place, html: school.correction(ctx, kit, one, last), back: "school" };
  return { ...place, ...school.asked(ctx, kit, one, route) };
}

/**
 * Load the style sheet of the school, which a page of another screen lacks.
 * @param {Kit} kit
 */
function styled({ sheet }) {
  if (document.querySelector(`link[href="${sheet}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: sheet }));
}

/**
 * Are the situations stored on this device?
 * @param {Bundle} bundle
 */
export const isHere = async ({ language, version }) => Boolean(await exercises.situations(language, version));

/**
 * Draw the exercises that the server refused.
 * @param {Context} ctx
 * @param {Exercise[]} found
 */
export async function refused(ctx, found) {
  if (!found.length) return "";
  const kit = await exercises.situations(ctx.bundle.language, ctx.bundle.version);
  return found.map((one) => school.notTaken(ctx, kit, one)).join("");
}

// Acts

/**
 * Do the act touched on a page of the school, and return the next route.
 * @param {Route} route
 * @param {string} touched "open:revoke-4", "begin:revoke-4", "decide:code"
 * @returns {Promise<Route>}
 */
export async function act(route, touched) {
  const [verb, ...rest] = touched.split(":");
  const named = rest.join(":");
  if (verb === "begin") return { page: "practise", incident: named, inquiry: await exercises.begin(named) };
  if (verb === "open") return { page: "situation", incident: named };
  await exercises.finish(route.inquiry, named);
  return { page: "corrected", incident: route.incident, inquiry: route.inquiry };
}

/**
 * Choose the law of an exercise, with the answers of a case; they are dropped if it is not the situation's law.
 * @param {Bundle} bundle
 * @param {Route} route
 * @param {string} law
 * @param {Facts} implied
 */
export async function choose(bundle, route, law, implied = {}) {
  const kit = await exercises.situations(bundle.language, bundle.version);
  const situation = kit?.situations[route.incident ?? ""];
  const answers = law === situation?.law ? implied : {};
  await exercises.change(route.inquiry, (one) => one.law || Object.assign(one, { law, answers: { ...answers } }));
  return stays(route);
}

/**
 * Answer questions of an exercise; a moment that has come in its story is reached by itself.
 * @param {Bundle} bundle
 * @param {Route} route
 * @param {[question: string, value: string][]} given
 */
export async function answer(bundle, route, given) {
  const kit = await exercises.situations(bundle.language, bundle.version);
  const situation = kit?.situations[route.incident ?? ""];
  await exercises.change(route.inquiry, (one) => {
    Object.assign(one.answers, Object.fromEntries(given));
    if (situation) walk(bundle.laws[situation.law], situation, one.answers);
  });
  return stays(route);
}

const stays = (/** @type {Route} */ { incident, inquiry }) => ({ page: "practise", incident, inquiry });
