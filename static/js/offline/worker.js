// @ts-check
// The service worker: it caches the program and the laws, never a page. When the network does not answer, it serves the
// shell.
import { flush } from "./outbox.js";
import { AWAY } from "./queue.js";

/**
 * @typedef {object} Kept what the worker caches, listed by arbitrage/pages/devices/offline_worker.py
 * @property {number} patience milliseconds to wait for a page before the shell is shown
 * @property {string} version
 * @property {Record<string, string>} shells addresses by language
 * @property {Record<string, string>} laws addresses by language
 * @property {string[]} files
 */
/**
 * The part of a worker that this file uses; the type checker knows pages only.
 * @typedef {object} Worker
 * @property {(name: string, listener: (event: any) => unknown) => void} addEventListener
 * @property {() => Promise<void>} skipWaiting
 * @property {{claim(): Promise<void>}} clients
 */
const worker = /** @type {Worker} */ (/** @type {unknown} */ (globalThis));

/** Addresses of slow requests: uploads and generated files. */
const SLOW = /\.pdf$|\/file\/$|\/export\/|\/import\//;
const PREFIX = "arbitrage-";

/**
 * Install the files of the program, and answer the requests of pages.
 * @param {Kept} kept
 */
export function serve(kept) {
  const name = PREFIX + kept.version;
  const languages = Object.keys(kept.shells);
  const paths = new Set(
    [...kept.files, ...Object.values(kept.laws), ...Object.values(kept.shells)].map(
      (one) => new URL(one, location.origin).pathname,
    ),
  );
  const shells = new Set(Object.values(kept.shells));

  worker.addEventListener("install", (event) => event.waitUntil(install()));
  worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
  worker.addEventListener("message", (event) => event.data === "take over" && worker.skipWaiting());
  worker.addEventListener("sync", (event) => event.tag === "outbox" && event.waitUntil(send()));
  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== location.origin) return;
    if (request.mode === "navigate") event.respondWith(page(request, url));
    else if (request.method === "GET" && paths.has(url.pathname)) event.respondWith(file(request));
  });

  /** Install all files or none; the server sends only those that the browser does not hold already. */
  async function install() {
    const cache = await caches.open(name);
    for (const address of [...Object.values(kept.shells), ...kept.files, ...Object.values(kept.laws)]) {
      // Without cookies, so that no cached page contains a user's messages or name.
      /** @type {RequestInit & {priority: string}} */
      const quietly = { cache: "no-cache", credentials: "omit", redirect: "error", priority: "low" };
      const response = await fetch(address, quietly);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      await cache.put(address, response);
    }
  }

  async function tidy() {
    for (const one of await caches.keys()) if (one.startsWith(PREFIX) && one !== name) await caches.delete(one);
    await worker.clients.claim();
  }

  async function file(/** @type {Request} */ request) {
    return (await caches.match(request, { cacheName: name, ignoreVary: true })) ?? fetch(request);
  }

  async function page(/** @type {Request} */ request, /** @type {URL} */ url) {
    if (shells.has(url.pathname) && request.method === "GET") return shell(url);
    try {
      const response = await (SLOW.test(url.pathname) || slowPost(request, url) ? fetch(request) : within(request));
      if (AWAY.includes(response.status)) throw new Error(String(response.status));
      return response;
    } catch {
      return shell(url);
    }
  }

  /** Is it a POST that may take long? A form sent by a tap has the same time limit as a page. */
  function slowPost(/** @type {Request} */ request, /** @type {URL} */ url) {
    return request.method !== "GET" && !/\/(call|what|words)\/$/.test(url.pathname);
  }

  /** @returns {Promise<Response>} */
  function within(/** @type {Request} */ request) {
    return new Promise((resolve, reject) => {
      setTimeout(reject, kept.patience);
      fetch(request).then(resolve, reject);
    });
  }

  async function shell(/** @type {URL} */ url) {
    const language = languages.find((one) => url.pathname.startsWith(`/${one}/`)) ?? languages[0];
    const found = await caches.match(kept.shells[language], { cacheName: name });
    return found ?? Response.error();
  }

  async function send() {
    const ended = await flush();
    if (ended === "lost") throw new Error("not yet");
  }
}
