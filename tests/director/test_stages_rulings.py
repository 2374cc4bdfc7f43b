"""Rulings where a stage follows: who plays it changes only if that is signed, and only until it has begun."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from tests.factories import concede, gather, open_tables, play_out
from tournaments.director import selectors, services
from tournaments.director.commands import desk
from tournaments.director.commands.desk import Signature
from tournaments.director.display import ruling_selectors
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.models import Match
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.policy.rulings.entries import AdjustPoints
from tournaments.director.policy.rulings.matches import VoidTable
from tournaments.director.policy.rulings.stages import ReplaceQualifier, SetSeeds
from tournaments.director.state import acts
from tournaments.director.state.stage_settings import Stage
from tournaments.director.streams import TOURNAMENTS
from tournaments.pairing.qualification import Place
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db

FINAL = Stage(format="knock-out", takes=(Place(1), Place(2)))


@pytest.fixture
def cup(announce: Callable[..., str], people: list[User], organiser: User) -> str:
    """The groups are over, and the semi-finals wait for their players."""
    tournament = announce(*people[:6], format="round-robin", groups=2, stages=(FINAL,), rated=False)
    services.start(tournament_id=tournament, by=organiser.pk)
    while selectors.detail(tournament).stage == 1:
        for table in open_tables(tournament):
            concede(table)
    return tournament


def signed(tournament: str, organiser: User, wanted: Request, *, qualifiers: bool = False) -> int:
    signature = Signature(
        by=organiser.pk, seq=selectors.detail(tournament).seq, reason="mistake", qualifiers=qualifiers
    )
    return desk.rule(tournament_id=tournament, wanted=wanted, signature=signature)


def playing(tournament: str) -> tuple[int, ...]:
    return TOURNAMENTS.current(tournament).state.current.seeds


def overturned(tournament: str) -> tuple[Request, int]:
    """A ruling that takes enough points from somebody who goes on to make them last in their group."""
    state = TOURNAMENTS.current(tournament).state
    first = state.current.seeds[0]
    return AdjustPoints(first, "-5", 1), first


def test_the_dry_run_says_who_would_go_on_instead(cup: str, organiser: User) -> None:
    wanted, first = overturned(cup)
    run = ruling_selectors.dry_run(cup, by=organiser.pk, wanted=wanted)
    assert run.field is not None
    assert [entry.number for entry in run.field.out] == [first]
    assert len(run.field.into) == 1
    assert run.field.possible
    assert not run.field.follows


def test_without_that_consequence_the_ruling_counts_and_who_goes_on_stays(cup: str, organiser: User) -> None:
    wanted, first = overturned(cup)
    before, open_before = playing(cup), open_tables(cup)
    signed(cup, organiser, wanted)
    assert playing(cup) == before
    assert open_tables(cup) == open_before
    assert first in [lines[-1].entry for lines in TOURNAMENTS.current(cup).state.stages[0].group_lines]


def test_with_it_others_play_at_new_tables_and_a_reversal_restores_who_played(cup: str, organiser: User) -> None:
    wanted, first = overturned(cup)
    before, former = playing(cup), open_tables(cup)
    number = signed(cup, organiser, wanted, qualifiers=True)
    assert first not in playing(cup)
    assert {tables.summary(table).status for table in former} == {"aborted"}
    assert not set(open_tables(cup)) & set(former)
    field = selectors.at(cup).stages[1].field
    assert field is not None
    assert any("R1" in str(note) for note in field.notes)
    signature = Signature(by=organiser.pk, seq=selectors.detail(cup).seq, reason="mistake")
    desk.reverse(tournament_id=cup, ruling=number, signature=signature)
    assert playing(cup) == before
    _clean()
    play_out(cup)
    assert selectors.detail(cup).status == "finished"
    _clean()


def _clean() -> None:
    call_command("rebuild", "--check", stdout=StringIO())


def test_once_it_has_begun_who_plays_it_stays_even_if_it_is_signed(cup: str, organiser: User) -> None:
    gather(open_tables(cup)[0])
    wanted, _first = overturned(cup)
    run = ruling_selectors.dry_run(cup, by=organiser.pk, wanted=wanted)
    assert run.field is not None
    assert not run.field.possible
    before = playing(cup)
    signed(cup, organiser, wanted, qualifiers=True)
    assert playing(cup) == before
    with pytest.raises(WrongStatus) as refused:
        signed(cup, organiser, SetSeeds(2, before[::-1]))
    assert refused.value.code == "stage_begun"


def test_the_organiser_puts_somebody_else_in_sets_seeds_or_names_everybody(cup: str, organiser: User) -> None:
    before = playing(cup)
    other = next(entry for entry in TOURNAMENTS.current(cup).state.seeds if entry not in before)
    signed(cup, organiser, ReplaceQualifier(2, before[1], other))
    assert playing(cup) == (before[0], other, *before[2:])
    signed(cup, organiser, SetSeeds(2, playing(cup)[::-1]))
    assert playing(cup) == (before[0], other, *before[2:])[::-1]
    signed(cup, organiser, acts.SetQualifiers(2, (*before[:2], other)))
    assert playing(cup) == (*before[:2], other)
    why = selectors.at(cup).stages[1].field
    assert why is not None
    assert all("organiser" in str(each.why) for each in why.entries)
    for ruling in (3, 2, 1):
        signature = Signature(by=organiser.pk, seq=selectors.detail(cup).seq, reason="mistake")
        desk.reverse(tournament_id=cup, ruling=ruling, signature=signature)
    assert playing(cup) == before
    _clean()


def test_who_was_named_and_is_disqualified_then_is_left_out_when_the_field_is_fixed_again(
    cup: str, organiser: User
) -> None:
    before = playing(cup)
    other = next(entry for entry in TOURNAMENTS.current(cup).state.seeds if entry not in before)
    signed(cup, organiser, acts.SetQualifiers(2, (*before, other)))
    signed(cup, organiser, acts.Disqualify(other, 1, "keep"), qualifiers=True)
    assert playing(cup) == before


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (ReplaceQualifier(3, 1, 2), "unknown_stage"),
        (ReplaceQualifier(2, 99, 1), "bad_entries"),
        (SetSeeds(2, (1, 2)), "bad_entries"),
        (acts.SetQualifiers(2, (1, 1)), "bad_entries"),
        (acts.SetQualifiers(2, (1,)), "bad_entries"),
        (acts.SetQualifiers(2, (1, 77)), "bad_entries"),
    ],
)
def test_what_cannot_be_is_refused(cup: str, organiser: User, wanted: Request, code: str) -> None:
    with pytest.raises(Refused) as refused:
        signed(cup, organiser, wanted)
    assert refused.value.code == code


def test_a_match_of_a_stage_that_is_over_is_not_opened_again(cup: str, organiser: User) -> None:
    match = str(Match.objects.filter(tournament_id=cup, round=1).first().pk)  # type: ignore[union-attr]
    with pytest.raises(Refused) as refused:
        signed(cup, organiser, VoidTable(match))
    assert refused.value.code == "would_reopen"


def test_who_leaves_before_the_final_can_be_replaced_or_forfeits(cup: str, organiser: User) -> None:
    state = TOURNAMENTS.current(cup).state
    gone = state.current.seeds[0]
    services.withdraw(tournament_id=cup, user_id=state.entries[gone].users[0])
    play_out(cup)
    seen = selectors.detail(cup)
    assert seen.status == "finished"
    codes = [code for paired in seen.rounds for match in paired.matches for code in match.codes or ()]
    assert "-" in codes
    _clean()
