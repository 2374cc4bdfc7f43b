"""Keeps a database of this version, for every later one to be tried on: `python -m tests.config.backup.recording`.

Run it before a release, on servers of its own: python -m tournaments.config.supervisor exec -- python -m ...
"""

import tempfile
from pathlib import Path
from typing import Final
from unittest.mock import patch

import django

VERSIONS: Final = Path(__file__).parent / "versions"
NIGHTS: Final = 4
"""Of the demo's club: until its ladder is open."""


def main() -> None:
    django.setup()
    from django.core.management import call_command

    from tournaments.config.version import VERSION

    call_command("migrate", interactive=False, verbosity=0)
    tell()
    VERSIONS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=VERSIONS) as folder:
        call_command("backup", folder)
        (made,) = Path(folder).iterdir()
        made.chmod(0o644)
        print(made.replace(VERSIONS / f"{VERSION}.tar"))


def tell() -> None:
    """Something of everything: people, bots, tables that were played, tournaments, a club with nights and a ladder."""
    from tournaments.config.demo import cast, showcase
    from tournaments.config.demo.club import story
    from tournaments.log import sources

    people, bots = cast.people(), cast.bots()
    showcase.live_gasp(people[0], bots[:11])
    showcase.live_pairs(people[0], bots[:8])
    showcase.open_evenings(people[0])
    with patch.object(story, "NIGHTS", NIGHTS), patch.object(story.Story, "arrive"):
        story.tell(people, bots, now=sources.now_ms(), progress=lambda _one: None)


if __name__ == "__main__":
    main()
