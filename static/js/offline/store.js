// @ts-check
// The store of the device in IndexedDB: waiting acts, their incidents, the rooms as last seen.
/** @import { Stores } from "./types.d.ts" */

const NAME = "arbitrage";
/** Milliseconds after which a transaction is given up: no tap waits for a disk that never answers. */
const PATIENCE = 8000;
/** @type {(keyof Stores)[]} */
const STORES = ["acts", "incidents", "rooms", "meta"];
/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  const opening = (opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      const { result } = request;
      const acts = result.createObjectStore("acts", { keyPath: "seq", autoIncrement: true });
      acts.createIndex("id", "id", { unique: true });
      for (const name of STORES.slice(1)) result.createObjectStore(name, { keyPath: "id" });
    };
    request.onsuccess = () => {
      const forget = () => (opened = undefined);
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }));
  opening.catch(() => (opened = undefined));
  return opening;
}

/**
 * Await the result of one request to the store.
 * @param {IDBRequest} request
 * @returns {Promise<any>}
 */
export const of = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Run *work* with the stores in one transaction, and resolve when it is committed. If *work* fails, or the browser does
 * not commit in time, nothing that it wrote is stored. A connection that was lost while the tablet slept is reopened
 * once.
 *
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(stores: Stores) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function transact(mode, work) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const base = await inTime(open());
      const transaction = base.transaction(STORES, mode, { durability: "strict" });
      /** @type {Promise<unknown>} */
      const finished = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        const aborted = () => transaction.error ?? new DOMException("aborted", "AbortError");
        transaction.onabort = transaction.onerror = () => reject(aborted());
      });
      finished.catch(() => {});
      const stores = Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)]));
      const timer = setTimeout(abort, PATIENCE, transaction);
      try {
        const result = await whole(transaction, () => work(/** @type {Stores} */ (stores)));
        await finished;
        return result;
      } finally {
        clearTimeout(timer);
      }
    } catch (error) {
      if (attempt || !(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
      opened = undefined;
    }
  }
}

/**
 * Await a connection, which some browsers never open.
 *
 * @template T
 * @param {Promise<T>} opening
 * @returns {Promise<T>}
 */
function inTime(opening) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException("the store does not open", "TimeoutError")), PATIENCE);
    opening.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Do the *work* of a transaction; if it fails, abort the transaction.
 *
 * @template T
 * @param {IDBTransaction} transaction
 * @param {() => T | Promise<T>} work
 */
async function whole(transaction, work) {
  try {
    return await work();
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

function abort(/** @type {IDBTransaction} */ transaction) {
  try {
    transaction.abort();
  } catch {
    // it has been committed or aborted already
  }
}

/**
 * @template T
 * @param {(stores: Stores) => T | Promise<T>} work
 */
export const read = (work) => transact("readonly", work);

/**
 * @template T
 * @param {(stores: Stores) => T | Promise<T>} work
 */
export const write = (work) => transact("readwrite", work);

/**
 * Read one record of a store; undefined where there is none with this key.
 * @param {keyof Stores} store
 * @param {string} id
 * @returns {Promise<any>}
 */
export const get = (store, id) => read((stores) => of(stores[store].get(id)));

/**
 * Read every record of a store, in the order of their keys.
 * @param {keyof Stores} store
 * @returns {Promise<any[]>}
 */
export const all = (store) => read((stores) => of(stores[store].getAll()));

/**
 * Is *id* an identifier of this record? It has several after the server has merged it with another one.
 * @param {{id: string, was?: string[]}} one
 * @param {string | undefined} id
 */
export const goesBy = (one, id) => one.id === id || Boolean(id && one.was?.includes(id));

/** Create a UUID of version 7 (RFC 9562), which sorts by its time. */
export function uuid7() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let now = Date.now();
  for (let at = 5; at >= 0; at -= 1) {
    bytes[at] = now % 256;
    now = Math.floor(now / 256);
  }
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
