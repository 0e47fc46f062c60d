"""Forms for files: results, or a case of another club."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from arbitrage.exchange.reading import MAX_BYTES


class SeveralFiles(forms.FileInput):
    """A file input that takes one file or several."""

    allow_multiple_selected = True


class FilesField(forms.FileField):
    """One file or several, each validated on its own; the cleaned value is a list."""

    def clean(self, data: Any, initial: Any = None) -> Any:
        sent = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(file, initial) for file in (sent or [None])]


class ResultsFileForm(forms.Form):
    """A results file to preview; or several at once, such as the saved pages of the boards of one tournament."""

    file: forms.FileField = FilesField(
        label=_("Results file"),
        help_text=_(
            "The file that your scoring program writes for the federation’s website, at most 20 MB. Several saved "
            "pages of one tournament may be chosen at once."
        ),
        widget=SeveralFiles(
            attrs={"accept": ".xml,.pbn,.txt,.usebio,.bws,.lin,.json,.csv,.xlsx,.html,.htm,.dup,.dlm,.bri,.dge,.ber"}
        ),
        error_messages={
            "required": _("Choose a file first."),
            "empty": _("This file is empty. Write it again from the scoring program."),
            "missing": _("Choose a file first."),
        },
    )

    def clean_file(self) -> "list[UploadedFile[bytes]]":
        files: list[UploadedFile[bytes]] = self.cleaned_data["file"]
        if sum(file.size or 0 for file in files) > MAX_BYTES:
            raise forms.ValidationError(_("This file is larger than 20 MB: it is not a tournament’s results file."))
        return files


class CaseFileForm(ResultsFileForm):
    """The file of a case to import."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        file: Any = self.fields["file"]
        file.label = _("Case")
        file.help_text = _("The JSON file of a case, which another club exported from Arbitrage.")
        file.widget.attrs["accept"] = ".json"
        file.widget.attrs.pop("multiple", None)

    def clean_file(self) -> "list[UploadedFile[bytes]]":
        files = super().clean_file()
        if len(files) > 1:
            raise forms.ValidationError(_("One case at a time."))
        return files
