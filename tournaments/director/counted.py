"""Which tables of matches count, and how, for those who count tables one by one: leagues."""

from collections.abc import Collection

from tournaments.director.models import Match
from tournaments.director.policy.rulings.rated import Places, ruled
from tournaments.director.streams import TOURNAMENTS


def called_off(match_ids: Collection[str]) -> dict[str, int]:
    """Those of the matches whose tournament was cancelled, each with when (epoch ms)."""
    rows = Match.objects.filter(pk__in=match_ids, tournament__status="cancelled")
    return {match: at for match, at in rows.values_list("pk", "tournament__ended_at") if at is not None}


def ruled_tables(match_ids: Collection[str]) -> dict[str, Places]:
    """The tables of the matches' tournaments that rulings are about, with the places that count; ``None``: void."""
    found: dict[str, Places] = {}
    rows = Match.objects.filter(pk__in=match_ids).order_by("tournament_id")
    for tournament in rows.values_list("tournament_id", flat=True).distinct():
        found |= ruled(TOURNAMENTS.current(tournament).state)
    return found
