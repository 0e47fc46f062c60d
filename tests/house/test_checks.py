"""`make check` refuses faulty examples."""

import ast
import json
import subprocess

import pytest

from tests import catalogue, check

LOCK = """\
django==5.2.19 \\
    --hash=sha256:{hash}
    # via
    #   arbitrage (pyproject.toml)
    #   django-axes
segno==1.6.6 \\
    --hash=sha256:{hash}
    # via arbitrage (pyproject.toml)
""".format(hash="0" * 64)
ASKED = {"arbitrage (pyproject.toml)": ["django>=5.2.8,<5.3", "segno>=1.6.6,<2"]}


def test_a_lock_in_step_has_no_fault():
    assert list(check.lock_faults(LOCK, ASKED)) == []


@pytest.mark.parametrize(
    ("lock", "asked", "fault"),
    [
        (LOCK, ["django>=5.2.20", "segno"], "it has django at 5.2.19, pyproject.toml asks for django>=5.2.20"),
        (LOCK, ["django", "segno", "typst"], "it has typst at nothing, pyproject.toml asks for typst"),
        (LOCK, ["django"], "segno is no longer in pyproject.toml"),
        (LOCK.replace("--hash=sha256:", "--hash=md5:"), ["django", "segno"], "django has no hash"),
        (
            LOCK.replace("# via arb", "# via Arb"),
            ["django", "segno"],
            "it does not say that arbitrage (pyproject.toml) asks for segno",
        ),
        ("--index-url somewhere\n" + LOCK, ["django", "segno"], "it holds an address"),
    ],
)
def test_a_lock_out_of_step_is_told_why(lock, asked, fault):
    assert fault in list(check.lock_faults(lock, {"arbitrage (pyproject.toml)": asked}))


def test_the_locks_of_the_project_are_in_step():
    assert check.locks() == []


@pytest.mark.parametrize(
    "french",
    [
        "Entame hors tour\u202f?",
        "Arbitre\u202f!",
        "Décision\u00a0: une levée",
        "42,86\u00a0%",
        "%(share)s\u00a0%%",
        "le terme «\u00a0sans concertation\u00a0»",
        "L’adversaire de gauche [lho], la carte [card:the]",
        "à 21:04, article 64A",
        '<a href="%(url)s" class="more">Suite…</a>',
    ],
)
def test_french_set_as_it_is_printed_passes(french):
    assert catalogue.typography(french) == []


@pytest.mark.parametrize(
    ("french", "sign"),
    [
        ("Entame hors tour ?", "; ! ?"),
        ("Arbitre!", "; ! ?"),
        ("Décision : une levée", "before :"),
        ("Décision: une levée", "before :"),
        ("42,86 %", "before %"),
        ("42,86%", "before %"),
        ("« sans concertation »", "inside « »"),
        ("L'adversaire", "’"),
        ("l'[card]", "’"),
        ("Attendez...", "…"),
        ('le "mort"', "« »"),
    ],
)
def test_french_set_otherwise_is_told_what_is_wrong(french, sign):
    assert [rule for rule in catalogue.typography(french) if sign in rule] != []


def test_the_catalogue_is_read_with_contexts_plurals_and_flags(tmp_path):
    path = tmp_path / "django.po"
    path.write_text(
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\n'
        'msgctxt "call"\nmsgid "double"\nmsgstr "contre"\n\n'
        'msgid "%(n)s trick"\nmsgid_plural "%(n)s tricks"\nmsgstr[0] "%(n)s levée"\nmsgstr[1] "%(n)s "\n"levées"\n\n'
        '#, fuzzy\nmsgid "revoke"\nmsgstr "renoncement"\n\n'
        'msgid "lead"\nmsgstr ""\n\n'
        '#~ msgid "old"\n#~ msgstr "vieux"\n'
    )
    entries = catalogue.read(path)
    assert [entry.key for entry in entries] == [
        ("call", "double", ""),
        ("", "%(n)s trick", "%(n)s tricks"),
        ("", "revoke", ""),
        ("", "lead", ""),
    ]
    assert entries[1].french == ["%(n)s levée", "%(n)s levées"]
    assert [entry.translated for entry in entries] == [True, True, False, False]


@pytest.mark.parametrize(
    "code", ['_("Law"), _("State")', '{% translate "Law" %}', 'gettext_noop("Law")', '{% translate "Law" as law %}']
)
def test_a_text_that_a_number_inflects_is_seen_where_it_is_read_alone(code):
    assert check.ALONE.findall(code)[0] == "Law"
    inflected = 'ngettext("Law", "Laws", 1) + npgettext("before numbers", "Law", "Laws", 1)'
    assert check.ALONE.findall(inflected) == []


def test_every_text_of_the_catalogue_has_its_french_set_as_it_is_printed():
    assert check.translations() == []


def test_no_file_sends_a_reader_elsewhere():
    assert check.addresses() == []


@pytest.mark.parametrize("host", ["www.w3.org", "127.0.0.1", "club.example.org", "{host}", "${HOST}"])
def test_standards_examples_and_blanks_may_be_named(host):
    assert check.known(host)


@pytest.mark.parametrize("host", ["cdn.example.net", "www.w3.org.example.net", "example.organisation"])
def test_other_hosts_may_not(host):
    assert not check.known(host)


# Known vulnerabilities of packages


def audited(monkeypatch, *dependencies: dict) -> list[str]:
    report = json.dumps({"dependencies": dependencies})
    done = subprocess.CompletedProcess([], 1, report, "")
    monkeypatch.setattr(check.subprocess, "run", lambda *args, **kwargs: done)
    return check.known_weaknesses()


def test_a_weakness_of_a_package_is_named_with_the_version_that_mends_it(monkeypatch):
    weak = {"name": "django", "version": "5.2.1", "vulns": [{"id": "CVE-0000-1", "fix_versions": ["5.2.8"]}]}
    assert audited(monkeypatch, weak, {"name": "segno", "version": "1", "vulns": []}) == [
        "django 5.2.1: CVE-0000-1, mended in 5.2.8"
    ]


def test_the_libraries_of_windows_are_looked_at_on_every_system():
    lock = check.for_every_system((check.ROOT / "requirements" / "run.lock").read_text(encoding="utf-8"))
    pins = {package: entry.splitlines()[0] for package, _version, entry in check.pinned(lock)}
    assert {"cryptography", "tzdata"} <= set(pins)
    assert [line for line in pins.values() if ";" in line or not line.endswith(" \\")] == []


def test_where_nothing_is_told_of_any_package_the_check_says_so_and_fails_nothing(monkeypatch):
    with pytest.raises(check.OutOfReach):
        audited(monkeypatch, {"name": "django", "skip_reason": "not found"})


def test_no_text_to_be_translated_stands_inside_a_string_that_is_formatted():
    """The extraction of texts does not look inside an f-string, so that the sentence would stay English (“Old backups
    …”)."""
    calls_found = []
    for path in sorted((check.ROOT / "arbitrage").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                calls_found += [
                    f"{path.name}:{node.lineno}"
                    for call in ast.walk(node)
                    if isinstance(call, ast.Call)
                    and getattr(call.func, "id", "") in ("_", "gettext", "ngettext", "pgettext")
                    and all(isinstance(arg, ast.Constant) for arg in call.args)
                ]
    assert calls_found == []
