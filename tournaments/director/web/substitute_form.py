"""The form of the ruling that somebody plays instead of somebody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.director.policy.judgement import asked
from tournaments.director.policy.judgement.asked import Asked
from tournaments.director.selectors import Detail


def fields(detail: Detail) -> Iterator[tuple[str, forms.Field]]:
    entries = [entry for entry in detail.entries if not entry.withdrawn]
    named = [(member.name, f"{entry.name}: {member.name}") for entry in entries for member in entry.members]
    alone = [(entry.name, entry.name) for entry in entries if not entry.members]
    yield "leaves", forms.ChoiceField(label=gettext("Who leaves"), choices=[*named, *alone])
    yield "comes", forms.CharField(label=gettext("Who plays instead"), max_length=150)


def wanted(detail: Detail, chosen: Mapping[str, Any]) -> Asked:
    leaves = chosen["leaves"]
    entry = next(each for each in detail.entries if leaves in ([member.name for member in each.members] or [each.name]))
    return asked.Substitute(entry.number, chosen["comes"].strip(), leaves)
