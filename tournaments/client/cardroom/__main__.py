"""``python -m cardroom``: for organisers. Exit status: 0 done, 1 refused, 2 asked wrongly, 3 no site is there."""

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx

from cardroom import Cardroom, Refused, Unreadable
from cardroom.command import Wrong, announcing, exporting, keeping, ruling, watching
from cardroom.command.saying import plain

DONE, REFUSED, WRONG, AWAY, INTERRUPTED = 0, 1, 2, 3, 130


def main(words: Sequence[str] | None = None) -> int:
    given = arguments().parse_args(words)
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    logging.getLogger("cardroom").setLevel(logging.INFO)
    try:
        url = keeping.place(given.site)
        with Cardroom(url, None if given.run is keeping.login else keeping.token(url)) as site:
            given.run(site, given)
    except Wrong as wrong:
        return fail(wrong, WRONG)
    except Refused as refused:
        lines = [f"{field}: {text}" for field, texts in refused.errors.items() for text in texts]
        return fail("\n".join([f"{refused} ({refused.code})", *lines]), REFUSED)
    except Unreadable as error:
        return fail(f"The site's answer is not as this version knows it; a newer one may read it. {error}", REFUSED)
    except httpx.HTTPError as error:
        return fail(f"The site cannot be reached: {error}", AWAY)
    except KeyboardInterrupt:
        return INTERRUPTED
    return DONE


def fail(text: object, status: int) -> int:
    sys.stderr.write(f"{plain(text)}\n")
    return status


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("cardroom", description="Run tournaments of a Cardroom site.")
    where = "its address; else CARDROOM_URL, else where you have logged in"
    parser.add_argument("--site", help=where)
    placed = argparse.ArgumentParser(add_help=False)
    placed.add_argument("--site", help=where, default=argparse.SUPPRESS)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    shown = argparse.ArgumentParser(add_help=False, parents=[placed])
    shown.add_argument("--json", action="store_true", help="for programs: JSON, one line for each thing")

    login = commands.add_parser("login", parents=[placed], help="agree in a browser, and stay logged in")
    login.add_argument("--token", action="store_true", help="ask for a token that you made, in place of a browser")
    login.set_defaults(run=keeping.login)

    announce = commands.add_parser("announce", parents=[shown], help="announce the tournament of a file")
    announce.add_argument("file", type=Path, help="TOML or JSON, with the fields of AnnounceTournament")
    announce.set_defaults(run=announcing.announce)

    watch = commands.add_parser("watch", parents=[shown], help="follow a tournament or a table until it is over")
    watch.add_argument("id", help="of a tournament or of a table")
    watch.add_argument("--every", type=float, default=3, metavar="SECONDS", help="how often a tournament is looked at")
    watch.set_defaults(run=watching.watch)

    rule = commands.add_parser("rule", parents=[shown], help="try a ruling; with --yes sign it")
    rule.add_argument("tournament")
    rule.add_argument("act", nargs="?", help="what to decide; without it, all that can be decided is listed")
    rule.add_argument("fields", nargs="*", metavar="NAME=VALUE", help="the fields of the act; lists with commas")
    rule.add_argument("--reason", choices=ruling.REASONS, default="other")
    rule.add_argument("--text", default="", help="in your own words, for those whom it concerns")
    rule.add_argument("--yes", action="store_true", help="sign it, after it was tried")
    rule.set_defaults(run=ruling.rule)

    export = commands.add_parser("export", parents=[placed], help="write a tournament for other programs")
    export.add_argument("tournament")
    export.add_argument("--format", choices=exporting.FORMATS, default="json")
    export.add_argument("--output", type=Path, metavar="FILE", help="else standard output")
    export.set_defaults(run=exporting.export)
    return parser


if __name__ == "__main__":
    sys.exit(main())
