"""Removal of the addresses from package-lock.json: `python -m tests.javascript.lock`, which `make locks` runs."""

import json
from pathlib import Path

LOCK = Path(__file__).resolve().parents[2] / "package-lock.json"


def main() -> None:
    lock = json.loads(LOCK.read_text(encoding="utf-8"))
    for one in lock["packages"].values():
        for name in ("funding", "resolved"):
            one.pop(name, None)
    LOCK.write_text(json.dumps(lock, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
