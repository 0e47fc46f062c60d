// What the device keeps, in IndexedDB: the acts that wait, the incidents they are of, the rooms as last seen.
const NAME = "arbitrage";
const STORES = ["acts", "incidents", "rooms", "meta"];
let opened;

function open() {
  opened ??= new Promise((resolve, reject) => {
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
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

export const of = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * Run *work* with the stores in one transaction; done when all of it is on the disk. A connection that died while the
 * tablet slept is opened again, once.
 */
export async function transact(mode, work) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const base = await open();
      const transaction = base.transaction(STORES, mode, { durability: "strict" });
      const finished = new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = transaction.onerror = () => reject(transaction.error);
      });
      finished.catch(() => {});
      const result = await work(Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])));
      await finished;
      return result;
    } catch (error) {
      if (attempt || error?.name !== "InvalidStateError") throw error;
      opened = undefined;
    }
  }
}

export const read = (work) => transact("readonly", work);
export const write = (work) => transact("readwrite", work);
export const get = (store, id) => read((stores) => of(stores[store].get(id)));
export const all = (store) => read((stores) => of(stores[store].getAll()));

/** Is this what a page calls *id*? The server may have found that it is another one, which it had already. */
export const goesBy = (one, id) => one.id === id || Boolean(one.was?.includes(id));

/** A new identifier that sorts by the time it was made (RFC 9562, version 7). */
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
