"""Documents are typeset in a separate process, which is killed if it takes too long, so that the worker's memory stays
small."""

import io
import re
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from pypdf import PdfReader

from arbitrage.pages.report import pdf
from arbitrage.pages.report import typesetter as module
from arbitrage.pages.report.typesetter import Refused, TooMuch, Typesetter
from arbitrage.services import incidents
from arbitrage.services.record import incident_index
from tests.arbitrage.at_the_screen import url, words

ROOT = Path(__file__).resolve().parents[3]

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

FOLDER = ROOT / "templates" / "report"
FOR_EVER = "#for i in range(200000) { for j in range(20000) { let x = i * j } }"


@pytest.fixture
def setter(tmp_path) -> Typesetter:
    typesetter = Typesetter()
    yield typesetter
    for one in typesetter.idle:
        one.end()


def paper(tmp_path, words: str) -> dict[str, object]:
    path = tmp_path / "paper.typ"
    path.write_text(words)
    return {"input": str(path), "format": "pdf"}


def test_a_paper_is_set_by_the_same_process_and_by_another_after_ten(setter, tmp_path):
    used = set()
    for _number in range(module.PAPERS + 1):
        assert setter.set(paper(tmp_path, "Hello")).startswith(b"%PDF")
        used.add(setter.idle[-1].process.pid)
    assert len(used) == 2


def test_a_document_that_has_no_end_is_ended_and_the_next_one_is_set(setter, tmp_path):
    began = time.monotonic()
    with pytest.raises(TooMuch):
        setter.set(paper(tmp_path, FOR_EVER), seconds=2.0)
    assert time.monotonic() - began < 10
    assert setter.set(paper(tmp_path, "Hello")).startswith(b"%PDF")


def test_what_typst_refuses_is_told_and_the_next_one_is_set(setter, tmp_path):
    with pytest.raises(Refused, match="unknown variable"):
        setter.set(paper(tmp_path, "#nothing"))
    assert setter.set(paper(tmp_path, "Hello")).startswith(b"%PDF")


def test_a_third_document_waits_for_its_turn_and_not_for_ever(setter, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WAITS", 0.3)
    asked = paper(tmp_path, FOR_EVER)
    with ThreadPoolExecutor(2) as others:
        taken = [others.submit(setter.set, asked, 4.0) for _number in range(module.AT_ONCE)]
        time.sleep(1)
        with pytest.raises(TooMuch):
            setter.set(paper(tmp_path, "Hello"))
        assert [type(one.exception()) for one in taken] == [TooMuch] * module.AT_ONCE


def test_a_process_that_was_killed_meanwhile_is_replaced(setter, tmp_path):
    setter.set(paper(tmp_path, "Hello"))
    setter.idle[0].process.kill()
    setter.idle[0].process.wait()
    assert setter.set(paper(tmp_path, "Hello")).startswith(b"%PDF")


def test_a_process_that_waits_ends_at_once_with_its_server_or_by_an_interruption(tmp_path):
    """Ctrl-C reaches both processes; a server that is killed only closes the pipe."""
    for end in (lambda process: process.send_signal(signal.SIGINT), lambda process: process.stdin.close()):
        typesetter = Typesetter()
        typesetter.set(paper(tmp_path, "Hello"))
        process = typesetter.idle[0].process
        time.sleep(0.5)  # it waits for the next document
        end(process)
        try:
            process.wait(timeout=module.IDLE / 6)
        finally:
            typesetter.idle[0].end()


def test_the_process_loads_nothing_of_the_application(setter, tmp_path):
    said = "import runpy, sys; runpy.run_path(sys.argv[1]); print(sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-s", "-c", said, module.__file__], capture_output=True, text=True, check=True
    )
    assert not re.search(r"'(django|arbitrage|rulings|psycopg)\b", loaded.stdout)


def test_paper_after_paper_leaves_the_worker_as_it_was(confirmed, client):
    """The worker of a club stays small all evening; `typst` took some twenty megabytes for each paper, and never freed
    them."""
    address = url("report_pdf", confirmed.pk)
    for _number in range(5):
        assert client.get(address).status_code == 200
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _number in range(20):
        client.get(address)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < 20


def test_a_report_with_three_hundred_long_notes_is_bounded_and_says_what_it_leaves_out(confirmed, director, client):
    with incident_index.postponed():
        for number in range(300):
            incidents.add_words(incident=confirmed, words=f"{number} " + "word " * 900, by=director)
    began = time.monotonic()
    answer = client.get(url("report_pdf", confirmed.pk))
    assert answer.status_code == 200
    assert time.monotonic() - began < 30
    pages = PdfReader(io.BytesIO(answer.content)).pages
    assert len(pages) < 40
    assert "which stand on the page of the incident" in words(client.get(url("report", confirmed.pk)))


def test_a_pdf_that_takes_too_long_leads_to_the_page_that_can_be_printed(confirmed, client, monkeypatch):
    def too_much(*_asked: object) -> bytes:
        raise TooMuch

    monkeypatch.setattr(module.typesetter, "set", too_much)
    answer = client.get(url("report_pdf", confirmed.pk))
    assert (answer.status_code, answer["Retry-After"]) == (503, "30")
    assert url("report", confirmed.pk) in answer.content.decode()
    assert "The PDF is not ready" in words(answer)


def test_every_sign_that_is_printed_as_itself_has_a_glyph(setter, tmp_path):
    """A sign without a glyph is replaced by "□" (`pdf.MISSING`): typst refuses a document with a sign that no font
    draws."""
    fonts = re.search(r"font: \(.*?\)", (FOLDER / "documents.typ").read_text())[0]
    asked = paper(tmp_path, f'#set document(title: "x")\n#set text({fonts}, lang: "fr")\n#sys.inputs.signs')
    asked |= {"font_paths": [str(FOLDER / "fonts")], "ignore_system_fonts": True, "pdf_standards": ["ua-1"]}
    signs = [number for number in map(chr, range(0x20, 0x2720)) if not pdf._NOT_DRAWN.match(number)]
    assert len(signs) > 1500
    assert setter.set(asked | {"sys_inputs": {"signs": " ".join(signs)}}).startswith(b"%PDF")
    with pytest.raises(Refused):
        setter.set(asked | {"sys_inputs": {"signs": "中"}})
