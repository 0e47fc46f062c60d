"""The command that makes the demonstration club, or only its files, on any date, in any folder, and beside another
club."""

import datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from arbitrage.demo.club import make_demo_club
from arbitrage.models import Adjustment, Club, Incident
from tests.arbitrage import factories as make
from tests.arbitrage.demo import demo_facts

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NOW = datetime.datetime(2026, 3, 13, 14, 24, tzinfo=datetime.UTC)


def test_nothing_is_made_beside_another_club():
    make.make_club()
    assert make_demo_club(now=NOW) is None
    assert Club.objects.count() == 1
    with pytest.raises(CommandError, match="--force-new"):
        call_command("demo")


def test_one_more_is_made_beside_another_club_when_it_is_asked_for():
    make.make_member(make.make_club(), "castel")
    demo = make_demo_club(now=NOW, force_new=True, with_incidents=False)
    assert demo.created and demo.club.slug == "tilleuls-demo2"
    assert [person.username for person in demo.sign_ins] == ["castel2", "aubry2", "tourneur2"]


def test_without_incidents_everything_is_played_and_nobody_has_called():
    demo = make_demo_club(now=NOW, with_incidents=False)
    assert (Incident.objects.count(), Adjustment.objects.count()) == (0, 0)
    assert demo_facts.result_of(demo, demo_facts.FOUNDING).score == 660


def test_the_command_only_writes_the_files_where_it_is_told(tmp_path: Path, capsys, one_moment):
    call_command("demo", files=tmp_path / "new" / "folder")
    written = sorted(path.name for path in (tmp_path / "new" / "folder").iterdir())
    today = timezone.localdate(one_moment)
    before, earlier = (today - datetime.timedelta(days=days) for days in (3, 10))
    names = (today, f"{today}-tour-4", f"{before}-cas", f"{earlier}-hors-tour")
    assert written == sorted(f"regularite-{name}.{kind}" for name in names for kind in ("pbn", "xml"))
    assert capsys.readouterr().out.count("\n") == 8
    assert Club.objects.count() == 0


@pytest.mark.usefixtures("in_english")
def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="cannot be written in"):
        call_command("demo", files=tmp_path / "file")
