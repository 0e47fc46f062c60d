"""A device caches the program anew for a lost network whenever any part of it changes."""

import shutil
from pathlib import Path

import pytest

from arbitrage.pages.devices import compiled_laws, offline_worker
from arbitrage.server import kept_files, program_files

pytestmark = pytest.mark.either_database


def version() -> str:
    return str(offline_worker.kept_here()["version"])


@pytest.fixture
def copied(tmp_path, monkeypatch) -> Path:
    """A copy of the cached static files, which the program reads instead of its own."""
    for name in compiled_laws.paths_of_static():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(program_files.STATIC / name, tmp_path / name)
    monkeypatch.setattr(program_files, "STATIC", tmp_path)
    return tmp_path


def test_a_change_of_a_static_file_of_the_laws_or_of_the_program_makes_a_device_cache_all_anew(copied, monkeypatch):
    seen = [version()]
    assert version() == seen[0], "nothing has changed"
    for name in (compiled_laws.paths_of_static()[0], compiled_laws.paths_of_static()[-1]):
        (copied / name).write_bytes((copied / name).read_bytes() + b"\n")
        seen.append(version())
    monkeypatch.setattr(offline_worker, "VERSION", "99")
    seen.append(version())
    monkeypatch.setattr(kept_files, "version", lambda: "other laws")
    seen.append(version())
    assert len(set(seen)) == 5


@pytest.mark.parametrize("name", ["devices/shell.html", "base.html"])
def test_a_change_of_the_page_without_a_network_makes_a_device_cache_all_anew(tmp_path, settings, name):
    before = version()
    (tmp_path / name).parent.mkdir(exist_ok=True)
    text = (program_files.TEMPLATES / name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(text.replace("<p", "<p lang=fr", 1) + "<!-- -->", encoding="utf-8")
    settings.TEMPLATES = [engine | {"DIRS": [tmp_path, *engine["DIRS"]]} for engine in settings.TEMPLATES]
    assert version() != before
