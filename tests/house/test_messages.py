"""`make messages`: the catalogue for the translator."""

import re
from pathlib import Path

from django.core.management import call_command

from tests import catalogue

FRENCH = Path(__file__).resolve().parents[2] / "locale" / "fr" / "LC_MESSAGES" / "django.po"


def test_a_new_sentence_that_resembles_another_one_has_no_french_until_somebody_gives_it_one(tmp_path, monkeypatch):
    french = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    french.parent.mkdir(parents=True)
    old = 'msgid "The lead is accepted, and play goes on."\nmsgstr "L’attaque est acceptée, et le jeu continue."\n'
    french.write_text(f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n{old}', encoding="utf-8")
    (tmp_path / "law.py").write_text('_("The lead is refused, and play goes on.")\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", locale=["fr"], no_obsolete=True, no_location=True, verbosity=0)
    [entry] = catalogue.read(french)
    assert (entry.msgid, entry.french, entry.flags) == ("The lead is refused, and play goes on.", [""], set())


ONE_WORD = {
    r"\b(sits?|sat|sitting) out\b": ("exempt", r"relais"),
    r"(?<!knock-out )\b(a|the) match\b": ("match|équipes?", r"\brencontres?\b"),
}
"""English of a sentence, with its right French term and a wrong one."""


def test_french_has_one_word_for_who_sits_out_and_for_what_two_teams_play():
    """Say *exempt*: *relais* is two tables that share their boards, and *rencontre* is what players do."""
    entries = [entry for entry in catalogue.read(FRENCH) if "," not in entry.msgid or "." in entry.msgid]
    assert len(entries) > 1_000
    for english, (_right, wrong) in ONE_WORD.items():
        matching = [entry for entry in entries if re.search(english, entry.msgid, re.IGNORECASE)]
        assert len(matching) > 3
        assert [entry.msgid for entry in matching if re.search(wrong, " ".join(entry.french), re.IGNORECASE)] == []
