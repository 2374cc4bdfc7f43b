"""What a ruling does, as it stands in the log. Points are exact fractions as text, times epoch ms."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from tournaments.director.formats.record import Code

ReasonCode: TypeAlias = Literal["no_show", "agreement", "mistake", "technical", "conduct", "rules", "other"]
"""Why somebody ruled: not there, both sides agree, recorded wrongly, technical trouble, conduct, a breach of rules."""


class SetResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag="set_result"):
    """The match ended like this, whatever was or will be recorded: a code and a place for each entry, in seat order."""

    match: str
    codes: tuple[Code, ...]
    places: tuple[int, ...]


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag="forfeit"):
    """These entries lose the match as if they had not come; the others win it so, or all have lost it."""

    match: str
    entries: tuple[int, ...]


class DoubleLoss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act", tag="double_loss"):
    """The match was played, and everybody in it has lost it."""

    match: str


Act: TypeAlias = SetResult | Forfeit | DoubleLoss
