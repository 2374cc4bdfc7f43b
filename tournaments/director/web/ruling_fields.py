"""Fields that forms of rulings ask for, with the choices that a tournament has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext

from tournaments.director.selectors import At, EntryInfo, MatchInfo, RoundInfo
from tournaments.pairing.record import Code

RESULTS: dict[str, tuple[str, tuple[Code, Code], tuple[int, int]]] = {
    "1-0": ("1 – 0", ("1", "0"), (1, 2)),
    "draw": ("½ – ½", ("=", "="), (1, 1)),
    "0-1": ("0 – 1", ("0", "1"), (2, 1)),
    "forfeit-second": ("+ – −", ("+", "-"), (1, 2)),
    "forfeit-first": ("− – +", ("-", "+"), (2, 1)),
    "forfeit-both": ("− – −", ("-", "-"), (2, 2)),
}


def matches(at: At) -> Iterator[tuple[RoundInfo, MatchInfo]]:
    for paired in reversed(at.rounds):
        for match in paired.matches:
            yield paired, match


def match(at: At, *, waiting: bool = False, required: bool = True) -> forms.ChoiceField:
    choices = [
        (match.match, gettext("Round {round}: {players}").format(round=paired.number, players=players(match)))
        for paired, match in matches(at)
        if not waiting or match.codes is None
    ]
    if not required:
        choices.insert(0, ("", gettext("the whole round")))
    return forms.ChoiceField(label=gettext("Match"), choices=choices, required=required)


def players(match: MatchInfo) -> str:
    return " – ".join(entry.name for entry in match.entries)


def entry(label: str, entries: Iterable[EntryInfo]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, choices=[(each.number, each.name) for each in entries])


def round_number(at: At, *, last: bool = False, more: int = 0) -> forms.TypedChoiceField:
    count = len(at.rounds)
    numbers = [count] if last and count else range(count + more, 0, -1)
    choices = [(number, gettext("Round {round}").format(round=number)) for number in numbers]
    return forms.TypedChoiceField(label=gettext("Round"), coerce=int, choices=choices)


def minutes(label: str, initial: int, least: int, most: int, help_text: str = "") -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, initial=initial, help_text=help_text)


def absent(match: MatchInfo) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        label=gettext("Who was not there"),
        coerce=int,
        choices=[(entry.number, entry.name) for entry in match.entries],
        widget=forms.CheckboxSelectMultiple,
    )


def results(match: MatchInfo) -> dict[str, forms.Field]:
    """One field for the result between two; at larger tables one for the place of each."""
    if len(match.entries) == 2:
        return {"result": forms.ChoiceField(label=players(match), choices=list(_results(match)))}
    places = [*((str(place), str(place)) for place in range(1, len(match.entries) + 1)), ("-", gettext("missing"))]
    return {f"place-{each.number}": forms.ChoiceField(label=each.name, choices=places) for each in match.entries}


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


def points() -> forms.RegexField:
    return forms.RegexField(
        label=gettext("Points"),
        regex=r"^-?[0-9]{1,3}(/[1-9][0-9]?)?$",
        initial="-1/2",
        help_text=gettext("A negative number takes points away: -1, -1/2, 1."),
    )


def time() -> forms.ChoiceField:
    choices = [("deadline", gettext("to be played")), ("grace", gettext("to sit down"))]
    return forms.ChoiceField(label=gettext("Time"), choices=choices)


def rest() -> forms.ChoiceField:
    choices = [
        ("keep", gettext("they stand")),
        ("forfeit", gettext("all are lost by forfeit")),
        ("annul", gettext("they count for nobody")),
    ]
    return forms.ChoiceField(label=gettext("Matches from that round on"), choices=choices)


def tables(at: At) -> forms.CharField:
    """The last round as text, to be changed."""
    last = at.rounds[-1] if at.rounds else None
    seated = [[entry.number for entry in match.entries] for match in last.matches] if last else []
    rests = [[bye.entry.number] for bye in last.byes] if last else []
    help_text = gettext(
        "Player numbers in seat order, with a comma between tables. A number on its own rests. {numbers}"
    )
    return forms.CharField(
        label=gettext("Tables"),
        initial=", ".join(" ".join(map(str, each)) for each in (*seated, *rests)),
        help_text=help_text.format(numbers=numbered(at.entries.values())),
    )


def qualifiers(at: At, there: Iterable[EntryInfo]) -> forms.CharField:
    """Who plays the next stage as text, to be changed."""
    help_text = gettext("The players’ numbers in the order of their seeds. {numbers}")
    return forms.CharField(
        label=gettext("Who plays it"),
        initial=" ".join(str(entry.number) for entry in there),
        help_text=help_text.format(numbers=numbered(entry for entry in at.entries.values() if not entry.withdrawn)),
    )


def numbered(entries: Iterable[EntryInfo]) -> str:
    return escape(", ".join(f"{entry.number} {entry.name}" for entry in entries))


def leaves(at: At) -> forms.ChoiceField:
    entries = [entry for entry in at.entries.values() if not entry.withdrawn]
    named = [(member.name, f"{entry.name}: {member.name}") for entry in entries for member in entry.members]
    alone = [(entry.name, entry.name) for entry in entries if not entry.members]
    return forms.ChoiceField(label=gettext("Who leaves"), choices=[*named, *alone])
