// @ts-check
// Words with blanks, as rulings/engine/text.py fills them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { dress, escape, speaker } from "../../static/js/offline/words.js";

const says = speaker({
  seats: { "": { E: "Est" }, of: { E: "d’Est" } },
  sides: {},
  suits: { "": { C: "trèfle" }, of: { C: "de ♣ trèfle" } },
  ranks: { 4: "le 4" },
  letters: { A: "A", K: "R" },
  calls: { Pass: "passe" },
  notrump: "SA",
  natural: "%s if natural",
  counted: { trick: { 2: "deuxième", "": "%s^e" } },
  blanks: {
    offender: { kind: "seat", unknown: { "": "le joueur", of: "du joueur" } },
    card: { kind: "card", unknown: { "": "la carte" } },
    call: { kind: "call", unknown: { "": "la déclaration" } },
    trick: { kind: "trick", unknown: { "": "une levée" } },
  },
  averages: {},
  units: {},
  matters: {},
  law: "Loi",
});

test("a blank is filled in its form, and a sentence begins with a capital", () => {
  assert.equal(says.plain("[offender] joue. [offender] rejoue", { offender: "E" }), "Est joue. Est rejoue");
  assert.equal(says.plain("la carte [offender:of]", { offender: "E" }), "La carte d’Est");
});

test("what nobody knows is said by its role, and what stands in brackets alone goes", () => {
  assert.equal(says.plain("la carte [offender:of]", {}), "La carte du joueur");
  assert.equal(says.plain("La carte ([card])", { card: "?" }), "La carte");
  assert.equal(says.plain("La carte ([card])", { card: "C4" }), "La carte (♣4)");
});

test("a role may stand for another in the words of a procedure", () => {
  assert.equal(says.plain("[second]", { offender: "E" }, { second: "offender" }), "Est");
});

test("calls and numbers are said as players say them", () => {
  assert.equal(says.call("Pass"), "passe");
  assert.equal(says.call("3NT"), "3SA");
  assert.equal(says.call("4Hx"), "4♥x");
  assert.equal(says.show("call", "natural", "2H"), "2♥ if natural");
  assert.equal(says.show("trick", "", "2"), "deuxième");
  assert.equal(says.show("trick", "", "13"), "13^e");
});

test("bold is kept in HTML, red suits are red, and nothing of the text is markup", () => {
  assert.equal(says.html("il *dit* <b>", {}), "Il <b>dit</b> &lt;b&gt;");
  assert.equal(dress("♥"), '<span class="ca red">♥</span>');
  assert.equal(dress("♣4"), '<span class="ca">♣4</span>');
  assert.equal(dress("1♦C"), '1<span class="su red">♦<i>C</i></span>');
  assert.equal(escape(`<a href="x">'&`), "&lt;a href=&quot;x&quot;&gt;&#x27;&amp;");
});

test("a blank that begins a sentence has a capital, one inside has none, and the ten is 10", () => {
  assert.equal(says.plain("Rien. [call] puis [call]", { call: "Pass" }), "Rien. Passe puis passe");
  assert.equal(says.card("DT", ""), "♦10");
});

test("brackets go as soon as nobody knows one of their blanks", () => {
  assert.equal(says.plain("Oui ([card], [offender])", { card: "C4" }), "Oui");
  assert.equal(says.plain("Oui ([card], [offender])", { card: "C4", offender: "E" }), "Oui (♣4, Est)");
});
