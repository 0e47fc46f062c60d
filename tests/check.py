"""`make check`: all checks that need no running application, each by name. A failure does not stop the others."""

import gettext
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from rulings.engine.earlier import EARLIER
from tests import catalogue

ROOT = Path(__file__).resolve().parent.parent
LOCALE = Path("locale/fr/LC_MESSAGES")
OUTSIDE = {
    ".git",
    ".venv",
    "node_modules",
    "var",
    ".hypothesis",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    "__pycache__",
}

Complaints = list[str]


class Missing(Exception):
    """Error: a check needs a tool that is not on this machine."""


class OutOfReach(Exception):
    """Error: a check needs the network, which does not answer. Such a check is never required."""


def ran(*command: str, **environment: str) -> Complaints:
    """Run a command with the Python tools of this environment; return its output if it failed, otherwise nothing.

    :raises Missing: the command is not on this machine.
    """
    beside = Path(sys.executable).parent / command[0]
    program = str(beside) if beside.exists() else shutil.which(command[0])
    if program is None:
        raise Missing(command[0])
    settings = {**os.environ, "DATABASE_URL": "", **environment}
    done = subprocess.run([program, *command[1:]], cwd=ROOT, env=settings, capture_output=True, text=True)
    return [(done.stdout + done.stderr).strip() or f"{command[0]} failed"] if done.returncode else []


def of_node(tool: str, *arguments: str) -> Complaints:
    """Run a tool of package.json on the JavaScript.

    :raises Missing: Node is not on this machine, or `npm ci` has not been run.
    """
    if shutil.which("node") is None:
        raise Missing("node")
    program = ROOT / "node_modules" / ".bin" / tool
    if not program.exists():
        raise Missing("what npm ci installs")
    return ran(str(program), *arguments)


def lock_of_node() -> Complaints:
    """Complain of a package without its hash, or of an address: package-lock.json must not name a registry or
    funding."""
    text = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: one for name, one in json.loads(text)["packages"].items() if name}
    complaints = [
        f"package-lock.json: {name} has no hash" for name, one in packages.items() if not one.get("integrity")
    ]
    return complaints + (["package-lock.json: it holds an address: run make locks"] if "://" in text else [])


def manage(*arguments: str, **environment: str) -> Complaints:
    return ran("python", "manage.py", *arguments, **environment)


def templates() -> Complaints:
    return ran("djade", "--check", "--target-version", "5.2", *map(str, sorted(ROOT.glob("templates/**/*.html"))))


def schema(name: str, folder: str) -> Complaints:
    """Complain of errors in the files of a folder that the repository's host reads."""
    files = sorted(str(path) for path in ROOT.glob(f"{folder}/*.yml") if path.name != "config.yml")
    return ran("check-jsonschema", "--builtin-schema", f"vendor.github-{name}", *files)


def settings_of_a_hosted_club() -> Complaints:
    with tempfile.TemporaryDirectory() as data:
        return manage(
            "check", "--deploy", "--fail-level", "WARNING", HTTPS="yes", DATA_DIR=data, ALLOWED_HOSTS="club.example.org"
        )


# Words


def translations() -> Complaints:
    """Complain of a text without French, of wrong French typography, and of a plural whose singular is also translated
    without a number, which an older Python does not find."""
    complaints, alone = [], set(ALONE.findall(marked_code()))
    for entry in catalogue.read(ROOT / LOCALE / "django.po"):
        if entry.plural and not entry.context and entry.msgid in alone:
            complaints.append(f"read alone, and with a number: give one of the two a context: {entry.msgid!r}")
        if not entry.translated:
            complaints.append(f"no French, or French to be reviewed: {entry.msgid!r}")
        if entry.msgid in EARLIER:  # released sentences must not change
            continue
        for french in entry.french:
            complaints += [f"{rule}: {french!r}" for rule in catalogue.typography(french)]
    return complaints


ALONE = re.compile(r"""(?:\b_\(|\bgettext(?:_lazy|_noop)?\(|translate)\s*"([^"\n]*)"\s*(?:\)|%\}|as )""")
"""Pattern of the markers of a text without a plural, in the code or on a page."""


def marked_code() -> str:
    files = [path for part in ("arbitrage", "rulings", "templates") for path in (ROOT / part).rglob("*.*")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files if path.suffix in (".py", ".html", ".txt"))


def compiled_catalogue() -> Complaints:
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "django.mo"
        if failed := ran("msgfmt", "--check", "--output-file", str(fresh), str(LOCALE / "django.po")):
            return failed
        if messages(fresh) != messages(ROOT / LOCALE / "django.mo"):
            return ["locale/fr/LC_MESSAGES/django.mo is not made from django.po: run make messages"]
    return []


def messages(compiled: Path) -> dict[object, str]:
    return vars(gettext.GNUTranslations(io.BytesIO(compiled.read_bytes())))["_catalog"]


