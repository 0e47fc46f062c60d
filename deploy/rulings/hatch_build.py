"""Build hook of the wheel of the Laws: it adds the compiled laws, one document for each language."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledLaws(BuildHookInterface):  # type: ignore[type-arg]
    """Hook that adds the compiled laws to the wheel, as rulings/compiled/laws.LANGUAGE.json."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the laws in each language, and include them in the wheel."""
        if version == "editable":
            return
        checkout = Path(self.root).parents[1]
        folder = Path(tempfile.mkdtemp(prefix="compiled-laws-"))
        for language in ("en", "fr"):
            said = subprocess.run(  # noqa: S603
                [sys.executable, "-m", "rulings", "compiled", "--lang", language],
                cwd=checkout, env=os.environ | {"PYTHONUTF8": "1"}, capture_output=True, check=True,
            )  # fmt: skip
            path = folder / f"laws.{language}.json"
            document = json.loads(said.stdout)
            path.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
            build_data["force_include"][str(path)] = f"rulings/compiled/{path.name}"
