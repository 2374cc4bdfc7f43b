"""The head of a file that calendars subscribe to (RFC 5545), and how often they may ask for it (RFC 7986)."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import icalendar

ASKED: Final = timedelta(hours=1)


def begun(title: str, host: str) -> "icalendar.Calendar":
    """A calendar without events."""
    import icalendar  # 3 MB, where a calendar is asked for

    made = icalendar.Calendar()
    made.add("prodid", f"-//Cardroom//{host}//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", title)
    made.add("refresh-interval", ASKED, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", f"PT{ASKED // timedelta(hours=1)}H")
    return made
