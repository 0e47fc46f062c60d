"""Forms about the members of a club."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from arbitrage.models import Contestant
from arbitrage.models.club import Role
from arbitrage.pages.wording.people import contestant_words, players_words

ROLES = (
    (Role.DIRECTOR, pgettext_lazy("role", "director")),
    (Role.MANAGER, pgettext_lazy("role", "manager")),
    (Role.REVIEWER, pgettext_lazy("role", "reviewer")),
    (Role.READER, pgettext_lazy("role", "reader")),
)
CONDUCT_LAWS = (
    ("74", _("Law 74: conduct and etiquette")),
    ("90", _("Law 90: procedural penalty")),
    ("91", _("Law 91: discipline, suspension")),
)


class NewAccountForm(forms.Form):
    """The account of somebody who was invited."""

    first_name = forms.CharField(label=_("First name"), max_length=150, required=False)
    last_name = forms.CharField(label=_("Last name"), max_length=150)
    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("Twelve characters or more."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        User.username_validator(name)
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(_("Somebody has this user name. Choose another."))
        return name

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if password := cleaned.get("password"):
            person = User(username=cleaned.get("username", ""), last_name=cleaned.get("last_name", ""))
            try:
                validate_password(password, person)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class MemberForm(NewAccountForm):
    """A new member of the club, with a first password."""

    role = forms.ChoiceField(label=pgettext_lazy("role", "Role"), choices=ROLES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        password = self.fields["password"]
        password.label = _("First password")
        password.help_text = _("Twelve characters or more; the person changes it afterwards.")
        self.fields["username"].widget.attrs["autocomplete"] = "off"


class InviteForm(forms.Form):
    """Invitation of somebody to the club."""

    role = forms.ChoiceField(label=pgettext_lazy("role", "Role"), choices=ROLES)
    name = forms.CharField(
        label=_("For whom"), help_text=_("A word for you, seen by managers alone."), max_length=100, required=False
    )


class ClubForm(forms.Form):
    """A new club."""

    name = forms.CharField(label=_("Name of the club"), max_length=200)
    city = forms.CharField(label=_("Town"), max_length=100, required=False)


class PasswordLinkForm(forms.Form):
    """The user who needs a link for a new password."""

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    without_telephone = forms.BooleanField(
        label=_("The telephone of the second step is lost too: sign in without it"), required=False
    )


class LinkDaysForm(forms.Form):
    """The number of days for which a player's link is valid."""

    days = forms.IntegerField(label=_("A link to a board is good for, in days"), min_value=1, max_value=366)


class LinkForm(forms.Form):
    """The pair that gets a link to a board."""

    contestant = forms.ModelChoiceField(Contestant.objects.none(), label=_("For the pair"), empty_label=None)

    def __init__(self, *args: Any, pairs: "QuerySet[Contestant]", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["contestant"]
        field.queryset = pairs
        field.label_from_instance = lambda one: f"{contestant_words(one)}  {players_words(one)}".strip()


class ConductForm(forms.Form):
    """A note on conduct: the law, the text, and the player unless the note is on an incident."""

    player = forms.CharField(label=_("Player"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    law = forms.ChoiceField(label=_("Law"), choices=CONDUCT_LAWS)
    words = forms.CharField(
        label=_("What happened, what was said"), max_length=5000, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, *args: Any, of_player: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not of_player:
            del self.fields["player"]


class RoleForm(forms.Form):
    """A member's new role."""

    role = forms.ChoiceField(choices=ROLES)
