"""Forms of rulings: what is asked for each act, and what it asks of the desk."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.director.formats.record import Code
from tournaments.director.policy.judgement import asked
from tournaments.director.policy.judgement.asked import Asked
from tournaments.director.selectors import Detail, MatchInfo, RoundInfo
from tournaments.director.state import acts
from tournaments.pages import stage_ruling_form, substitute_form

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
OF_STAGES = ("replace_qualifier", "set_qualifiers")
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
RESULTS: dict[str, tuple[str, tuple[Code, Code], tuple[int, int]]] = {
    "1-0": ("1 – 0", ("1", "0"), (1, 2)),
    "draw": ("½ – ½", ("=", "="), (1, 1)),
    "0-1": ("0 – 1", ("0", "1"), (2, 1)),
    "forfeit-second": ("+ – −", ("+", "-"), (1, 2)),
    "forfeit-first": ("− – +", ("-", "+"), (2, 1)),
    "forfeit-both": ("− – −", ("-", "-"), (2, 2)),
}
Build: TypeAlias = Callable[["RulingForm"], Asked]


OF_MATCHES = ("set_result", "forfeit", "double_loss", "void_table", "give_time")


def acts_for(detail: Detail) -> dict[str, StrOrPromise]:
    """Those that can be asked for here: what is about stages, once another has been filled."""
    return {act: title for act, title in ACTS.items() if act not in OF_STAGES or detail.stage > 1}


class GroundsForm(forms.Form):
    """Why, as it is signed."""

    reason = forms.ChoiceField(label=_("Reason"), choices=[*REASONS.items()])
    text = forms.CharField(
        label=_("In your own words"),
        required=False,
        max_length=1_000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Shown to the players whom it concerns. It can be erased later."),
    )


class MessageForm(forms.Form):
    text = forms.CharField(label=_("Message"), max_length=1_000, widget=forms.Textarea(attrs={"rows": 3}))


class RulingForm(forms.Form):
    """What an act needs to know of the tournament."""

    def __init__(self, data: QueryDict | None, *, act: str, detail: Detail) -> None:
        super().__init__(data, auto_id="ruling-%s")
        self.act, self.detail = act, detail
        self.fields["act"] = forms.CharField(widget=forms.HiddenInput, initial=act)
        for name, field in _fields(act, detail, self._chosen_match()):
            self.fields[name] = field

    def _chosen_match(self) -> tuple[RoundInfo, MatchInfo] | None:
        chosen = str(self.data.get("match", ""))
        return next((found for found in _matches(self.detail) if found[1].match == chosen), None)

    @property
    def complete(self) -> bool:
        """Whether all is asked for: what became of a match, only once one is chosen."""
        return self.act not in OF_MATCHES or self._chosen_match() is not None

    @property
    def match(self) -> MatchInfo:
        chosen = self._chosen_match()
        assert chosen is not None  # noqa: S101  the field was valid
        return chosen[1]

    def wanted(self) -> Asked:
        """What the desk is asked for."""
        return _BUILD[self.act](self)


# -- fields


def _matches(detail: Detail) -> Iterator[tuple[RoundInfo, MatchInfo]]:
    for paired in reversed(detail.rounds):
        for match in paired.matches:
            yield paired, match


def _match_field(detail: Detail, *, waiting: bool = False, required: bool = True) -> forms.ChoiceField:
    choices = [
        (match.match, gettext("Round {round}: {players}").format(round=paired.number, players=players(match)))
        for paired, match in _matches(detail)
        if not waiting or match.codes is None
    ]
    if not required:
        choices.insert(0, ("", gettext("the whole round")))
    return forms.ChoiceField(label=gettext("Match"), choices=choices, required=required)


def players(match: MatchInfo) -> str:
    return " – ".join(entry.name for entry in match.entries)


def _entry_field(detail: Detail, label: str, *, withdrawn: bool | None = None) -> forms.TypedChoiceField:
    entries = [entry for entry in detail.entries if withdrawn is None or entry.withdrawn is withdrawn]
    return forms.TypedChoiceField(label=label, coerce=int, choices=[(entry.number, entry.name) for entry in entries])


def _round_field(detail: Detail, *, last: bool = False, more: int = 0) -> forms.TypedChoiceField:
    count = len(detail.rounds)
    numbers = [count] if last and count else range(count + more, 0, -1)
    choices = [(number, gettext("Round {round}").format(round=number)) for number in numbers]
    return forms.TypedChoiceField(label=gettext("Round"), coerce=int, choices=choices)


def _fields(act: str, detail: Detail, chosen: tuple[RoundInfo, MatchInfo] | None) -> Iterator[tuple[str, forms.Field]]:
    if act in OF_MATCHES[:-1]:
        yield "match", _match_field(detail)
        if chosen is not None:
            yield from _result_fields(act, chosen[1])
    elif act == "give_time":
        yield "match", _match_field(detail, waiting=True)
        if chosen is not None:
            choices = [(entry.number, entry.name) for entry in chosen[1].entries]
            yield "entry", forms.TypedChoiceField(label=gettext("Player"), coerce=int, choices=choices)
        yield "minutes", forms.IntegerField(label=gettext("Minutes"), min_value=1, max_value=1_440, initial=3)
    elif act == "extend":
        yield from _extension_fields(detail)
    elif act in OF_STAGES:
        yield from stage_ruling_form.fields(act, detail)
    elif act in ("swap", "set_bye", "set_pairing", "undo_round"):
        yield from _pairing_fields(act, detail)
    else:
        yield from _entry_fields(act, detail)


def _result_fields(act: str, match: MatchInfo) -> Iterator[tuple[str, forms.Field]]:
    if act == "forfeit":
        choices = [(entry.number, entry.name) for entry in match.entries]
        yield (
            "entries",
            forms.TypedMultipleChoiceField(
                label=gettext("Who was not there"), coerce=int, choices=choices, widget=forms.CheckboxSelectMultiple
            ),
        )
    elif act == "set_result" and len(match.entries) == 2:
        yield "result", forms.ChoiceField(label=players(match), choices=list(_results(match)))
    elif act == "set_result":
        places = [*((str(place), str(place)) for place in range(1, len(match.entries) + 1)), ("-", gettext("missing"))]
        for entry in match.entries:
            yield f"place-{entry.number}", forms.ChoiceField(label=entry.name, choices=places)


def _results(match: MatchInfo) -> Iterator[tuple[str, str]]:
    """Each result between two, and what it says of whom."""
    one, two = (entry.name for entry in match.entries)
    says = {
        "1-0": gettext("{name} won").format(name=one),
        "draw": gettext("drawn"),
        "0-1": gettext("{name} won").format(name=two),
        "forfeit-second": gettext("{name} was not there").format(name=two),
        "forfeit-first": gettext("{name} was not there").format(name=one),
        "forfeit-both": gettext("nobody was there"),
    }
    for key, (title, _codes, _places) in RESULTS.items():
        yield key, f"{title} ({says[key]})"


def _extension_fields(detail: Detail) -> Iterator[tuple[str, forms.Field]]:
    yield "round", _round_field(detail)
    yield "match", _match_field(detail, waiting=True, required=False)
    what = [("deadline", gettext("to be played")), ("grace", gettext("to sit down"))]
    yield "time", forms.ChoiceField(label=gettext("Time"), choices=what)
    yield (
        "minutes",
        forms.IntegerField(
            label=gettext("Minutes longer"),
            min_value=-1_440,
            max_value=44_640,
            initial=5,
            help_text=gettext("From the present deadline on; from now on if there is none."),
        ),
    )


def _pairing_fields(act: str, detail: Detail) -> Iterator[tuple[str, forms.Field]]:
    yield "round", _round_field(detail, last=True)
    if act == "swap":
        yield "one", _entry_field(detail, gettext("Player"))
        yield "other", _entry_field(detail, gettext("changes places with"))
    elif act == "set_bye":
        yield "entry", _entry_field(detail, gettext("Player"))
    elif act == "set_pairing":
        yield (
            "tables",
            forms.CharField(
                label=gettext("Tables"),
                initial=_pairing_text(detail),
                help_text=gettext(
                    "The players’ numbers in seat order, a comma between two tables. A number alone rests. {numbers}"
                ).format(numbers=escape(", ".join(f"{entry.number} {entry.name}" for entry in detail.entries))),
            ),
        )


def _pairing_text(detail: Detail) -> str:
    last = detail.rounds[-1] if detail.rounds else None
    tables = [[entry.number for entry in match.entries] for match in last.matches] if last else []
    rests = [[bye.entry.number] for bye in last.byes] if last else []
    return ", ".join(" ".join(map(str, each)) for each in (*tables, *rests))


def _entry_fields(act: str, detail: Detail) -> Iterator[tuple[str, forms.Field]]:
    if act == "substitute":
        yield from substitute_form.fields(detail)
        return
    if act == "readmit":
        yield "entry", _entry_field(detail, gettext("Player"), withdrawn=True)
        return
    yield "entry", _entry_field(detail, gettext("Player"))
    if act == "adjust_points":
        points = forms.RegexField(
            label=gettext("Points"),
            regex=r"^-?[0-9]{1,3}(/[1-9][0-9]?)?$",
            initial="-1/2",
            help_text=gettext("Below zero they are taken: -1, -1/2, 1."),
        )
        yield "points", points
        yield "round", _round_field(detail)
        return
    yield "round", _round_field(detail, more=1)
    rest = [
        ("keep", gettext("they stand")),
        ("forfeit", gettext("all are lost by forfeit")),
        ("annul", gettext("they count for nobody")),
    ]
    yield "results", forms.ChoiceField(label=gettext("Matches from that round on"), choices=rest)


# -- what is asked


def _set_result(form: RulingForm) -> Asked:
    match, chosen = form.match, form.cleaned_data
    if len(match.entries) == 2:
        _title, codes, places = RESULTS[chosen["result"]]
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
