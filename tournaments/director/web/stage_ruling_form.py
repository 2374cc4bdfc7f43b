"""Forms of rulings about who plays the next stage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext

from tournaments.director.display import stage_selectors
from tournaments.director.display.shapes import EntryInfo
from tournaments.director.policy.judgement import asked
from tournaments.director.policy.judgement.asked import Asked
from tournaments.director.selectors import Detail
from tournaments.director.state import acts


def _playing(detail: Detail) -> list[EntryInfo]:
    """Who plays the stage that has been filled last, by seed."""
    stages = stage_selectors.stages(detail.id, as_of=detail.seq)
    field = stages[detail.stage - 1].field if len(stages) >= detail.stage else None
    return [each.entry for each in field.entries] if field else []


def fields(act: str, detail: Detail) -> Iterator[tuple[str, forms.Field]]:
    there = _playing(detail)
    if act == "replace_qualifier":
        others = [entry for entry in detail.entries if entry not in there and not entry.withdrawn]
        yield "out", _choice(gettext("Player"), there)
        yield "entry", _choice(gettext("is replaced by"), others)
        return
    names = ", ".join(f"{entry.number} {entry.name}" for entry in detail.entries if not entry.withdrawn)
    yield (
        "entries",
        forms.CharField(
            label=gettext("Who plays it"),
            initial=" ".join(str(entry.number) for entry in there),
            help_text=gettext("The players’ numbers in the order of their seeds. {numbers}").format(
                numbers=escape(names)
            ),
        ),
    )


def _choice(label: str, entries: list[EntryInfo]) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, coerce=int, choices=[(entry.number, entry.name) for entry in entries])


def replace_qualifier(detail: Detail, chosen: dict[str, Any]) -> Asked:
    return asked.ReplaceQualifier(detail.stage, chosen["out"], chosen["entry"])


def set_qualifiers(detail: Detail, chosen: dict[str, Any]) -> Asked:
    """A word that is no number names nobody, and is refused as that."""
    words = chosen["entries"].replace(",", " ").split()
    numbers = (int(each) if each.isascii() and each.isdecimal() and len(each) < 7 else 0 for each in words)
    return acts.SetQualifiers(detail.stage, tuple(numbers))
