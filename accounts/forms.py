"""Forms of the settings page, and of the way in."""

import re
import zoneinfo
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account import forms as allauth
from allauth.idp.oidc.models import Client
from django import forms
from django.contrib.auth.forms import UsernameField
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from accounts import naming, privacy, services
from accounts.adapter import NAME_LENGTH, name_validators
from accounts.errors import NameTaken, RenamedLately
from accounts.models import Privacy, User
from accounts.scopes import GROUPS, SCOPES


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


ENDS: Final = {"30": _("30 days"), "90": _("90 days"), "365": _("A year"), "never": _("Never")}


class TokenForm(forms.Form):
    """A token: which program it is for, what that may do, and how long."""

    name = forms.CharField(label=_("What it is for"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("What the program may do"),
        choices=[(name, each.words) for name, each in SCOPES.items()],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose what the program may do.")},
    )
    days = forms.ChoiceField(label=_("When it ends"), choices=ENDS.items(), initial="365", widget=forms.RadioSelect)

    @property
    def groups(self) -> list[tuple[Promise, list[BoundWidget]]]:
        """The boxes of the scopes, by their groups."""
        boxes = {box.data["value"]: box for box in self["scopes"].subwidgets}
        return [(title, [boxes[name] for name in group]) for title, group in GROUPS.items()]

    def clean_days(self) -> int | None:
        given = self.cleaned_data["days"]
        return None if given == "never" else int(given)


LONGEST_REDIRECT: Final = 300
MOST_REDIRECTS: Final = 5
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


class AppForm(forms.Form):
    """An app of somebody's own: its name, and where it is called back."""

    name = forms.CharField(label=_("Name of the app"), max_length=60)
    redirects = forms.CharField(
        label=_("Addresses to which people return"),
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        required=False,
        help_text=_("One a line. They begin with https://, or with http://127.0.0.1 for an app on the same device."),
    )
    devices = forms.BooleanField(label=_("People log in by a code that they enter on this site"), required=False)

    def __init__(self, *args: Any, app: Any = None, **kwargs: Any) -> None:
        """*app* is one that there is: its name stays."""
        if app is not None:
            devices = Client.GrantType.DEVICE_CODE in app.get_grant_types()
            kwargs["initial"] = {"redirects": app.redirect_uris, "devices": devices}
        super().__init__(*args, **kwargs)
        if app is not None:
            del self.fields["name"]

    def clean_name(self) -> str:
        name = naming.normalised(self.cleaned_data["name"])
        if not naming.is_shown(name) or naming.skeleton("cardroom") in naming.skeleton(name):
            raise forms.ValidationError(_("That name is not available."), code="name_reserved")
        return name

    def clean_redirects(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["redirects"].splitlines() if line.strip()]
        if len(lines) > MOST_REDIRECTS:
            raise forms.ValidationError(_("There can be five addresses at most."), code="too_many")
        for line in lines:
            if not is_redirect(line):
                raise forms.ValidationError(_("An app cannot be called back at %(line)s."), params={"line": line})
        return lines

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if not self.errors and not given.get("redirects") and not given.get("devices"):
            self.add_error("redirects", _("Give an address, or let people log in by a code."))
        return given


def is_redirect(address: str) -> bool:
    """Whether an app may be called back there: by https, or on the device itself."""
    try:
        site = urlsplit(address)
        site.port  # noqa: B018  it raises
    except ValueError:
        return False
    if len(address) > LONGEST_REDIRECT or not re.fullmatch(r"[!-~]+", address) or set(address) & set("#*\\"):
        return False
    if site.username is not None or not re.fullmatch(r"[\w.-]+|::1", site.hostname or "", re.ASCII):
        return False
    return site.scheme == "https" or (site.scheme == "http" and site.hostname in LOOPBACK)


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
