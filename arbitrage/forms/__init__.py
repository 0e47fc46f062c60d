"""Forms of the pages: input is read, checked, and passed on in the types that the services take."""

from django import forms


def wrong(form: forms.Form) -> dict[str, str]:
    """Return the errors of a form that was sent, the first sentence by field; {} when nothing is."""
    return {name: str(several[0]) for name, several in form.errors.items()}
