"""What is asked for each ruling: its fields, from what the tournament has come to."""

from __future__ import annotations

from collections.abc import Iterator

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext

from tournaments.director.selectors import Detail, MatchInfo, RoundInfo
from tournaments.director.web import stage_ruling_form, substitute_form
from tournaments.pairing.record import Code

OF_STAGES = ("replace_qualifier", "set_qualifiers")
RESULTS: dict[str, tuple[str, tuple[Code, Code], tuple[int, int]]] = {
    "1-0": ("1 – 0", ("1", "0"), (1, 2)),
    "draw": ("½ – ½", ("=", "="), (1, 1)),
    "0-1": ("0 – 1", ("0", "1"), (2, 1)),
    "forfeit-second": ("+ – −", ("+", "-"), (1, 2)),
    "forfeit-first": ("− – +", ("-", "+"), (2, 1)),
    "forfeit-both": ("− – −", ("-", "-"), (2, 2)),
}

OF_MATCHES = ("set_result", "forfeit", "double_loss", "void_table", "give_time")


def matches(detail: Detail) -> Iterator[tuple[RoundInfo, MatchInfo]]:
    for paired in reversed(detail.rounds):
        for match in paired.matches:
            yield paired, match


def _match_field(detail: Detail, *, waiting: bool = False, required: bool = True) -> forms.ChoiceField:
    choices = [
        (match.match, gettext("Round {round}: {players}").format(round=paired.number, players=players(match)))
        for paired, match in matches(detail)
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


def fields(act: str, detail: Detail, chosen: tuple[RoundInfo, MatchInfo] | None) -> Iterator[tuple[str, forms.Field]]:
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
                    "Player numbers in seat order, with a comma between tables. A number on its own rests. {numbers}"
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
            help_text=gettext("A negative number takes points away: -1, -1/2, 1."),
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
