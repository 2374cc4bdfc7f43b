"""How much and how often is allowed, and what ``RATES`` and ``LIMITS`` of the environment change of it.

Nothing of Django is imported here: the variables are checked before it starts.
"""

import re
from collections.abc import Mapping
from typing import Final

RATES: Final = {
    "moves": "600/min",
    "tables": "60/min",
    "guest_tables": "10/min",
    "address_tables": "120/min",
    "tournaments": "120/min",
    "imports": "10/min",
    "codes": "600/min",
    "bots": "60/h",
    "bot_moves": "3000/min",
    "bot_tables": "120/min",
    "address_guests": "60/min,300/h",
    "replays": "600/min",
    "boards": "3000/min",
    "address_replays": "1200/min",
    "positions": "20/min",
    "lines": "120/min",
    "address_lines": "360/min",
    "address_positions": "60/min",
    "checks": "20/min",
    "address_checks": "30/min",
    "address_boards": "6000/min",
    "searches": "60/min",
    "address_searches": "120/min",
    "game_exports": "6/h",
    "address_game_exports": "12/h",
    "analyses": "10/min,60/d",
    "guest_analyses": "5/h",
    "address_analyses": "20/min,200/d",
    "films": "5/min,30/d",
    "address_films": "10/min,60/d",
    "puzzles": "60/min,1000/d",
    "address_puzzles": "120/min,3000/d",
    "studies": "60/min,1000/d",
    "names": "5/h",
    "tokens": "30/h",
    "apps": "10/h",
    "address_app_tokens": "120/min",
    "clubs": "120/min",
    "club_foundings": "1/d",
    "club_requests": "5/d",
    "club_addresses": "10/d",
    "club_joins": "20/d",
    "club_edits": "30/h",
    "club_news": "3/d",
    "club_invitations": "20/d",
    "leagues": "60/min",
    "people": "60/h",
    "together": "60/h",
    "address_together": "600/h",
    "steps": "600/min",
    "address_steps": "1200/min",
    "chat": "10/min,200/h",
    "exports": "6/h",
    "notices": "120/h",
    "deliveries": "20/h",
    "notes": "30/min,300/h",
    "invited": "300/d",
    "messages": "12/h,40/d",
}
"""How often somebody may do something (``platform/limits.py``). An address counts for guests and strangers alone, and a
whole club may come in by one."""
LIMITS: Final = {
    "tables": "40",
    "program_tables": "50",
    "owner_bots": "10",
    "owner_requests": "20",
    "smoke_tables": "2",
    "guest_tables": "12",
    "bot_tables": "20",
    "address_bot_tables": "100",
    "bots_alone": "2",
    "tournaments": "20",
    "tournament_bots": "60",
    "organiser_bots": "120",
    "reviews": "5",
    "review_people": "50",
    "studies": "50",
    "user_streams": "100",
    "address_streams": "300",
}
"""How much somebody may have at a time (``tables/caps.py``, ``director/commands/caps.py``, ``tables/hub.py``)."""
RATE: Final = re.compile(r"[1-9]\d{0,8}/([smhd]|min)")


def changed(defaults: Mapping[str, str], text: str) -> dict[str, str]:
    """*defaults* with what *text* says of some of them: ``moves=900/min chat=20/min,400/h``."""
    return {**defaults, **dict(_pairs(text))}


def are_rates(text: str) -> bool:
    given = dict(_pairs(text))
    return given.keys() <= RATES.keys() and all(map(RATE.fullmatch, ",".join(given.values()).split(",")))


def are_limits(text: str) -> bool:
    given = dict(_pairs(text))
    return given.keys() <= LIMITS.keys() and all(re.fullmatch("[0-9]{1,7}", value) for value in given.values())


def _pairs(text: str) -> list[tuple[str, str]]:
    """Raises ``ValueError`` for a part without ``=``."""
    return [(name, value) for name, value in (part.split("=", 1) for part in text.split())]
