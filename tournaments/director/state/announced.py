"""What an organiser announces: each setting is declared here, in the order in which it is asked and shown."""

from operator import attrgetter
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from engine.text import gettext_noop as _
from engine.text import pgettext_noop as pgettext
from tournaments.director.state.attendance import Away
from tournaments.director.state.setting import Asked, Setting, declared, sections
from tournaments.director.state.stage_settings import Format, Stage
from tournaments.pairing import format as formats
from tournaments.pairing.points import Kind as PointsKind
from tournaments.pairing.series.rules import Series
from tournaments.pairing.tiebreaks.settings import Rules
from tournaments.tables.events import Clock

Acceleration: TypeAlias = Literal["none", "baku"]
Draws: TypeAlias = Literal["at_once", "after_pause", "by_hand"]

MOST_ROUNDS = 30
MOST_ROUND_MINUTES = 60 * 24 * 31
MOST_PAUSE = 60 * 24
USUAL_PAUSE = 5
MOST_RATING = 10_000
USUAL_GRACE = 5
"""Minutes for which players are awaited where there is a clock."""

STAGES = _("Groups, and who goes on")
MATCHES = _("Matches and ties")
SWISS = _("How a Swiss is paired")
BETWEEN = _("Between the rounds")
ABSENCES = _("Late, or away for a round")
ENTRIES = _("Who may enter, and who is there")

_NOBODY = pgettext("late entry", "none")
_ALL_FIXED = _("In this format everybody’s rounds are fixed: nobody can come late or miss one.")
_open = attrgetter("open_field")


def _is_swiss(kind: formats.Format) -> bool:
    return kind.most_rounds(2) is not None


def _has_points(kind: formats.Format) -> bool:
    return not kind.knocks_out


def _has_third_place(kind: formats.Format) -> bool:
    return kind.structure(4, formats.Options()) != kind.structure(4, formats.Options(third_place=False))


def _knocks_out_at_tables(kind: formats.Format) -> bool:
    return kind.pods(4, formats.Options()) is not None


