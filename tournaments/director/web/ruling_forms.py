"""Forms of rulings: what each act is called, what it asks of the desk, and the request that follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.policy.rulings import entries, matches, rounds, stages
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.selectors import At, Detail, EntryInfo, MatchInfo, RoundInfo
from tournaments.director.state import acts
from tournaments.director.web import ruling_fields as field
from tournaments.pairing.record import Code

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

REASONS: dict[acts.ReasonCode, StrOrPromise] = {
    "no_show": _("Somebody was not there"),
    "agreement": _("Those concerned agree"),
    "mistake": _("A mistake is put right"),
    "technical": _("Technical trouble"),
    "conduct": _("Conduct"),
    "rules": _("The rules say so"),
    "other": _("Another reason"),
}


class ActForm(NamedTuple):
    """What an act is called; its fields in a tournament, for a match once that is chosen; the request that they make;
    the usual reason; and whether it is about stages."""

    title: StrOrPromise
    fields: Callable[[At, MatchInfo | None], Mapping[str, forms.Field]]
    request: Callable[[RulingForm], Request]
    reason: acts.ReasonCode = "other"
    of_stages: bool = False


def acts_for(detail: Detail) -> dict[str, StrOrPromise]:
    """Those that can be asked for here: what is about stages, once another has been filled."""
    return {key: form.title for key, form in ACTS.items() if not form.of_stages or detail.stage > 1}


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

    def __init__(self, data: QueryDict | None, *, act: str, at: At) -> None:
        super().__init__(data, auto_id="ruling-%s")
        self.act, self.at = act, at
        self.fields["act"] = forms.CharField(widget=forms.HiddenInput, initial=act)
        found = self._chosen_match()
        self.fields.update(ACTS[act].fields(at, found[1] if found else None))

    def _chosen_match(self) -> tuple[RoundInfo, MatchInfo] | None:
        chosen = str(self.data.get("match", ""))
        return next((found for found in field.matches(self.at) if found[1].match == chosen), None)

    @property
    def complete(self) -> bool:
        """Whether all is asked for: what became of a match, only once one is chosen."""
        return not ("match" in self.fields and self.fields["match"].required) or self._chosen_match() is not None

    @property
    def match(self) -> MatchInfo:
        chosen = self._chosen_match()
        assert chosen is not None  # noqa: S101  the field was valid
        return chosen[1]

    def wanted(self) -> Request:
        """What the desk is asked for."""
        return ACTS[self.act].request(self)


# -- the requests


def _as_named(request: Callable[..., Request]) -> Callable[[RulingForm], Request]:
    """For a request whose fields are those of the form."""

    def made(form: RulingForm) -> Request:
        given = {name: value for name, value in form.cleaned_data.items() if name != "act"}
        return request(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})

    return made


def _set_result(form: RulingForm) -> Request:
    match, chosen = form.match, form.cleaned_data
    if len(match.entries) == 2:
        _title, codes, places = field.RESULTS[chosen["result"]]
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


def _extend(form: RulingForm) -> Request:
    chosen = form.cleaned_data
    paired = form.at.rounds[chosen["round"] - 1]
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


def _set_pairing(form: RulingForm) -> Request:
    tables = [_numbers(line) for line in form.cleaned_data["tables"].split(",") if line.split()]
    return rounds.SetPairing(
        form.cleaned_data["round"],
        tuple(table for table in tables if len(table) > 1),
        tuple(table[0] for table in tables if len(table) == 1),
    )


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers of entries; a word that is not one names nobody, and is refused as that."""
    words = text.replace(",", " ").split()
    return tuple(int(each) if each.isascii() and each.isdecimal() and len(each) < 7 else 0 for each in words)


def _give_time(form: RulingForm) -> Request:
    return matches.GiveTime(form.match.match, form.cleaned_data["entry"], form.cleaned_data["minutes"] * 60)


def _substitute(form: RulingForm) -> Request:
    leaves, found = form.cleaned_data["leaves"], form.at.detail.entries
    entry = next(each for each in found if leaves in ([member.name for member in each.members] or [each.name]))
    return entries.Substitute(entry.number, form.cleaned_data["comes"].strip(), leaves)


def _replace_qualifier(form: RulingForm) -> Request:
    return stages.ReplaceQualifier(form.at.detail.stage, form.cleaned_data["out"], form.cleaned_data["entry"])


def _set_qualifiers(form: RulingForm) -> Request:
    return acts.SetQualifiers(form.at.detail.stage, _numbers(form.cleaned_data["entries"]))


