// @ts-check
// Deletes the club's data from the device, on the login page after a sign-out: the page that signed out may not have
// run its scripts yet. Acts that wait to be sent stay, under their author.
import { clear } from "./outbox.js";

await clear().catch(() => clear()); // once more: a browser may abort any transaction
document.body.dataset.cleared = "yes";
