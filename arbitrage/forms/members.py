"""What is sent from the members of a club."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from arbitrage.models.club import Role

ROLES = (
    (Role.DIRECTOR, pgettext_lazy("role", "director")),
    (Role.MANAGER, pgettext_lazy("role", "manager")),
    (Role.REVIEWER, pgettext_lazy("role", "reader")),
)


class MemberForm(forms.Form):
    """Somebody new in the club."""

    first_name = forms.CharField(label=_("First name"), max_length=150, required=False)
    last_name = forms.CharField(label=_("Last name"), max_length=150)
    username = forms.CharField(label=_("User name"), max_length=150)
    password = forms.CharField(
        label=_("First password"),
        help_text=_("Twelve characters or more; the person changes it afterwards."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    role = forms.ChoiceField(label=pgettext_lazy("role", "Role"), choices=ROLES)

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        User.username_validator(name)
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(_("Somebody has this user name. Choose another."))
        return name

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        if password := found.get("password"):
            person = User(username=found.get("username", ""), last_name=found.get("last_name", ""))
            try:
                validate_password(password, person)
            except ValidationError as error:
                self.add_error("password", error)
        return found


class RoleForm(forms.Form):
    """Another role."""

    role = forms.ChoiceField(choices=ROLES)