def _at_tables(kind: formats.Format) -> bool:
    return len(kind.sizes) > 1


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ids of what the organiser wrote: kept apart, so that it can be erased."""

    name: str
    description: str | None


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the organiser announces. Times are epoch ms; ``None`` leaves it to the format, or sets no limit.

    A :class:`Setting` is all there is to a number, a switch or a choice. The others have code of their own, in
    ``web/`` (form, conditions) and ``web/api/``.
    """

    name: str = ""
    """Empty in events, as is the description: ``words`` names both. Filled in where they are shown."""
    description: str = ""
    game: str
    starts_at: int
    team_size: Literal[1, 2] = 1
    """How many users an entry has: with 2 they are seated as partners at every table."""
    format: Format
    rounds: Annotated[
        int | None,
        Setting(
            _("Rounds"), "Null: as many as the format needs.", between=(1, MOST_ROUNDS), empty=_("as many as needed")
        ),
    ] = None
    clock: Clock | None = None
    round_minutes: Annotated[
        int | None,
        Setting(
            _("Minutes a round"),
            "After this time those who are to act are flagged.",
            between=(1, MOST_ROUND_MINUTES),
            empty=_("no deadline"),
            help=_(
                "At the end of that time the player whose turn it is runs out of time; with real cards nobody does. "
                "Needed without a clock."
            ),
        ),
    ] = None
    rated: Annotated[bool, Setting(pgettext("of a tournament", "Rated"))] = True
    groups: Annotated[
        int,
        Setting(
            _("Groups"),
            "The number of groups side by side (`round-robin`).",
            between=(1, 32),
            accepts=1_000,
            empty="1",
            help=_("In a round robin: the number of groups played side by side, dealt out by strength."),
            opens=STAGES,
        ),
    ] = 1
    cycles: Annotated[int, Asked(("cycles",))] = 1
    """How often everybody meets everybody in a round robin: once or twice."""
    stages: Annotated[
        tuple[Stage, ...], Asked(("final", "each", "best", "top", "final_tables", "carries", "ties"))
    ] = ()
    """What follows; all others of these settings are the first stage's, and those that are about no stage hold for
    all. None: the tournament is over with this one."""
    series: Annotated[Series | None, Asked(("tables", "level"), opens=MATCHES)] = None
    """The tables of a match. ``None``: a single one, which may be level."""
    in_room: Annotated[
        bool,
        Setting(
            _("Played with real cards, in one room"),
            "Whether it is played with real cards: players report results, and others at their tables confirm them.",
            help=_("One player of each table reports the result here, and another one confirms it. Bots play here."),
            title=_("Where it is played"),
            told={True: _("in a room, with real cards")},
        ),
    ] = False
    third_place: Annotated[
        bool,
        Setting(
            _("In a knock-out: a match for third place"),
            "Whether a knock-out has a match for third place.",
            title=_("Match for third place"),
            where=_has_third_place,
        ),
    ] = True
    advance: Annotated[
        int,
        Setting(
            _("In a knock-out at tables of three to five: how many players of each advance"),
            "How many of each table go on (`pod-knock-out`).",
            between=(1, 4),
            accepts=4,
            empty="2",
            title=_("Players advancing per table"),
            where=_knocks_out_at_tables,
        ),
    ] = 2
    table_points: Annotated[PointsKind, Asked(("table_points",))] = "share"
    """What a table of three to five counts."""
    place_points: Annotated[tuple[str, ...], Asked(("place_points",))] = ()
    """What goes with it (``pairing/points.py``): exact fractions. None: what is usual."""
    tie_breaks: Annotated[tuple[str, ...], Asked(("tie_breaks", "own_order"))] = ()
    """Their codes, which decide among equal points in this order. None are named: those that are usual in the format
    are announced; a bracket has none, since it places its entries itself."""
    grace_minutes: Annotated[
        int | None,
        Setting(
            _("Minutes to wait for players"),
            "How long players are awaited at their tables. Null: five minutes, without a clock a round.",
            between=(1, MOST_ROUND_MINUTES),
            empty=str(USUAL_GRACE),
            help=_(
                "Players who have not come by then have missed the match. Without a clock players have the whole round."
            ),
        ),
    ] = None
    bye: Annotated[
        Literal["1", "1/2", "0"],
        Setting(
            _("A bye counts"),
            "What a bye is worth, in wins.",
            words={"1": _("a win"), "1/2": _("half a win"), "0": _("nothing")},
            title=_("A bye counts"),
            where=_has_points,
        ),
    ] = "1"
    unplayed: Annotated[
        Rules,
        Setting(
            _("Unplayed rounds count by"),
            "The FIDE rules for rounds that were not played.",
            words={"2026": _("FIDE’s rules of 2026"), "2024": _("FIDE’s rules of 2024")},
            where=_has_points,
        ),
    ] = "2026"
    table_size: Annotated[
        int,
        Setting(
            _("Players a table"),
            "The size that tables should have (`pods`).",
            empty="4",
            help=_("At tables of three to five."),
            between=(3, 5),
            accepts=10,
            title=_("Players a table"),
            where=_at_tables,
        ),
    ] = 4
    odd_tables: Annotated[
        formats.OddTables,
        Setting(
            _("At tables of another size"),
            "Who sits at tables of another size (`pods`).",
            words={
                "lowest": _("the lowest in the standings"),
                "highest": _("the highest in the standings"),
                "spread": _("all over the standings"),
            },
            title=_("At tables of another size"),
            where=_at_tables,
        ),
    ] = "lowest"
    acceleration: Annotated[
        Acceleration,
        Setting(
            _("First rounds of a Swiss"),
            "`baku`: the upper half of the seeds is paired as if it had won more (`swiss`).",
            words={"none": _("as all others"), "baku": _("accelerated (Baku): for large fields")},
            title=_("First rounds"),
            told={"baku": _("accelerated (Baku)")},
            where=_is_swiss,
            opens=SWISS,
        ),
    ] = "none"
    """As in C.04.7."""
    apart_rounds: Annotated[
        int,
        Setting(
            _("Rounds in which club-mates are kept apart"),
            "In how many rounds club-mates are kept apart where they can be (`swiss`).",
            between=(0, MOST_ROUNDS),
            accepts=MOST_ROUNDS,
            empty=_NOBODY,
            help=_("In a Swiss, where possible. You name the club-mates once it is announced."),
            title=_("Club-mates are kept apart"),
            value=_("until round {value}"),
            where=_is_swiss,
        ),
    ] = 0
    neighbours: Annotated[
        bool,
        Setting(
            _("Neighbours meet in the last round of a Swiss"),
            "Neighbours meet in the last round (`swiss`).",
            title=_("Last round"),
            told={True: _("neighbours meet")},
            where=_is_swiss,
        ),
    ] = False
    rematches: Annotated[
        bool,
        Setting(
            _("A Swiss may have more rounds than everybody has opponents"),
            "More rounds than everybody has opponents may be played.",
        ),
    ] = False
    draws: Annotated[
        Draws,
        Setting(
            _("The next round is drawn"),
            "`at_once`: by itself, when the round before is over; `after_pause`: `pause_minutes` later; `by_hand`: "
            "when an organiser publishes it.",
            words={
                "at_once": _("by itself, when the round before is over"),
                "after_pause": _("by itself, after a pause"),
                "by_hand": _("when you say so"),
            },
            title=_("The next round is drawn"),
            told={"after_pause": _("after a pause"), "by_hand": _("when an organiser publishes it")},
            help=_("You can look at the pairings of a round that is not drawn by itself, and exchange players."),
            opens=BETWEEN,
        ),
    ] = "at_once"
    pause_minutes: Annotated[
        int,
        Setting(
            _("Minutes between two rounds"),
            "Before a round that is drawn after a pause.",
            between=(1, MOST_PAUSE),
            accepts=MOST_PAUSE,
            empty=str(USUAL_PAUSE),
        ),
    ] = USUAL_PAUSE
    late_round: Annotated[
        int,
        Setting(
            _("Late entries until round"),
            "The last round that somebody may begin in who comes late; 0: nobody.",
            between=(0, MOST_ROUNDS),
            accepts=1_000,
            empty=_NOBODY,
            help=_("Late players are drawn from the next round on. Not in a round robin."),
            where=_open,
            elsewhere=_ALL_FIXED,
            opens=ABSENCES,
        ),
    ] = 0
    late_bye: Annotated[
        Away,
        Setting(
            _("For the last round that they missed"),
            "What they get for the last round that they missed.",
            words={"Z": _("No points"), "H": _("Half a point")},
        ),
    ] = "Z"
    """They have nothing of earlier ones."""
    half_byes: Annotated[
        int,
        Setting(
            _("Half-point byes on request, per player"),
            "How many rounds each may ask to miss for half a point.",
            between=(0, MOST_ROUNDS),
            accepts=1_000,
            empty=_NOBODY,
            help=_("For rounds that a player has to miss. Not in a round robin."),
            title=_("Half-point byes on request"),
            where=_open,
            elsewhere=_ALL_FIXED,
        ),
    ] = 0
    """For nothing each may ask to miss any."""
    max_entries: Annotated[
        int | None,
        Setting(
            _("Most entries"), between=(2, 2_000), empty=_("as many as fit"), title=_("Most entries"), opens=ENTRIES
        ),
    ] = None
    waiting_list: Annotated[
        bool, Setting(_("A waiting list when it is full"), "Whether those wait who come when it is full.")
    ] = False
    check_in_minutes: Annotated[
        int,
        Setting(
            _("Minutes to check in before the start"),
            "Before the start, for saying that one is there; 0: nobody is asked.",
            between=(0, 60 * 24),
            empty=_("not needed"),
            help=_("Players who have not checked in by the start are left out."),
            title=_("Check-in"),
            value=_("{value} minutes before the start"),
        ),
    ] = 0
    private: Annotated[
        bool,
        Setting(
            _("Only for people with its address"),
            "Whether it stands in no list: people come by its address.",
            help=_("It is not listed anywhere."),
            title=_("In the lists"),
            told={True: _("no: only people with its address can find it")},
        ),
    ] = False
    by_invitation: Annotated[
        bool, Setting(_("By invitation only"), "Whether only those may enter who are invited.")
    ] = False
    entry_code: Annotated[str, Asked(("entry_code", "keep_code"))] = ""
    """What is kept of the code that they must name: a salted hash. Empty: there is none."""
    least_rating: Annotated[
        int | None, Setting(_("Rating from"), "The lowest rating to enter.", between=(0, MOST_RATING), empty=_("any"))
    ] = None
    most_rating: Annotated[
        int | None, Setting(_("Rating up to"), "The highest rating to enter.", between=(0, MOST_RATING), empty=_("any"))
    ] = None
    least_games: Annotated[
        int,
        Setting(
            _("Rated games played, at least"), "Rated tables of the game, to enter.", between=(0, 100_000), empty="0"
        ),
    ] = 0
    least_days: Annotated[
        int,
        Setting(_("Days since signing up, at least"), "Since signing up, to enter.", between=(0, 36_500), empty="0"),
    ] = 0
    options: dict[str, Any] = {}
    bots: Annotated[bool, Setting(_("Bots may enter"), "Whether bots may enter.", title=_("Bots"))] = True
    programs: Annotated[
        bool,
        Setting(
            _("Programs may play"),
            "Whether bots that have owners may enter, and programs may move for people.",
            help=_("Bots that others wrote may enter, and programs may move for people."),
            title=_("Programs"),
            told={True: _("may play")},
        ),
    ] = False
    words: Words | None = None
    club: str | None = None
    """The club that it belongs to: its members enter, and it is at most as visible as the club."""


DECLARED = declared(Settings)
"""The settings that have no code of their own."""
SECTIONS = sections(Settings)
