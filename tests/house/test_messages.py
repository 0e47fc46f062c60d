"""`make messages`: what the translator is handed."""

from django.core.management import call_command

from tests import catalogue


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
