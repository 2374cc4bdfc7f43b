"""Forms of studies."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.kit.templatetags.kit import moment
from tournaments.learning.studies.selectors import Brief
from tournaments.learning.studies.written import LONGEST_NAME

REACHES = [
    ("own", _("Those who edit it")),
    ("link", _("Everybody who has the link")),
    ("club", _("The members of a club")),
    ("public", _("Everybody; it is listed")),
]


class NameForm(forms.Form):
    name = forms.CharField(label=pgettext_lazy("of a study", "Name"), max_length=LONGEST_NAME)


class ReachForm(forms.Form):
    """*clubs* are those of its reader, by id and name; without any, nothing speaks of clubs."""

    reach = forms.ChoiceField(label=_("Who may read the study"), choices=REACHES, widget=forms.RadioSelect)
    club = forms.ChoiceField(label=_("Club"), required=False)

    def __init__(self, *args: Any, clubs: Sequence[tuple[str, str]], **given: Any) -> None:
        super().__init__(*args, **given)
        reach, club = self.fields["reach"], self.fields["club"]
        assert isinstance(reach, forms.ChoiceField)  # noqa: S101
        assert isinstance(club, forms.ChoiceField)  # noqa: S101
        club.choices = [("", "—"), *clubs]
        if not clubs and self.initial.get("reach") != "club":
            del self.fields["club"]
            reach.choices = [each for each in REACHES if each[0] != "club"]


class ChapterForm(forms.Form):
    title = forms.CharField(label=_("Title of the chapter"), max_length=LONGEST_NAME)
    source = forms.CharField(
        label=_("The address of a replay, or a game as text"),
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_(
            "A replay of a table that is over, with the line that you have tried; or a position that you write down: "
            "the game, its deal and the moves up to there."
        ),
    )


class KeepForm(forms.Form):
    """What is looked at becomes a chapter of a study, or of a new one."""

    title = forms.CharField(label=_("Title of the chapter"), max_length=LONGEST_NAME)
    study = forms.ChoiceField(label=_("Study"), required=False)
    name = forms.CharField(label=_("Name of the new study"), max_length=LONGEST_NAME, required=False)

    def __init__(self, *args: Any, studies: Sequence[Brief], **given: Any) -> None:
        super().__init__(*args, **given)
        chosen = self.fields["study"]
        assert isinstance(chosen, forms.ChoiceField)  # noqa: S101
        told = {each.id: _told(each) for each in studies}
        same = {text for text, times in Counter(told.values()).items() if times > 1}
        own = ((key, f"{text} · {key}" if text in same else text) for key, text in told.items())
        chosen.choices = [("", _("A new study")), *own]


def _told(study: Brief) -> str:
    """Its name, and what tells it from others of that name."""
    name = study.name or gettext("A study")
    count = {"counter": study.chapters}
    chapters = ngettext("%(counter)s chapter", "%(counter)s chapters", study.chapters) % count
    changed = date_format(localtime(moment(study.changed_at)), gettext("j M Y H:i"))
    return gettext("{name} ({chapters}, by {owner}, changed {when})").format(
        name=name, chapters=chapters, owner=study.owner, when=changed
    )
