"""The next start restores the backup that was requested on the page, once, before any page is served; nothing is
lost."""

import json
import sqlite3
import subprocess
import sys

from tests.house.houses import ROOT, SHARED, House, ctrl_c


def manage(house: House, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=SHARED | {"DATA_DIR": str(house.data)},
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def names(house: House) -> set[str]:
    with sqlite3.connect(house.data / "arbitrage.sqlite3") as database:
        return {name for (name,) in database.execute("SELECT username FROM auth_user")}


def ask(house: House, name: str) -> None:
    """Ask for a restore as the page does."""
    request = {"name": name, "by": "girard", "at": "2026-11-28T20:00:00+00:00"}
    (house.data / "restore.json").write_text(json.dumps(request))


def done(house: House) -> dict[str, str]:
    return json.loads((house.data / "restored.json").read_text())


def test_the_next_start_puts_back_what_was_asked_once_and_saves_what_was_there(with_tables: House):
    house = with_tables
    manage(house, "club", "Bridge Club de la Tour", "girard")
    manage(house, "backup")
    [saved] = (house.data / "backups").glob("*.zip")
    manage(house, "club", "Bridge Club de la Tour", "durand")
    ask(house, saved.name)
    process, output = house.opened(DEMO="no")
    assert f"{saved.name}: put back.\n" in output
    ctrl_c(process)
    assert names(house) == {"girard"}
    result = done(house)
    assert (result["name"], result["by"], result["problem"]) == (saved.name, "girard", "")
    assert result["differs"] == ""  # users added later are not a difference
    assert "The record is sound" in manage(house, "verify_history")
    assert not (house.data / "restore.json").exists()
    ask(house, result["aside"])
    process, output = house.opened(DEMO="no")
    ctrl_c(process)
    assert names(house) == {"girard", "durand"}
    process, output = house.opened(DEMO="no")
    assert "put back" not in output
    ctrl_c(process)
    assert names(house) == {"girard", "durand"}


def test_a_machine_that_was_opened_to_the_tablets_starts_where_there_is_no_network_and_where_there_is(
    with_tables: House,
):
    """Without a private address on the network, only a HOST of the environment is refused; this one is in the file."""
    house = with_tables
    (house.data / "arbitrage.toml").write_text(f'host = "0.0.0.0"\nport = {house.port}\n')
    process, output = house.opened(DEMO="no", PORT="")
    assert f"Arbitrage is open: http://127.0.0.1:{house.port}/" in output
    assert "Another device is asked for this code there: " in output
    ctrl_c(process)


def test_a_backup_that_is_damaged_by_then_leaves_everything_as_it_was(with_tables: House):
    house = with_tables
    manage(house, "club", "Bridge Club de la Tour", "girard")
    manage(house, "backup")
    [saved] = (house.data / "backups").glob("*.zip")
    saved.write_bytes(saved.read_bytes()[:2000])
    manage(house, "club", "Bridge Club de la Tour", "durand")
    ask(house, saved.name)
    process, output = house.opened(DEMO="no")
    assert f"{saved.name}: {saved.name} is not a backup of Arbitrage, or is damaged." in output
    ctrl_c(process)
    assert names(house) == {"girard", "durand"}
    assert done(house)["problem"].endswith("is damaged.")
