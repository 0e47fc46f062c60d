"""Forms of the pages: they parse and check the input, and convert it to the types that the services take."""

from django import forms


def wrong(form: forms.Form) -> dict[str, str]:
    """Return the first error of each field of a form that was sent; {} without errors."""
    return {name: str(several[0]) for name, several in form.errors.items()}


def number_in(typed: str, digits: int = 4) -> int | None:
    """Read a whole number of at most *digits* digits from an address or a form; None for any other text."""
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= digits else None
