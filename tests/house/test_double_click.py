"""A double click starts the server and opens its page; a second one opens the page of the server that runs."""

import os
import subprocess
import sys
from pathlib import Path

from tests.house.houses import ROOT, SHARED, House, ctrl_c


def clicked(house: House, folder: Path, *, screen: bool = True) -> subprocess.Popen[str]:
    """Start the program as a click does, without arguments, with a fake browser that writes down the addresses it is
    given."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{folder}/opened"\n')
    browser.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    settings = SHARED | {"DATA_DIR": str(house.data), "PORT": str(house.port), "WORKERS": "1"}
    settings |= {"DEMO": "no", "BROWSER": str(browser)}
    process = subprocess.Popen(
        [sys.executable, "-m", "arbitrage"], cwd=ROOT, env=kept | settings | ({"DISPLAY": ":9"} if screen else {}),
        start_new_session=True, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    house.running.append(process)
    return process


def test_a_second_click_opens_the_page_of_the_server_that_runs(with_tables: House, tmp_path: Path):
    house = with_tables
    address = f"http://127.0.0.1:{house.port}/"
    first = clicked(house, tmp_path)
    for line in first.stdout:
        if line.startswith("Ctrl-C"):
            break
    second = clicked(house, tmp_path)
    assert second.communicate(timeout=120) == (f"Arbitrage is open already: {address}\n", "")
    assert second.returncode == 0
    assert (tmp_path / "opened").read_text() == f"{address}\n" * 2
    without_a_screen = clicked(house, tmp_path, screen=False)
    assert without_a_screen.communicate(timeout=120)[0] == f"Arbitrage is open already: {address}\n"
    assert (tmp_path / "opened").read_text() == f"{address}\n" * 2
    ctrl_c(first)
    assert not (house.data / "address").exists()
