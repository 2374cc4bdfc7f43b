"""Forms of clubs."""

import zoneinfo
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.text import slugify
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import selectors as accounts
from accounts.models import User
from tournaments.clubs import choices
from tournaments.clubs.events import Edited, Founded
from tournaments.clubs.state import FOREVER
from tournaments.clubs.words import DUTIES
from tournaments.platform.units import DAY

EMBLEMS = {
    "lantern": pgettext_lazy("emblem", "Lantern"),
    "anchor": pgettext_lazy("emblem", "Anchor"),
    "bell": pgettext_lazy("emblem", "Bell"),
    "boat": pgettext_lazy("emblem", "Boat"),
    "book": pgettext_lazy("emblem", "Book"),
    "bridge": pgettext_lazy("emblem", "Bridge"),
    "candle": pgettext_lazy("emblem", "Candle"),
    "clock": pgettext_lazy("emblem", "Clock"),
    "crown": pgettext_lazy("emblem", "Crown"),
    "cup": pgettext_lazy("emblem", "Cup"),
    "door": pgettext_lazy("emblem", "Door"),
    "feather": pgettext_lazy("emblem", "Feather"),
    "fish": pgettext_lazy("emblem", "Fish"),
    "flag": pgettext_lazy("emblem", "Flag"),
    "house": pgettext_lazy("emblem", "House"),
    "key": pgettext_lazy("emblem", "Key"),
    "leaf": pgettext_lazy("emblem", "Leaf"),
    "moon": pgettext_lazy("emblem", "Moon"),
    "mountain": pgettext_lazy("emblem", "Mountain"),
    "shield": pgettext_lazy("emblem", "Shield"),
    "star": pgettext_lazy("emblem", "Star"),
    "sun": pgettext_lazy("emblem", "Sun"),
    "tower": pgettext_lazy("emblem", "Tower"),
    "wheel": pgettext_lazy("emblem", "Wheel"),
}
PALETTES = {
    "felt": _("Felt"),
    "harbour": _("Harbour"),
    "plum": _("Plum"),
    "brick": _("Brick"),
    "brass": _("Brass"),
    "moss": _("Moss"),
    "slate": _("Slate"),
    "wine": _("Wine"),
    "teal": _("Teal"),
    "rust": _("Rust"),
    "indigo": _("Indigo"),
    "graphite": _("Graphite"),
}
VISIBILITIES = {
    "public": _("Everybody: it is listed in the directory"),
    "unlisted": _("Anyone with the address"),
    "private": _("Members only"),
}
POLICIES = {
    "open": _("Everybody may join"),
    "request": _("People ask, and you answer"),
    "invitation": _("By invitation"),
    "closed": _("Nobody for now"),
}
CAUSES = {
    "conduct": _("How they behaved"),
    "absence": _("They were never here"),
    "mistake": _("They were admitted by mistake"),
    "other": _("Something else"),
}
LANGUAGES = {"en": "English", "es": "Español"}


def _zones() -> list[tuple[str, str]]:
    names = sorted(name for name in zoneinfo.available_timezones() if "/" in name and not name.startswith("Etc/"))
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in names)]


class ClubForm(forms.Form):
    """What a club says of itself."""

    name = forms.CharField(label=_("Name"), min_length=choices.NAME[0], max_length=choices.NAME[1])
    slug = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=choices.SLUG[1],
        help_text=_(
            "Lowercase letters, digits and hyphens. Leave empty to make it from the name. Old addresses redirect here."
        ),
    )
    description = forms.CharField(
        label=_("About the club"),
        required=False,
        max_length=choices.LONGEST_DESCRIPTION,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("Markdown: paragraphs, ### headings, *emphasis*, lists, quotes, links."),
    )
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES.items())
    zone = forms.ChoiceField(label=_("Time zone"), choices=lazy(_zones, list), initial="UTC")
    visibility = forms.ChoiceField(
        label=_("Who sees it"), choices=VISIBILITIES.items(), widget=forms.RadioSelect, initial="public"
    )
    join = forms.ChoiceField(
        label=_("Who joins"), choices=POLICIES.items(), widget=forms.RadioSelect, initial="request"
    )
    emblem = forms.ChoiceField(label=_("Emblem"), choices=EMBLEMS.items(), widget=forms.RadioSelect, initial="lantern")
    palette = forms.ChoiceField(label=_("Colours"), choices=PALETTES.items(), widget=forms.RadioSelect, initial="felt")
    room_rated = forms.BooleanField(
        label=_("Tables played with real cards count in the club’s ratings"),
        required=False,
        help_text=_("Players report their results. They never count in the site’s ratings."),
    )

    def clean_slug(self) -> str:
        return self.cleaned_data["slug"].strip() or _address(self.cleaned_data.get("name", ""))

    def facts(self) -> Founded:
        given = {name: value for name, value in self.cleaned_data.items() if name != "description"}
        return Founded(club="", owner=0, description=None, **given)

    def wanted(self, *, names: set[str]) -> Edited:
        """The facts of *names*, which are those that the viewer may change."""
        return Edited(**{name: self.cleaned_data[name] for name in names if name != "description"})


