"""Forms of the pages: they parse and check the input, and convert it to the types that the services take."""

from django import forms


def wrong(form: forms.Form) -> dict[str, str]:
    """Return the first error of each field of a form that was sent; {} without errors."""
    return {name: str(several[0]) for name, several in form.errors.items()}
