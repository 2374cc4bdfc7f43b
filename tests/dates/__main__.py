"""``make test-dates``: the rooms that know dates, tested at other moments than now. Needs Debian's ``faketime``.

Python, PostgreSQL and Valkey believe the moment, and time runs on from there. The proxy and browsers keep the real one,
so tests that need the service's processes or a browser are left out.
"""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

MOMENTS: Final = {
    "today at 00:05": "00:05",
    "today at 02:30": "02:30",
    "today at 12:00": "12:00",
    "today at 23:55": "23:55",
    "as the year ends": "2026-12-31T23:55",
    "as Europe's clocks go forward": "2027-03-28T02:30",
    "as they go back": "2027-10-31T02:30",
    "on 29 February": "2028-02-29T12:00",
    "years from now": "2030-07-01T09:15",
    "in New Zealand": "12:00",
}
"""ISO 8601, in Greenwich; without a day: today."""
ZONES: Final = {"in New Zealand": "Pacific/Auckland"}
"""The machine's own time zone."""
ROOMS: Final = (
    "accounts api clubs director leagues log notices pages people ratings settlement tables".split()  # noqa: SIM905
)
LEFT_OUT: Final = (
    "tests/people/test_friends.py::test_who_asks_blocks_and_ends_at_the_same_moment_is_done_as_if_one_after_the_other",
    "tests/settlement/test_settlement.py::test_deliveries_at_the_same_time_have_one_effect",
)
"""They do not depend on the date. Their threads wait for one another, and the library takes a lock that all processes
share whenever the clock is read: their waits are ten times as long, and longer than the service has patience for."""
PRELOADED: Final = Path(__file__).parent / "preloaded"


def library() -> str:
    """Raises ``SystemExit`` where it is not installed."""
    found = sorted(Path("/usr/lib").glob("**/faketime/libfaketimeMT.so.1"))
    if not found:
        sys.exit("faketime is missing: apt-get install faketime (Debian)")
    return str(found[0])


def environment(name: str) -> dict[str, str]:
    """An offset, not a moment: so all processes of a test agree, whenever each of them begins."""
    moment = MOMENTS[name]
    now = datetime.now(UTC)
    then = datetime.fromisoformat(moment if "T" in moment else f"{now:%Y-%m-%d}T{moment}").replace(tzinfo=UTC)
    return {
        "LD_PRELOAD": library(),
        "FAKETIME": f"{int((then - now).total_seconds()):+d}",
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "PYTHONPATH": str(PRELOADED),
        "TZ": ZONES.get(name, "UTC"),
    }


def run(name: str, arguments: list[str]) -> int:
    print(f"== {name} ({MOMENTS[name]}, {ZONES.get(name, 'UTC')})", flush=True)
    rooms = (
        [] if any(Path(one.partition("::")[0]).exists() for one in arguments) else [f"tests/{room}" for room in ROOMS]
    )
    left_out = [f"--deselect={test}" for test in LEFT_OUT]
    tests = ["-q", "-m", "not browser and not processes", *left_out, *rooms, *arguments]
    command = [
        sys.executable,
        "-m",
        "tournaments.config.supervisor",
        "exec",
        "--",
        sys.executable,
        "-m",
        "pytest",
        *tests,
    ]
    return subprocess.run(command, env={**os.environ, **environment(name)}, check=False).returncode


def main(arguments: list[str]) -> int:
    """0, or 1 where a moment has failed. What is not the name of a moment goes to pytest."""
    chosen = [name for name in arguments if name in MOMENTS] or list(MOMENTS)
    failed = [name for name in chosen if run(name, [each for each in arguments if each not in MOMENTS])]
    print("failed: " + ", ".join(failed) if failed else f"passed at {len(chosen)} moments")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
