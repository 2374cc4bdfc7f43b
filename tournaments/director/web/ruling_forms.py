"""Forms of rulings: what each act is called, and what it asks of the desk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.director.policy.judgement import asked
from tournaments.director.policy.judgement.asked import Asked
from tournaments.director.selectors import Detail, MatchInfo, RoundInfo
from tournaments.director.state import acts
from tournaments.director.web import ruling_fields, stage_ruling_form, substitute_form
from tournaments.pairing.record import Code

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ACTS: dict[str, StrOrPromise] = {
    "set_result": _("Set a result"),
    "forfeit": _("Forfeit a match"),
    "double_loss": _("Both have lost"),
    "void_table": _("Void a table and play again"),
    "give_time": _("Give time"),
    "extend": _("Extend a deadline"),
    "adjust_points": _("Give or take points"),
    "disqualify": _("Disqualify"),
    "readmit": _("Take somebody in again"),
    "substitute": _("Name a substitute"),
    "swap": _("Exchange two players"),
    "set_bye": _("Give the bye to another player"),
    "set_pairing": _("Pair a round by hand"),
    "undo_round": _("Take a round back"),
    "replace_qualifier": _("Put somebody else in the next stage"),
    "set_qualifiers": _("Say who plays the next stage"),
}
REASONS: dict[acts.ReasonCode, StrOrPromise] = {
    "no_show": _("Somebody was not there"),
    "agreement": _("Those concerned agree"),
    "mistake": _("A mistake is put right"),
    "technical": _("Technical trouble"),
    "conduct": _("Conduct"),
    "rules": _("The rules say so"),
    "other": _("Another reason"),
}
USUAL_REASONS: dict[str, acts.ReasonCode] = {
    "set_result": "mistake",
    "forfeit": "no_show",
    "double_loss": "conduct",
    "void_table": "technical",
    "give_time": "technical",
    "adjust_points": "rules",
    "disqualify": "conduct",
}


def acts_for(detail: Detail) -> dict[str, StrOrPromise]:
    """Those that can be asked for here: what is about stages, once another has been filled."""
    return {act: title for act, title in ACTS.items() if act not in ruling_fields.OF_STAGES or detail.stage > 1}


Build: TypeAlias = Callable[["RulingForm"], Asked]


class GroundsForm(forms.Form):
    """Why, as it is signed."""

    reason = forms.ChoiceField(label=_("Reason"), choices=[*REASONS.items()])
    text = forms.CharField(
        label=_("In your own words"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown to the players it concerns. It can be erased later."),
    )


class MessageForm(forms.Form):
    text = forms.CharField(label=_("Message"), max_length=1_000, widget=forms.Textarea(attrs={"rows": 3}))


class RulingForm(forms.Form):
    """What an act needs to know of the tournament."""

    def __init__(self, data: QueryDict | None, *, act: str, detail: Detail) -> None:
        super().__init__(data, auto_id="ruling-%s")
        self.act, self.detail = act, detail
        self.fields["act"] = forms.CharField(widget=forms.HiddenInput, initial=act)
        for name, field in ruling_fields.fields(act, detail, self._chosen_match()):
            self.fields[name] = field

    def _chosen_match(self) -> tuple[RoundInfo, MatchInfo] | None:
        chosen = str(self.data.get("match", ""))
        return next((found for found in ruling_fields.matches(self.detail) if found[1].match == chosen), None)

    @property
    def complete(self) -> bool:
        """Whether all is asked for: what became of a match, only once one is chosen."""
        return self.act not in ruling_fields.OF_MATCHES or self._chosen_match() is not None

    @property
    def match(self) -> MatchInfo:
        chosen = self._chosen_match()
        assert chosen is not None  # noqa: S101  the field was valid
        return chosen[1]

    def wanted(self) -> Asked:
        """What the desk is asked for."""
        return _BUILD[self.act](self)


# -- what is asked


def _set_result(form: RulingForm) -> Asked:
    match, chosen = form.match, form.cleaned_data
    if len(match.entries) == 2:
        _title, codes, places = ruling_fields.RESULTS[chosen["result"]]
        return acts.SetResult(match.match, codes, places)
    given = [chosen[f"place-{entry.number}"] for entry in match.entries]
    came = [int(place) for place in given if place != "-"]
    return acts.SetResult(
        match.match,
        tuple(_code(place, came) for place in given),
        tuple(len(given) if place == "-" else int(place) for place in given),
    )


def _code(place: str, came: list[int]) -> Code:
    if place == "-":
        return "-"
    if min(came) == max(came):
        return "="
    return "1" if int(place) == min(came) else "0" if int(place) == max(came) else "="


def _extend(form: RulingForm) -> Asked:
    chosen = form.cleaned_data
    paired = form.detail.rounds[chosen["round"] - 1]
    match = chosen["match"] or None
    now = paired.deadline if chosen["time"] == "deadline" else paired.grace
    present = int(timezone.now().timestamp() * 1_000)
    until = max(now or present, present) + chosen["minutes"] * 60_000
    return acts.Extend(
        chosen["round"],
        match,
        until if chosen["time"] == "deadline" else None,
        until if chosen["time"] == "grace" else None,
    )


def _set_pairing(form: RulingForm) -> Asked:
    lines = [line.split() for line in form.cleaned_data["tables"].split(",") if line.split()]
    tables = [tuple(int(each) if each.isdecimal() and len(each) < 7 else 0 for each in line) for line in lines]
    return asked.SetPairing(
        form.cleaned_data["round"],
        tuple(table for table in tables if len(table) > 1),
        tuple(table[0] for table in tables if len(table) == 1),
    )


_BUILD: dict[str, Build] = {
    "set_result": _set_result,
    "forfeit": lambda form: acts.Forfeit(form.match.match, tuple(form.cleaned_data["entries"])),
    "double_loss": lambda form: acts.DoubleLoss(form.match.match),
    "void_table": lambda form: asked.VoidTable(form.match.match),
    "give_time": lambda form: asked.GiveTime(
        form.match.match, form.cleaned_data["entry"], form.cleaned_data["minutes"] * 60
    ),
    "extend": _extend,
    "adjust_points": lambda form: asked.AdjustPoints(
        form.cleaned_data["entry"], form.cleaned_data["points"], form.cleaned_data["round"]
    ),
    "disqualify": lambda form: acts.Disqualify(
        form.cleaned_data["entry"], form.cleaned_data["round"], form.cleaned_data["results"]
    ),
    "readmit": lambda form: acts.Readmit(form.cleaned_data["entry"]),
    "substitute": lambda form: substitute_form.wanted(form.detail, form.cleaned_data),
    "swap": lambda form: asked.Swap(form.cleaned_data["round"], form.cleaned_data["one"], form.cleaned_data["other"]),
    "set_bye": lambda form: asked.SetBye(form.cleaned_data["round"], form.cleaned_data["entry"]),
    "set_pairing": _set_pairing,
    "undo_round": lambda form: acts.UndoRound(form.cleaned_data["round"]),
    "replace_qualifier": lambda form: stage_ruling_form.replace_qualifier(form.detail, form.cleaned_data),
    "set_qualifiers": lambda form: stage_ruling_form.set_qualifiers(form.detail, form.cleaned_data),
}