def _playing(at: At) -> list[EntryInfo]:
    """Who plays the stage that has been filled last, by seed."""
    filled = at.stages[at.detail.stage - 1].field if len(at.stages) >= at.detail.stage else None
    return [each.entry for each in filled.entries] if filled else []


# -- the fields


def _replacing(at: At) -> dict[str, forms.Field]:
    there = _playing(at)
    others = (entry for entry in at.entries.values() if entry not in there and not entry.withdrawn)
    return {"out": field.entry(gettext("Player"), there), "entry": field.entry(gettext("is replaced by"), others)}


def _player(at: At) -> forms.Field:
    return field.entry(gettext("Player"), at.entries.values())


ACTS: dict[str, ActForm] = {
    "set_result": ActForm(
        _("Set a result"),
        lambda at, match: {"match": field.match(at), **(field.results(match) if match else {})},
        _set_result,
        "mistake",
    ),
    "forfeit": ActForm(
        _("Forfeit a match"),
        lambda at, match: {"match": field.match(at), **({"entries": field.absent(match)} if match else {})},
        _as_named(acts.Forfeit),
        "no_show",
    ),
    "double_loss": ActForm(
        _("Both have lost"), lambda at, _match: {"match": field.match(at)}, _as_named(acts.DoubleLoss), "conduct"
    ),
    "void_table": ActForm(
        _("Void a table and play again"),
        lambda at, _match: {"match": field.match(at)},
        _as_named(matches.VoidTable),
        "technical",
    ),
    "give_time": ActForm(
        _("Give time"),
        lambda at, match: {
            "match": field.match(at, waiting=True),
            **({"entry": field.entry(gettext("Player"), match.entries)} if match else {}),
            "minutes": field.minutes(gettext("Minutes"), 3, 1, 1_440),
        },
        _give_time,
        "technical",
    ),
    "extend": ActForm(
        _("Extend a deadline"),
        lambda at, _match: {
            "round": field.round_number(at),
            "match": field.match(at, waiting=True, required=False),
            "time": field.time(),
            "minutes": field.minutes(
                gettext("Minutes longer"),
                5,
                -1_440,
                44_640,
                gettext("From the present deadline on; from now on if there is none."),
            ),
        },
        _extend,
    ),
    "adjust_points": ActForm(
        _("Give or take points"),
        lambda at, _match: {"entry": _player(at), "points": field.points(), "round": field.round_number(at)},
        _as_named(entries.AdjustPoints),
        "rules",
    ),
    "disqualify": ActForm(
        _("Disqualify"),
        lambda at, _match: {"entry": _player(at), "round": field.round_number(at, more=1), "results": field.rest()},
        _as_named(acts.Disqualify),
        "conduct",
    ),
    "readmit": ActForm(
        _("Take somebody in again"),
        lambda at, _match: {
            "entry": field.entry(gettext("Player"), (each for each in at.entries.values() if each.withdrawn))
        },
        _as_named(acts.Readmit),
    ),
    "substitute": ActForm(
        _("Name a substitute"),
        lambda at, _match: {
            "leaves": field.leaves(at),
            "comes": forms.CharField(label=gettext("Who plays instead"), max_length=150),
        },
        _substitute,
    ),
    "swap": ActForm(
        _("Exchange two players"),
        lambda at, _match: {
            "round": field.round_number(at, last=True),
            "one": _player(at),
            "other": field.entry(gettext("changes places with"), at.entries.values()),
        },
        _as_named(rounds.Swap),
    ),
    "set_bye": ActForm(
        _("Give the bye to another player"),
        lambda at, _match: {"round": field.round_number(at, last=True), "entry": _player(at)},
        _as_named(rounds.SetBye),
    ),
    "set_pairing": ActForm(
        _("Pair a round by hand"),
        lambda at, _match: {"round": field.round_number(at, last=True), "tables": field.tables(at)},
        _set_pairing,
    ),
    "undo_round": ActForm(
        _("Take a round back"),
        lambda at, _match: {"round": field.round_number(at, last=True)},
        _as_named(acts.UndoRound),
    ),
    "replace_qualifier": ActForm(
        _("Put somebody else in the next stage"),
        lambda at, _match: _replacing(at),
        _replace_qualifier,
        of_stages=True,
    ),
    "set_qualifiers": ActForm(
        _("Say who plays the next stage"),
        lambda at, _match: {"entries": field.qualifiers(at, _playing(at))},
        _set_qualifiers,
        of_stages=True,
    ),
}