def texts_of_the_code() -> Complaints:
    """Extract the texts again into another folder, and complain of those that only the code or only the catalogue
    has."""
    if not shutil.which("xgettext"):
        raise Missing("xgettext")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for part in ("arbitrage", "rulings", "templates"):
            shutil.copytree(ROOT / part, copy / part, ignore=shutil.ignore_patterns(*OUTSIDE))
        (copy / "locale").mkdir()
        command = [
            sys.executable,
            "-m",
            "django",
            "makemessages",
            "--locale",
            "fr",
            "--no-location",
            "--verbosity",
            "0",
        ]
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True)
        if done.returncode:
            return [(done.stdout + done.stderr).strip()]
        marked = {entry.key for entry in catalogue.read(copy / LOCALE / "django.po")}
    written = {entry.key for entry in catalogue.read(ROOT / LOCALE / "django.po")}
    return [f"not in the catalogue (make messages): {text!r}" for _, text, _ in sorted(marked - written)] + [
        f"in the catalogue, no longer in the code (make messages): {text!r}" for _, text, _ in sorted(written - marked)
    ]


# The locks


def known_weaknesses() -> Complaints:
    """List the published vulnerabilities of the versions that a club runs, including Windows, from the index of
    packages.

    :raises OutOfReach: the index does not answer, or knows none of the packages.
    """
    lock = (ROOT / "requirements/run.lock").read_text(encoding="utf-8")
    program = str(Path(sys.executable).with_name("pip-audit"))
    command = [program, "--require-hashes", "--disable-pip", "--progress-spinner=off", "--format=json", "-r"]
    try:
        with tempfile.TemporaryDirectory() as folder:
            (path := Path(folder) / "run.lock").write_text(for_every_system(lock), encoding="utf-8")
            done = subprocess.run([*command, str(path)], cwd=ROOT, capture_output=True, text=True, timeout=120)
        audited = json.loads(done.stdout)["dependencies"]
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        raise OutOfReach("the index of packages tells no weaknesses here") from None
    told = [one for one in audited if "vulns" in one]
    if not told:
        raise OutOfReach("the index of packages tells no weaknesses here")
    return [
        f"{one['name']} {one['version']}: {weakness['id']}, "
        f"mended in {', '.join(weakness['fix_versions']) or 'none yet'}"
        for one in told
        for weakness in one["vulns"]
    ]


def for_every_system(lock: str) -> str:
    """Remove the environment markers of a lock, because with them pip-audit ignores the libraries of other systems."""
    return re.sub(r" ; .*(?= \\$)", "", lock, flags=re.MULTILINE)


