"""Forms of the machine that runs the program."""

import re

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

NAME = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.ASCII)


class ListeningForm(forms.Form):
    """The address and the port of the server from the next start on, and its other names."""

    everywhere = forms.BooleanField(label=_("Open to the tablets of the room"), required=False)
    port = forms.IntegerField(
        label=_("Port"), min_value=1, max_value=65535, help_text=_("8000 unless another program has it.")
    )
    names = forms.CharField(
        label=_("Other names"),
        max_length=500,
        required=False,
        help_text=_("Only where tablets type a name of your own, such as club.example.org; several between commas."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
    )

    def clean_names(self) -> list[str]:
        names = [part.strip().lower() for part in self.cleaned_data["names"].split(",") if part.strip()]
        if wrong := [name for name in names if not NAME.fullmatch(name)]:
            words = _("“%(name)s” is no name of a computer: write the name alone, without a port.")
            raise ValidationError(words, params={"name": wrong[0]})
        return names
