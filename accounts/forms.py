"""Forms of the settings page, and of the way in."""

import zoneinfo

from allauth.account import forms as allauth
from django import forms
from django.contrib.auth.forms import UsernameField
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from accounts import naming, privacy, services
from accounts.adapter import NAME_LENGTH, name_validators
from accounts.errors import NameTaken, RenamedLately
from accounts.models import Privacy, User


def _zones() -> list[tuple[str, str]]:
    names = sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("", str(_("As on my device"))), ("UTC", "UTC"), *((name, name.replace("_", " ")) for name in names)]


class LoginForm(allauth.LoginForm):  # type: ignore[misc]
    """By name or by e-mail address, and the label says so."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail address")
        self.fields["login"].widget.attrs.pop("placeholder", None)
        self.fields["password"].widget.attrs.pop("placeholder", None)
        self.fields["remember"].label = _("Stay logged in on this device")

    def user_credentials(self) -> dict[str, str]:
        """One of a kind: two would be tried one after the other, and a known address take longer than another."""
        credentials: dict[str, str] = super().user_credentials()
        if "username" in credentials:
            credentials.pop("email", None)
        return credentials


class ProfileForm(forms.Form):
    """The public name and the zone in which times are shown."""

    name = UsernameField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_(
            "You can change it every 30 days. Your page shows the old one for 180 days unless you hide it, "
            "and nobody else can take it during that time."
        ),
    )
    timezone = forms.ChoiceField(label=_("Time zone"), required=False, choices=lazy(_zones, list))

    def __init__(self, *args: object, user: User, **kwargs: object) -> None:
        kwargs.setdefault("initial", {"name": user.username, "timezone": user.timezone})
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.user = user

    def clean_name(self) -> str:
        """A name that somebody has already may stay, whatever the rule was then."""
        name = naming.normalised(self.cleaned_data["name"])
        if name != self.user.username:
            for validate in name_validators:
                validate(name)
        return name

    def save(self) -> bool:
        """Keep what was entered; ``False``, with the error at its field, if the name is taken."""
        try:
            if self.cleaned_data["name"] != self.user.username:
                services.rename(user=self.user, name=self.cleaned_data["name"])
        except NameTaken:
            self.add_error("name", _("That name is taken, or looks like one that is."))
            return False
        except RenamedLately as lately:
            self.add_error("name", str(lately))
            return False
        services.set_timezone(user=self.user, timezone=self.cleaned_data["timezone"])
        return True


class TokenForm(forms.Form):
    name = forms.CharField(label=_("What it is for"), max_length=60)


class PrivacyForm(forms.ModelForm):  # type: ignore[type-arg]  # generic in the stubs alone
    """What others see of somebody, and who may address them."""

    class Meta:
        model = Privacy
        fields = privacy.SWITCHES
        labels = {
            "show_clubs": _("My page shows my clubs"),
            "show_games": _("My page shows my games"),
            "show_presence": _("Friends can see when I am here"),
            "show_former_names": _("My page shows names that I had in the last 180 days"),
            "challenges": _("Who may challenge me"),
            "invitations": _("Who may invite me"),
            "chat": _("Show me what others write at tables and in clubs"),
        }
