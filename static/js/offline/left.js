// @ts-check
// Deletes the club's data from the device after a sign-out, which may come before a page's scripts ran. Acts that wait
// to be sent stay, under their author.
import { clear } from "./outbox.js";

await clear();
document.body.dataset.cleared = "yes";
