"""Where a single match is played, if not as the tournament was announced."""

from engine.events import Public


class MatchPlaced(Public, frozen=True):
    """An organiser has this match played with real cards, or at a table here."""

    kind = "tournament.match_placed"
    match: str
    in_room: bool
