"""The French label of a button begins with the verb of its effect, unless it answers, states or opens something."""

import re
from collections.abc import Iterator

import pytest

from tests import catalogue
from tests.check import LOCALE, ROOT

BUTTON = re.compile(r"<button(?:\{%.*?%\}|[^>])*>(.*?)</button>", re.S)
WORDS = re.compile(
    r'\{% translate "([^"]*)"(?: context "([^"]*)")?'
    r'|\{% blocktranslate(?:(?! context )[^%])*(?: context "([^"]*)")?.*?%\}(.*?)(?=\{% plural|\{% endblocktranslate)',
    re.S,
)
UNHEARD = re.compile(r'<span class="sr">.*?</span>', re.S)
ACT = re.compile(
    r"(?:Ne plus )?(?:(?:Tout|Rien|Se|Le|La|Les) |S’)?[\w’]+(?:er|ir|oir|re)\b(?<!Autre)(?<!Arbitre)", re.I
)
EMPTY = {"OK", "Oui", "Non", "C’est fini", "C’est le moment", "C’est saisi", "Jouée", "Fait", "Suivant", "Soumettre"}
"""Former labels that did not name the effect of their button."""

ANSWERS = {
    "%(count)s sur %(all)s", "Affichées ailleurs", "Aucun de ces cas", "Autre chose",
    "Carte inconnue\xa0: continuer ainsi", "Ces cas ensemble", "Ces couleurs", "Désaccord sur le nombre de levées",
    "Elle joue", "Impossible à établir", "J’y vais",
    "J’ai joué cette donne, ou j’en ai entendu parler", "Je ne joue pas", "Ne siège pas", "Non jouée",
    "Non, tout laisser comme c’est", "Non, un nouveau tournoi", "Oui à celles qui sont touchées",
    "Oui, au prochain démarrage", "Oui, c’est le fichier de cette soirée", "Oui, oublier %(name)s", "Parts égales",
    "Pas encore\xa0: revenir en arrière", "Passe général", "Personne ne sait plus laquelle", "on ne sait pas",
}  # fmt: skip
"""Keys that answer the heading above them."""

STATES = {
    "%(card)s jouée", "%(pair)s s’en va à partir du tour %(round)s", "C’est approuvé\xa0: entrer",
    "Est-Ouest est informé", "Ils sont finalement d’accord", "J’ai établi ce qui s’est passé",
    "Je l’ai relue, elle est maintenue",
    "Les deux camps sont informés", "Nord-Sud est informé", "Rien à arbitrer\xa0: le jeu continue",
    "Saisi dans le logiciel de calcul",
}  # fmt: skip
"""Labels that state what has happened or will happen; a touch records it."""

OPENS = {
    "Arbitre\u202f!", 'Table <b class="n">%(letter)s%(number)s</b>\xa0: Arbitre\u202f!',
    "La Loi 85, pas à pas", "Le sens des colonnes", "Nouveau mot de passe", "Tour précédent",
    "Tour suivant", "Un lien pour le téléphone de chaque joueur",
}  # fmt: skip
"""Labels that name the thing that a touch opens or makes."""


@pytest.fixture(scope="module")
def buttons() -> dict[str, str]:
    """Return the French of every button of a page, with its template."""
    return dict(found())


def found() -> Iterator[tuple[str, str]]:
    entries = catalogue.read(ROOT / LOCALE / "django.po")
    french = {(entry.context, entry.msgid): entry.french[0] for entry in entries}
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for button in BUTTON.findall(path.read_text(encoding="utf-8")):
            if words := WORDS.search(UNHEARD.sub("", button)):
                message = words[1] or re.sub(r"\{\{ ?(\w+)[^}]*\}\}", r"%(\1)s", words[4])
                yield french[words[2] or words[3] or "", message], path.name


def test_a_button_begins_with_what_it_does_unless_it_answers_states_or_opens(buttons):
    assert len(buttons) > 150
    known = ANSWERS | STATES | OPENS
    unclear = {words: where for words, where in buttons.items() if not ACT.match(words) and words not in known}
    assert not unclear, f"begin with the act (“Fermer la table”), or list it here with its kind: {unclear}"
    assert known <= set(buttons), known - set(buttons)


def test_no_button_is_a_word_that_says_nothing_of_what_follows(buttons):
    assert not EMPTY & set(buttons)
