// @ts-check
// Somebody has signed out, perhaps before a page's scripts ran: what was shown of the club leaves the device. What
// waits to be sent stays, under its author.
import { clear } from "./outbox.js";

await clear();
document.body.dataset.cleared = "yes";
