"""Files that a director sends: results, or a case of another club."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from arbitrage.exchange.reading import MAX_BYTES


class ResultsFileForm(forms.Form):
    """A results file to look at."""

    file = forms.FileField(
        label=_("Results file"),
        help_text=_("The file that your scoring program writes for the federation’s website, at most 20 MB."),
        widget=forms.FileInput(
            attrs={"accept": ".xml,.pbn,.txt,.usebio,.bws,.lin,.json,.csv,.xlsx,.html,.htm,.dup,.dlm,.bri,.dge,.ber"}
        ),
        error_messages={
            "required": _("Choose a file first."),
            "empty": _("This file is empty. Write it again from the scoring program."),
            "missing": _("Choose a file first."),
        },
    )

    def clean_file(self) -> "UploadedFile[bytes]":
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if (file.size or 0) > MAX_BYTES:
            raise forms.ValidationError(_("This file is larger than 20 MB: it is not a tournament’s results file."))
        return file


class CaseFileForm(ResultsFileForm):
    """A case to read back."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        file: Any = self.fields["file"]
        file.label = _("Case")
        file.help_text = _("The JSON file of a case, which another club exported from Arbitrage.")
        file.widget.attrs["accept"] = ".json"