def locks() -> Complaints:
    """Complain of a lock that does not fit pyproject.toml, lacks a hash or holds the address of an index."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    who = project["project"]["name"]
    run = {f"{who} (pyproject.toml)": project["project"]["dependencies"]}
    dev = {**run, f"{who} (pyproject.toml:dev)": project["dependency-groups"]["dev"]}
    own = [one for one in project["dependency-groups"]["mutants"] if isinstance(one, str)]
    mutants = {**run, f"{who} (pyproject.toml:mutants)": [*project["dependency-groups"]["dev"], *own]}
    texts = {name: (ROOT / f"requirements/{name}.lock").read_text() for name in ("run", "dev", "mutants")}
    complaints = []
    for name, wanted in (("run", run), ("dev", dev), ("mutants", mutants)):
        complaints += [f"requirements/{name}.lock: {what}" for what in lock_faults(texts[name], wanted)]
    solver = (ROOT / "requirements/solver.lock").read_text()
    complaints += [f"requirements/solver.lock: {what}" for what in lock_faults(solver, {})]
    pins = {name: {package: version for package, version, _ in pinned(text)} for name, text in texts.items()}
    complaints += [
        f"requirements/{larger}.lock: {package} is not at {version} as in {name}.lock"
        for name, larger in (("run", "dev"), ("dev", "mutants"))
        for package, version in pins[name].items()
        if pins[larger].get(package) != version
    ]
    return complaints


def pinned(lock: str) -> Iterator[tuple[str, str, str]]:
    """Yield each package of a lock: its name, its version, and its whole entry."""
    for entry in re.split(r"\n(?=[A-Za-z0-9])", lock):
        if found := re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", entry):
            yield canonicalize_name(found[1]), found[2], entry


def lock_faults(lock: str, wanted: dict[str, list[str]]) -> Iterator[str]:
    """Yield the faults of a lock for the requirements *wanted*, which are grouped by the file that contains them."""
    if re.search(r"://|--(?:extra-)?index-url|--find-links", lock):
        yield "it holds an address"
    entries = {package: (version, entry) for package, version, entry in pinned(lock)}
    for package, (_, entry) in entries.items():
        if "--hash=sha256:" not in entry:
            yield f"{package} has no hash"
    for who, lines in wanted.items():
        direct = {canonicalize_name(requirement.name): requirement for requirement in map(Requirement, lines)}
        for package, requirement in direct.items():
            version, _ = entries.get(package, ("nothing", ""))
            if version == "nothing" or not requirement.specifier.contains(version, prereleases=True):
                yield f"it has {package} at {version}, pyproject.toml asks for {requirement}"
        asked = {
            package for package, (_, entry) in entries.items() if re.search(rf"{re.escape(who)}$", entry, re.MULTILINE)
        }
        for package in sorted(asked - set(direct)):
            yield f"{package} is no longer in pyproject.toml"
        for package in sorted(set(direct) & set(entries) - asked):
            yield f"it does not say that {who} asks for {package}"


# Addresses

NAMED = re.compile(r"https?://([^\s/\"'<>)\]:]+)", re.IGNORECASE)
SOMEBODY_S_FOLDER = re.compile(r"(?<![\w.}])/(?:home|root|Users|mnt|work(?:space)?)/\w")
# pypi.org has the versions of the program: only a link that a person touches leads there.
HOSTS = {"127.0.0.1", "localhost", "www.w3.org", "example.org", "example.com", "pypi.org"}
# Licences of third-party work name their authors' pages.
OTHERS_TEXTS = ("static/fonts/", "templates/report/fonts/", "static/vendor/", "tests/vendor/")


def addresses() -> Complaints:
    """Complain of an address that is neither a standard's nor this machine's, and of a path in somebody's home
    folder."""
    complaints = []
    for path in sorted(files()):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(OTHERS_TEXTS):
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            hosts = {host for host in NAMED.findall(line) if not known(host.lower())}
            complaints += [f"{name}:{number}: the address of {host}" for host in sorted(hosts)]
            if SOMEBODY_S_FOLDER.search(line):
                complaints.append(f"{name}:{number}: a folder of somebody's machine")
    return complaints


def known(host: str) -> bool:
    """Is the host a standard's, this machine, an invented one, or a reserved address?"""
    private = host.startswith("192.168.")
    return host in HOSTS or private or host.endswith((".example.org", ".example.com", ".example")) or host[:1] in "{$%"


def files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in OUTSIDE]
        yield from (Path(folder) / name for name in names if name != ".env")


CHECKS: dict[str, Callable[[], Complaints]] = {
    "ruff check": lambda: ran("ruff", "check", "."),
    "ruff format": lambda: ran("ruff", "format", "--check", "."),
    "mypy, strict": lambda: ran("mypy"),
    "types of the JavaScript": lambda: of_node("tsc", "--noEmit"),
    "eslint": lambda: of_node("eslint", "--max-warnings", "0", "."),
    "prettier": lambda: of_node("prettier", "--check", "."),
    "the lock of the JavaScript": lock_of_node,
    "djade on the templates": templates,
    "Django's own checks": lambda: manage("check", "--fail-level", "WARNING"),
    "settings of a hosted club": settings_of_a_hosted_club,
    "migrations": lambda: manage("makemigrations", "--check", "--dry-run"),
    "translations": translations,
    "compiled catalogue": compiled_catalogue,
    "texts of the code": texts_of_the_code,
    "the compositions": lambda: ran(
        "check-jsonschema",
        "--builtin-schema",
        "vendor.compose-spec",
        *map(str, sorted(ROOT.glob("docker-compose*.yml"))),
    ),
    "the hosted workflow": lambda: schema("workflows", ".github/workflows"),
    "the forms of issues": lambda: schema("issue-forms", ".github/ISSUE_TEMPLATE"),
    "locks": locks,
    "known weaknesses of what is installed": known_weaknesses,
    "addresses": addresses,
}


def main() -> int:
    required = os.environ.get("REQUIRE_ALL") == "1"
    failed, not_run, left = [], [], []
    for name, check in CHECKS.items():
        try:
            complaints = check()
        except Missing as tool:
            not_run.append(f"{name} (needs {tool})")
            print(f"  NOT RUN  {name}: {tool} is not installed", flush=True)
            continue
        except OutOfReach as reason:
            left.append(f"{name}: {reason}")
            print(f"  NOT RUN  {name}: {reason}", flush=True)
            continue
        except OSError as error:
            complaints = [str(error)]
        print(f"  {'FAILED ' if complaints else 'ok     '}  {name}", flush=True)
        if complaints:
            failed.append(name)
            print("\n".join(complaints), flush=True)
    for line in not_run + left:
        print(f"NOT RUN: {line}")
    passed = len(CHECKS) - len(failed) - len(not_run) - len(left)
    print(f"{passed} checks passed, {len(failed)} failed, {len(not_run) + len(left)} not run")
    return 1 if failed or (required and not_run) else 0


if __name__ == "__main__":
    sys.exit(main())
