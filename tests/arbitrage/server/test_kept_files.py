"""A file computed from the program alone is cached for one version of the program, and never served for another."""

import pytest

from arbitrage.server import kept_files


@pytest.fixture
def folder(settings, tmp_path):
    settings.KEPT_DIR = tmp_path / "kept"
    return settings.KEPT_DIR


def no_second_time() -> bytes:
    raise AssertionError("computed again")


def test_a_file_is_computed_once(folder):
    assert kept_files.kept("laws.json", lambda: b"laws") == b"laws"
    assert kept_files.kept("laws.json", no_second_time) == b"laws"
    assert [path.name for path in folder.iterdir()] == [f"{kept_files.version()}-laws.json"]


def test_another_version_of_the_program_computes_its_own_and_deletes_the_earlier_one(folder, monkeypatch):
    kept_files.kept("laws.json", lambda: b"laws")
    kept_files.kept("search.json", lambda: b"search")
    monkeypatch.setattr(kept_files, "version", lambda: "another")
    assert kept_files.kept("laws.json", lambda: b"other laws") == b"other laws"
    assert [path.name for path in folder.glob("*-laws.json")] == ["another-laws.json"]
    assert len([*folder.glob("*-search.json")]) == 1


def test_a_folder_that_cannot_be_written_in_costs_nothing_but_time(settings, tmp_path):
    (tmp_path / "file").touch()
    settings.KEPT_DIR = tmp_path / "file" / "kept"
    assert kept_files.kept("laws.json", lambda: b"laws") == b"laws"
    assert kept_files.kept("laws.json", lambda: b"laws again") == b"laws again"


def test_a_full_disk_leaves_no_half_a_file(folder, monkeypatch):
    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_files.os, "fsync", full)
    assert kept_files.kept("laws.json", lambda: b"laws") == b"laws"
    assert [*folder.iterdir()] == []


def test_a_file_that_is_made_of_data_too_is_computed_again_when_the_data_are_others(folder, tmp_path):
    data = tmp_path / "situations.toml"
    data.write_text("one")
    before = kept_files.digest_of([data], "sheet")
    kept_files.kept("situations.json", lambda: b"one", of=before)
    assert kept_files.kept("situations.json", no_second_time, of=before) == b"one"

    data.write_text("two")
    after = kept_files.digest_of([data], "sheet")
    assert len({before, after, kept_files.digest_of([data], "another sheet")}) == 3
    assert kept_files.kept("situations.json", lambda: b"two", of=after) == b"two"
    assert [path.name for path in folder.iterdir()] == [f"{kept_files.version()}-{after}-situations.json"]
