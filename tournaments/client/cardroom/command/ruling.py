"""Rulings: what can be decided, what would follow, and signing it."""

import argparse
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, get_args, get_type_hints

import msgspec

from cardroom import Cardroom
from cardroom.command import Wrong
from cardroom.command.saying import beside, dump, say
from cardroom.models import DryRun, EntryInfo, SignRuling, TryRuling

REASONS: Final[tuple[str, ...]] = get_args(get_type_hints(SignRuling)["reason"])


def rule(site: Cardroom, given: argparse.Namespace) -> None:
    """Try a ruling and say what would follow; sign it only where that was asked for."""
    if given.act is None:
        say(*(line for act in acts().values() for line in described(act)))
        return
    decided = meant(given.act, given.fields)
    tried = site.try_ruling(given.tournament, TryRuling(ruling=decided))
    if given.json:
        dump(tried)
    else:
        say(*consequences(tried))
    if given.yes:
        wanted = SignRuling(ruling=decided, seq=tried.seq, reason=given.reason, text=given.text)
        signed = site.sign_ruling(given.tournament, wanted)
        dump(signed) if given.json else say(f"Signed: ruling {signed.ruling}.")
    elif not given.json:
        say("Nothing has been written. The same again with --yes signs it.")


def acts() -> Mapping[str, type[Any]]:
    """By its name, each act of a ruling."""
    return {act.__struct_config__.tag: act for act in get_args(get_type_hints(TryRuling)["ruling"])}


def described(act: type[Any]) -> Iterator[str]:
    """Its name and fields, and what it is."""
    optional = set(act.__struct_fields__[len(act.__struct_fields__) - len(act.__struct_defaults__) :])
    fields = (f"[{name}=...]" if name in optional else f"{name}=..." for name in act.__struct_fields__)
    yield " ".join((act.__struct_config__.tag, *fields))
    yield f"    {' '.join((act.__doc__ or '').split())}"


def meant(name: str, fields: list[str]) -> Any:
    """The act that the words of the command line name."""
    act = acts().get(name)
    if act is None:
        raise Wrong(f"{name}: no such act. There are: {', '.join(acts())}")
    given = dict(_field(act, each) for each in fields)
    try:
        return msgspec.convert(given | {"act": name}, act, strict=False)
    except msgspec.ValidationError as error:
        raise Wrong(f"{name}: {error}\n{next(described(act))}") from error


def _field(act: type[Any], given: str) -> tuple[str, Any]:
    name, sign, value = given.partition("=")
    if not sign or name not in act.__struct_fields__:
        raise Wrong(f"{given}: a field is NAME=VALUE. {next(described(act))}")
    kind = str(act.__annotations__[name])
    if "list[" not in kind:
        return name, None if value == "null" else value
    return name, json.loads(value) if value.startswith("[") else value.split(",")


def consequences(tried: DryRun) -> Iterator[str]:
    """What would follow, in words."""
    yield tried.says
    for match in tried.matches:
        yield f"Round {match.round}, {_who(match.entries)}: {_result(match.before)} becomes {_result(match.after)}"
    for line in tried.lines:
        before, after = line.before, line.after
        yield f"{line.entry.name}: place {before.place} with {before.points} becomes {after.place} with {after.points}"
    for change in tried.pairings:
        yield f"Round {change.round} would be paired in another way."
    if tried.coming:
        yield "The next round would be paired in another way."
    for rating in tried.ratings:
        yield f"{rating.name}: rating {rating.before} becomes {rating.after}"
    yield from (f"Played again, or on: {match}" for match in tried.reopened)
    yield from (f"This table would end: {table}" for table in tried.stopped)
    yield from (f"This rule of pairing would be broken: {rule}" for rule in tried.broken)
    if tried.finishes:
        yield "The tournament would be over."


def _who(entries: list[EntryInfo]) -> str:
    return beside(entry.name for entry in entries)


def _result(codes: list[str] | None) -> str:
    return ":".join(codes) if codes else "no result"
