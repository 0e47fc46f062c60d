"""The key Enter, or "search" on a tablet's keyboard, does what the main button of its form does.

A browser sends a form with its first submit button. Where another button comes first, a hidden copy of the main one
precedes it (`class="sr"`).
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


TEMPLATES = ROOT / "templates"
TYPED = re.compile(r'<input(?![^>]*type="(?:hidden|radio|checkbox|submit|file)")[^>]*>')


def first_buttons(path: Path) -> list[str]:
    """Return the first button of each form of a template that has a text field and several buttons."""
    found = []
    for form in re.findall(r"<form\b.*?</form>", path.read_text(encoding="utf-8"), re.S):
        buttons = [one for one in re.findall(r"<button\b([^>]*)>", form) if 'type="button"' not in one]
        if TYPED.search(form) and len(buttons) > 1:
            found.append(buttons[0])
    return found


def test_the_first_button_of_every_form_is_its_main_one_or_stands_for_it():
    wrong = [
        f"{path.relative_to(TEMPLATES)}: <button{button}> is sent by Enter; put a hidden main button before it"
        for path in sorted(TEMPLATES.rglob("*.html"))
        for button in first_buttons(path)
        if not re.search(r'class="(?:[^"]* )?(?:main|sr)\b', button)
    ]
    assert wrong == []