def _address(name: str) -> str:
    return slugify(name)[: choices.SLUG[1]].strip("-")


class NewsForm(forms.Form):
    title = forms.CharField(label=_("Title"), max_length=choices.LONGEST_TITLE)
    text = forms.CharField(
        label=_("Text"), required=False, max_length=choices.LONGEST_NEWS, widget=forms.Textarea(attrs={"rows": 6})
    )


class AnswerForm(forms.Form):
    answer = forms.CharField(
        label=_("What would you like to say?"),
        required=False,
        max_length=choices.LONGEST_ANSWER,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Only the organisers who decide about members can read it."),
    )


def _days(days: int) -> str:
    return ngettext("{count} day", "{count} days", days).format(count=days)


class InvitationForm(forms.Form):
    """A link for many, or an invitation by name."""

    name = forms.CharField(
        label=_("For whom"),
        required=False,
        max_length=150,
        help_text=_("The name of their account. Leave empty for a link that anyone can use."),
    )
    days = forms.TypedChoiceField(
        label=_("Open for"), coerce=int, choices=lazy(lambda: [(d, _days(d)) for d in (7, 1, 30, 90)], list)()
    )
    uses = forms.IntegerField(
        label=_("How many may use it"),
        required=False,
        min_value=1,
        max_value=choices.MOST_USES,
        help_text=_("Leave empty for no limit."),
    )
    approval = forms.BooleanField(label=_("Ask me before somebody joins"), required=False)

    def clean_name(self) -> User | None:
        return user_named(self.cleaned_data["name"])


def user_named(name: str) -> User | None:
    """The account; ``None`` for no name."""
    if not name.strip():
        return None
    user = accounts.by_name(name.strip())
    if user is None:
        raise forms.ValidationError(gettext("There is no player with that name."))
    return user


class RoleForm(forms.Form):
    """What a member may do for the club."""

    duties = forms.MultipleChoiceField(
        label=_("Organises"),
        required=False,
        choices=lazy(lambda: [(duty, gettext(word).capitalize()) for duty, word in DUTIES.items()], list)(),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: a plain member."),
    )


class RemovalForm(forms.Form):
    cause = forms.ChoiceField(label=_("Why"), choices=CAUSES.items(), widget=forms.RadioSelect, initial="other")
    note = forms.CharField(
        label=_("In your words"),
        required=False,
        max_length=choices.LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("They and the organisers for members can read it."),
    )
    ban = forms.TypedChoiceField(
        label=_("They stay out"),
        coerce=int,
        choices=[
            (0, _("They may come back")),
            (7, _("for a week")),
            (30, _("for a month")),
            (365, _("for a year")),
            (-1, _("ever")),
        ],
    )

    def ban_until(self, now: int) -> int | None:
        """In epoch ms, from *now* on."""
        days = self.cleaned_data["ban"]
        if not days:
            return None
        return FOREVER if days < 0 else now + days * DAY


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Why"), required=False, max_length=choices.LONGEST_NOTE, widget=forms.Textarea(attrs={"rows": 2})
    )


class HistoryForm(forms.Form):
    """What of the history is shown."""

    show = forms.MultipleChoiceField(
        label=_("Show"),
        required=False,
        choices=[("members", _("Members and roles")), ("club", _("The club itself")), ("news", _("News"))],
        widget=forms.CheckboxSelectMultiple,
    )
    as_of = forms.IntegerField(label=_("As of event"), required=False, min_value=1, max_value=2_000_000_000)

    def by(self) -> dict[str, Any]:
        """What the selector takes; nothing that makes no sense."""
        if not self.is_valid():
            return {}
        return {"as_of": self.cleaned_data["as_of"], "categories": tuple(self.cleaned_data["show"])}


class SearchForm(forms.Form):
    name = forms.CharField(label=_("Name"), required=False, max_length=choices.NAME[1])
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("All languages")), *LANGUAGES.items()]
    )
    mine = forms.BooleanField(label=_("Only mine"), required=False)

    @property
    def narrows(self) -> bool:
        return any(self.data.get(name) for name in self.fields)
