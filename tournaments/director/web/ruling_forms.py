"""Forms of rulings: what each act is called, what it asks of the desk, and the request that follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.display.ruling_shapes import REASONS
from tournaments.director.policy.rulings import entries, matches, rounds, stages
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.selectors import At, Detail, MatchInfo, RoundInfo
from tournaments.director.state import acts
from tournaments.director.web import result_fields
from tournaments.director.web import ruling_fields as field
from tournaments.kit.numbers import number_in

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ActForm(NamedTuple):
    """An act on the desk's page: what it is called, the request that the form makes, and its fields by name."""

    title: StrOrPromise
    request: Callable[[RulingForm], Request]
    fields: Mapping[str, field.Make]
    reason: acts.ReasonCode = "other"
    """The usual one."""
    of_stages: bool = False


def acts_for(detail: Detail) -> dict[str, StrOrPromise]:
    """Those that can be asked for here: what is about stages, once another has been filled."""
    if not detail.rounds:
        return {key: form.title for key, form in ACTS.items() if key in BEFORE_ROUNDS}
    known = {key: form.title for key, form in ACTS.items() if not form.of_stages or detail.stage > 1}
    return known if detail.may_end_early else {key: title for key, title in known.items() if key != "end_after"}


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
    """Words to everybody, to an open table, or to one entry."""

    text = forms.CharField(label=_("Message"), max_length=1_000, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, data: QueryDict | None = None, *, detail: Detail, initial: dict[str, str] | None = None) -> None:
        super().__init__(data, initial=initial, auto_id="message-%s")
        self.recipients = dict(_recipients(detail))
        choices = [("", gettext("everybody")), *((key, label) for key, (label, _entries) in self.recipients.items())]
        self.fields["to"] = forms.ChoiceField(label=gettext("To"), required=False, choices=choices)
        self.order_fields(("to", "text"))

    def entries(self) -> tuple[int, ...]:
        """Whom it is for alone; none: everybody."""
        chosen = self.cleaned_data["to"]
        return self.recipients[chosen][1] if chosen else ()


def _recipients(detail: Detail) -> Iterator[tuple[str, tuple[str, tuple[int, ...]]]]:
    """By key: the tables that are played, and who is in, with what they are called and their entries."""
    for paired in reversed(detail.rounds):
        for number, name in enumerate(paired.names, start=1):
            if name in paired.undecided and detail.status == "running":
                label = gettext("Round {round}, table {number}").format(round=paired.number, number=number)
                yield f"match-{name}", (label, paired.undecided[name])
    for entry in (*detail.entries, *detail.waiting):
        if not entry.withdrawn:
            yield f"entry-{entry.number}", (entry.name, (entry.number,))


class RulingForm(forms.Form):
    """What an act needs to know of the tournament."""

    def __init__(self, data: QueryDict | None, *, act: str, at: At) -> None:
        super().__init__(data, auto_id="ruling-%s")
        self.act, self.at = act, at
        self.fields["act"] = forms.CharField(widget=forms.HiddenInput, initial=act)
        found = self._chosen_match()
        match = found[1] if found else None
        for name, make in ACTS[act].fields.items():
            if (made := make(at, match)) is not None:
                self.fields[name] = made
        if act == "set_result" and match:
            self.fields.update(result_fields.fields(at, match))

    def rows(self) -> list[list[forms.BoundField]]:
        """The fields that are seen, points beside what they go with."""
        rows: list[list[forms.BoundField]] = []
        for each in self.visible_fields():
            if each.name.startswith("points-"):
                rows[-1].append(each)
            else:
                rows.append([each])
        return rows

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        if self.act == "set_result" and not self.errors:
            for name in result_fields.points_left_out(self.at, self.match, given):
                self.add_error(name, gettext("The points decide here: write them, too."))
        return given

    def ask(self) -> None:
        """Show it as nobody has filled it in yet, with what stands."""
        self.errors.clear()
        found = self._chosen_match()
        if self.act == "set_result" and found:
            self.data = {**result_fields.standing(self.at, found[1]), **dict(self.data.items())}

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
    return result_fields.wanted(form.match, form.cleaned_data)


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
    return rounds.SetPairing(form.cleaned_data["round"], *form.cleaned_data["tables"])


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers of entries; a word that is not one names nobody, and is refused as that."""
    words = text.replace(",", " ").split()
    return tuple(number_in(each) or 0 for each in words)


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


BEFORE_ROUNDS = ("disqualify", "readmit", "substitute")
"""What can be ruled while no round is drawn."""
ROUND, NEXT_ROUND = field.round_up_to(0), field.round_up_to(1)
ACTS: dict[str, ActForm] = {
    "set_result": ActForm(_("Set a result"), _set_result, {"match": field.match}, "mistake"),
    "forfeit": ActForm(
        _("Forfeit a match"), _as_named(acts.Forfeit), {"match": field.match, "entries": field.absent}, "no_show"
    ),
    "double_loss": ActForm(_("Both have lost"), _as_named(acts.DoubleLoss), {"match": field.match}, "conduct"),
    "void_table": ActForm(
        _("Void a table and play again"), _as_named(matches.VoidTable), {"match": field.match}, "technical"
    ),
    "give_time": ActForm(
        _("Give time"),
        _give_time,
        {"match": field.open_match, "entry": field.player_at_table, "minutes": field.minutes},
        "technical",
    ),
    "extend": ActForm(
        _("Extend a deadline"),
        _extend,
        {"round": ROUND, "match": field.open_match_or_round, "time": field.time, "minutes": field.minutes_longer},
    ),
    "adjust_points": ActForm(
        _("Give or take points"),
        _as_named(entries.AdjustPoints),
        {"entry": field.player, "points": field.points, "round": ROUND},
        "rules",
    ),
    "disqualify": ActForm(
        _("Disqualify"),
        _as_named(acts.Disqualify),
        {"entry": field.player, "round": NEXT_ROUND, "results": field.rest},
        "conduct",
    ),
    "readmit": ActForm(_("Take somebody in again"), _as_named(acts.Readmit), {"entry": field.player_who_left}),
    "substitute": ActForm(_("Name a substitute"), _substitute, {"leaves": field.leaves, "comes": field.comes}),
    "swap": ActForm(
        _("Exchange two players"),
        _as_named(rounds.Swap),
        {"round": field.last_round, "one": field.player, "other": field.other_player},
    ),
    "set_bye": ActForm(
        _("Give the bye to another player"),
        _as_named(rounds.SetBye),
        {"round": field.last_round, "entry": field.player},
    ),
    "set_pairing": ActForm(
        _("Pair a round by hand"), _set_pairing, {"round": field.last_round, "tables": field.tables}
    ),
    "undo_round": ActForm(_("Take a round back"), _as_named(acts.UndoRound), {"round": field.last_round}),
    "end_after": ActForm(_("End the tournament early"), _as_named(acts.EndAfter), {"round": field.last_that_counts}),
    "replace_qualifier": ActForm(
        _("Put somebody else in the next stage"),
        _replace_qualifier,
        {"out": field.qualifier, "entry": field.replacement},
        of_stages=True,
    ),
    "set_qualifiers": ActForm(
        _("Say who plays the next stage"), _set_qualifiers, {"entries": field.qualifiers}, of_stages=True
    ),
}
