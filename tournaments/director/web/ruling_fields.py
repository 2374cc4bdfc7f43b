"""Fields that forms of rulings ask for, with the choices that a tournament has."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext

from tournaments.director.selectors import At, EntryInfo, MatchInfo, RoundInfo
from tournaments.director.web.pairing_field import PairingField

Chosen: TypeAlias = MatchInfo | None
"""The match that the ruling is about, once it is chosen."""
Make: TypeAlias = Callable[[At, Chosen], forms.Field | None]


def matches(at: At) -> Iterator[tuple[RoundInfo, MatchInfo]]:
    for paired in reversed(at.rounds):
        for match in paired.matches:
            yield paired, match


def _match(at: At, *, waiting: bool) -> list[tuple[str, str]]:
    return [
        (match.match, gettext("Round {round}: {players}").format(round=paired.number, players=players(match)))
        for paired, match in matches(at)
        if not waiting or match.codes is None
    ]


def match(at: At, _chosen: Chosen) -> forms.Field:
    return forms.ChoiceField(label=gettext("Match"), choices=_match(at, waiting=False))


def open_match(at: At, _chosen: Chosen) -> forms.Field:
    return forms.ChoiceField(label=gettext("Match"), choices=_match(at, waiting=True))


def open_match_or_round(at: At, _chosen: Chosen) -> forms.Field:
    choices = [("", gettext("the whole round")), *_match(at, waiting=True)]
    return forms.ChoiceField(label=gettext("Match"), choices=choices, required=False)


def players(match: MatchInfo) -> str:
    return " – ".join(entry.name for entry in match.entries)


def entry(label: str, entries: Iterable[EntryInfo]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, choices=[(each.number, each.name) for each in entries])


def player(at: At, _match: Chosen) -> forms.Field:
    return entry(gettext("Player"), at.entries.values())


def player_at_table(_at: At, match: Chosen) -> forms.Field | None:
    return entry(gettext("Player"), match.entries) if match else None


def player_who_left(at: At, _match: Chosen) -> forms.Field:
    return entry(gettext("Player"), (each for each in at.entries.values() if each.withdrawn))


def round_up_to(more: int) -> Make:
    """The rounds that there are, and this many *more* if there is one to come."""

    def made(at: At, _match: Chosen) -> forms.Field:
        to_come = more if at.tournament.has_more_rounds or not at.rounds else 0
        return _round(range(len(at.rounds) + to_come, 0, -1))

    return made


def last_that_counts(at: At, _match: Chosen) -> forms.Field:
    made = _round(range(len(at.rounds), 0, -1))
    made.label = gettext("The last round that counts")
    made.help_text = gettext("Its open tables are played to their end. Those of later rounds end at once.")
    return made


def last_round(at: At, _match: Chosen) -> forms.Field:
    return _round([len(at.rounds)] if at.rounds else [])


def _round(numbers: Iterable[int]) -> forms.Field:
    choices = [(number, gettext("Round {round}").format(round=number)) for number in numbers]
    return forms.TypedChoiceField(label=gettext("Round"), coerce=int, choices=choices)


def absent(_at: At, match: Chosen) -> forms.Field | None:
    if match is None:
        return None
    return forms.TypedMultipleChoiceField(
        label=gettext("Who was not there"),
        coerce=int,
        choices=[(entry.number, entry.name) for entry in match.entries],
        widget=forms.CheckboxSelectMultiple,
    )


def points(_at: At, _match: Chosen) -> forms.RegexField:
    return forms.RegexField(
        label=gettext("Points"),
        regex=r"^-?[0-9]{1,3}(/[1-9][0-9]?)?$",
        initial="-1/2",
        help_text=gettext("A negative number takes points away: -1, -1/2, 1."),
    )


def time(_at: At, _match: Chosen) -> forms.ChoiceField:
    choices = [("deadline", gettext("to be played")), ("grace", gettext("to sit down"))]
    return forms.ChoiceField(label=gettext("Time"), choices=choices)


def rest(_at: At, _match: Chosen) -> forms.ChoiceField:
    choices = [
        ("keep", gettext("they stand")),
        ("forfeit", gettext("all are lost by forfeit")),
        ("annul", gettext("they count for nobody")),
    ]
    return forms.ChoiceField(label=gettext("Matches from that round on"), choices=choices)


def tables(at: At, _match: Chosen) -> forms.Field:
    """The last round by name, to be changed."""
    return PairingField(at.entries.values(), at.rounds[-1] if at.rounds else None, max(at.tournament.sizes))


def qualifiers(at: At, _match: Chosen) -> forms.CharField:
    """Who plays the next stage as text, to be changed."""
    help_text = gettext("The players’ numbers in the order of their seeds. {numbers}")
    return forms.CharField(
        label=gettext("Who plays it"),
        initial=" ".join(str(entry.number) for entry in playing(at)),
        help_text=help_text.format(numbers=numbered(entry for entry in at.entries.values() if not entry.withdrawn)),
    )


def numbered(entries: Iterable[EntryInfo]) -> str:
    return escape(", ".join(f"{entry.number} {entry.name}" for entry in entries))


def leaves(at: At, _match: Chosen) -> forms.ChoiceField:
    entries = [entry for entry in at.entries.values() if not entry.withdrawn]
    named = [(member.name, f"{entry.name}: {member.name}") for entry in entries for member in entry.members]
    alone = [(entry.name, entry.name) for entry in entries if not entry.members]
    return forms.ChoiceField(label=gettext("Who leaves"), choices=[*named, *alone])


def comes(_at: At, _match: Chosen) -> forms.Field:
    return forms.CharField(label=gettext("Who plays instead"), max_length=150)


def minutes(_at: At, _match: Chosen) -> forms.Field:
    return forms.IntegerField(label=gettext("Minutes"), min_value=1, max_value=1_440, initial=3)


def minutes_longer(_at: At, _match: Chosen) -> forms.Field:
    return forms.IntegerField(
        label=gettext("Minutes longer"),
        min_value=-1_440,
        max_value=44_640,
        initial=5,
        help_text=gettext("From the present deadline on; from now on if there is none."),
    )


def playing(at: At) -> list[EntryInfo]:
    """Who plays the stage that has been filled last, by seed."""
    filled = at.stages[at.detail.stage - 1].field if len(at.stages) >= at.detail.stage else None
    return [each.entry for each in filled.entries] if filled else []


def qualifier(at: At, _match: Chosen) -> forms.Field:
    return entry(gettext("Player"), playing(at))


def replacement(at: At, _match: Chosen) -> forms.Field:
    there = playing(at)
    others = (each for each in at.entries.values() if each not in there and not each.withdrawn)
    return entry(gettext("is replaced by"), others)


def other_player(at: At, _match: Chosen) -> forms.Field:
    return entry(gettext("changes places with"), at.entries.values())
