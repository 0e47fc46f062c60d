"""Form of the folder or file from which results are read automatically."""

from django import forms
from django.utils.translation import gettext_lazy as _


class WatchForm(forms.Form):
    """The path on the computer that runs Arbitrage."""

    where = forms.CharField(
        label=_("Folder or file"),
        max_length=1000,
        help_text=_("Its whole path on the computer that runs Arbitrage, as its file manager shows it."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "off"}),
        error_messages={"required": _("Write where the folder or the file is.")},
    )
