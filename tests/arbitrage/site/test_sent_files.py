"""Style sheets and scripts as browsers receive them are complete, except for comments on lines of their own."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finder
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage

from arbitrage.server import static_files
from arbitrage.server.static_files import COMMENTS, HashedFiles

STATIC = Path(__file__).resolve().parents[3] / "static"
OURS = sorted([*(STATIC / "css").glob("*.css"), *(STATIC / "js").rglob("*.js")])

SCRIPT = b"""// What it does.
/** Two lines
 * of explanation. */
const address = "http://127.0.0.1"; // stays, with its line
  // a remark
const text = /* stays */ 1;
/* one */ const two = 2; /* three */
"""


def kept(name: str, content: bytes, folder: Path) -> bytes:
    """Return a file under the name that contains its digest, as `collectstatic` stores it."""
    source = FileSystemStorage(location=folder / "ours")
    source.save(name, ContentFile(content))
    files = HashedFiles(location=folder / "sent", base_url="/static/")
    files.save(name, source.open(name))
    list(files.post_process({name: (source, name)}))
    hashed = files.hashed_files[name]
    return (folder / "sent" / hashed).read_bytes()


@pytest.mark.parametrize("name", ["js/one.js", "js/offline/one.js", "css/one.css"])
def test_comments_that_have_their_lines_to_themselves_are_not_sent(tmp_path, name):
    assert kept(name, SCRIPT, tmp_path) == (
        b'const address = "http://127.0.0.1"; // stays, with its line\n'
        b"const text = /* stays */ 1;\n/* one */ const two = 2; /* three */\n"
    )


def test_the_files_of_others_are_sent_as_they_are(tmp_path):
    assert kept("django_htmx/one.js", SCRIPT, tmp_path) == SCRIPT


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_no_words_of_a_page_are_taken_for_a_comment(path):
    source = path.read_bytes()
    for comment in COMMENTS.finditer(source):
        before = COMMENTS.sub(b"", source[: comment.start()])
        assert before.count(b"`") % 2 == 0, comment[0]


def test_modules_are_named_however_many_import_each_other_in_a_row(tmp_path):
    """Each module imports the next, so that the first can be named only after all the others."""
    source = FileSystemStorage(location=tmp_path / "ours")
    names = [f"js/offline/{letter}.js" for letter in "abcdefghijklmn"]
    for name, follows in zip(names, [*names[1:], ""], strict=True):
        source.save(name, ContentFile(f'import "./{Path(follows).name}";\n'.encode() if follows else b"let last;\n"))
    files = HashedFiles(location=tmp_path / "sent", base_url="/static/")
    for name in names:
        files.save(name, source.open(name))
    done = list(files.post_process({name: (source, name) for name in names}))
    assert [name for name, _hashed, changed in done if isinstance(changed, Exception)] == []
    first = (tmp_path / "sent" / files.hashed_files[names[0]]).read_text()
    assert Path(files.hashed_files[names[1]]).name in first


def test_every_script_imports_the_others_by_the_names_under_which_they_are_sent(tmp_path):
    source, names = FileSystemStorage(location=STATIC), [str(path.relative_to(STATIC)) for path in OURS]
    files = HashedFiles(location=tmp_path / "sent", base_url="/static/")
    for name in names:
        if name.endswith(".js"):
            files.save(name, source.open(name))
    list(files.post_process({name: (source, name) for name in names if name.endswith(".js")}))
    imports = {
        (name, imported)
        for name, hashed in files.hashed_files.items()
        for imported in re.findall(r"""\bimport\b[^;]*?["'](\.[^"']+)""", (tmp_path / "sent" / hashed).read_text())
    }
    assert ("js/app.js", f"./{Path(files.hashed_files['js/hands.js']).name}") in imports
    assert [one for one in imports if not (tmp_path / "sent" / Path(one[0]).parent / one[1]).exists()] == []
    assert [one for one in imports if not re.search(r"\.[0-9a-f]{12}\.js$", one[1])] == []


@pytest.fixture
def collections(settings, monkeypatch, tmp_path) -> Iterator[list[str]]:
    """Commands that have collected files so far, by name; they write one file into a folder of this test."""
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "sent", [tmp_path / "ours"]
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours" / "one.css").write_text("p { color: red }")
    get_finder.cache_clear()
    called: list[str] = []

    def collect(name: str, **_options: object) -> None:
        called.append(name)
        settings.STATIC_ROOT.mkdir(exist_ok=True)
        (settings.STATIC_ROOT / "one.css").write_text("p{}")

    monkeypatch.setattr(static_files, "call_command", collect)
    static_files.collect()
    yield called
    get_finder.cache_clear()


def test_files_are_collected_once(collections):
    static_files.collect()
    assert collections == ["collectstatic"]


@pytest.mark.parametrize("place", ["ours/one.css", "sent/one.css"])
def test_files_are_collected_again_when_one_is_another(collections, tmp_path, place):
    (tmp_path / place).write_text("p { color: tan }")
    static_files.collect()
    static_files.collect()
    assert collections == ["collectstatic"] * 2


@pytest.mark.parametrize("lost", ["one.css", static_files.COLLECTED])
def test_files_are_collected_again_when_one_is_gone(collections, settings, lost):
    (settings.STATIC_ROOT / lost).unlink()
    static_files.collect()
    assert collections == ["collectstatic"] * 2


def test_files_are_collected_again_when_one_is_added(collections, tmp_path):
    (tmp_path / "ours" / "two.css").touch()
    static_files.collect()
    assert collections == ["collectstatic"] * 2
