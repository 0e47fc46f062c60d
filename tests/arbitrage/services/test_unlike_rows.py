"""Sentences about stored rows that differ from the record, in the language of the installation."""

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from arbitrage.models import Answer
from arbitrage.services.record import club_rows, tournament_rows, unlike_rows
from arbitrage.services.record.projection import PROJECTED

ENGLISH = ("missing", "not in the record", "Ruling", "Answer", "Result")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_row_that_the_record_holds_has_its_own_name(language):
    models = {model.__name__ for model in (*club_rows.MODELS, *tournament_rows.MODELS, *PROJECTED)}
    others = {"IndexEntry", "Member", "Note on conduct"}
    assert set(unlike_rows.KINDS) == models | others
    with translation.override(language):
        names = [unlike_rows.named(kind) for kind in sorted(models)]
    assert len(set(names)) == len(names)
    english = [kind for kind, name in zip(sorted(models), names, strict=True) if name == kind]
    assert english == (["Club", "Incident", "Invitation", "Section"] if language == "fr" else sorted(models))


@pytest.mark.django_db
def test_the_verification_of_the_record_speaks_french_of_each_row(ruled, capsys):
    answer, lost, *_others = Answer.objects.filter(inquiry__incident=ruled).order_by("pk")
    Answer.objects.filter(pk=answer.pk).update(value="somebody")
    Answer.objects.filter(pk=lost.pk).delete()
    stray = Answer.objects.create(inquiry=answer.inquiry, question="stray", value="yes", at=answer.at, version=99)
    with translation.override("fr"), pytest.raises(CommandError, match="Le registre n’est pas"):
        call_command("verify_history", processes=1)
    output = capsys.readouterr().out
    assert f"Réponse {answer.pk}\u00a0: la ligne n’est pas ce que disent les entrées (value)" in output
    assert f"Réponse {lost.pk}\u00a0: la ligne manque" in output
    assert f"Réponse {stray.pk}\u00a0: aucune entrée ne contient cette ligne" in output
    assert not [word for word in ENGLISH if word in output], output
