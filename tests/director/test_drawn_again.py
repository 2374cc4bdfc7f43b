"""Where the start fixes the schedule somebody is taken in until the first card: all is drawn again, and once only."""

from typing import Any

import pytest

from accounts.models import User
from tests.director.left_out import admit, begun, either_place, every_format, out, state, statuses
from tests.factories import announced, client_of, gather, open_tables, play_out, team
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.director import exports, selectors, tasks
from tournaments.director import services as director
from tournaments.director.commands import drafts, walk_ins
from tournaments.director.display import reviews, starting
from tournaments.director.errors import RoomError
from tournaments.log import projections

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all", "no_limits")]


@either_place
@every_format
def test_all_is_drawn_again_with_who_was_left_out(
    organiser: User, people: list[User], ann: User, given: dict[str, Any], in_room: bool
) -> None:
    cup = begun(organiser, people[:5], ann, in_room=in_room, **given)
    before, entry = open_tables(cup), out(cup)
    if not in_room:
        gather(before[0])  # dealt, but no card is played
    admit(cup, organiser)
    now = state(cup)
    assert entry in now.seeds
    assert len(now.seeds) == len(now.present) == 6
    assert len(now.rounds) == 1
    assert not set(open_tables(cup)) & set(before)
    assert statuses(before) == {"aborted"}
    assert statuses(open_tables(cup)) == {"open"}
    assert (now.groups == ()) is ("groups" not in given)
    assert {each for group in now.groups for each in group} in (set(), set(now.seeds))
    detail = selectors.detail(cup)
    assert not next(each for each in detail.entries if each.number == entry).withdrawn
    summary = selectors.summary(cup)
    assert summary is not None
    assert (summary.entries, summary.round) == (6, 1)
    assert reviews.review(cup, 1).redrawn.verdict == "equal"
    assert projections.rebuild().changed == ()


@pytest.mark.parametrize("kind", ["round-robin", "double-elimination"])
def test_it_is_played_to_its_end_as_if_it_had_begun_so(
    organiser: User, people: list[User], ann: User, kind: str
) -> None:
    cup = begun(organiser, people[:4], ann, format=kind)
    admit(cup, organiser)
    play_out(cup)
    detail = selectors.detail(cup)
    assert detail.status == "finished"
    assert all(entry.place for entry in detail.entries)
    for kind_ in exports.available(detail.settings, paired=True):
        assert exports.export(selectors.at(cup), kind_).body
    assert projections.rebuild().changed == ()


def test_what_was_drawn_before_is_seen_as_of_then(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann)
    before = state(cup)
    file = exports.export(selectors.at(cup), "pairings").body
    admit(cup, organiser)
    back = selectors.at(cup, as_of=before.seq)
    assert [paired.drawn for paired in back.tournament.rounds] == [paired.drawn for paired in before.rounds]
    assert exports.export(back, "pairings").body == file


def test_teams_are_taken_in(organiser: User, people: list[User]) -> None:
    settings: dict[str, Any] = {
        "format": "round-robin",
        "game": "gasp-pairs",
        "team_size": 2,
        "rounds": None,
        "check_in_minutes": 30,
    }
    cup = announced(organiser.pk, **settings)
    for one, two in zip(people[:6:2], people[1:6:2], strict=True):
        team(cup, one.pk, two.pk)
    for user in (people[0], people[2]):
        director.check_in(tournament_id=cup, user_id=user.pk)
    director.start(tournament_id=cup, by=organiser.pk)
    before = open_tables(cup)
    admit(cup, organiser)
    assert len(state(cup).seeds) == 3
    assert statuses(before) == {"aborted"}


def test_who_waited_for_a_place_is_taken_in_when_there_is_one(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann, max_entries=4, waiting_list=True)
    with pytest.raises(RoomError, match="full"):
        admit(cup, organiser)
    director.withdraw(tournament_id=cup, user_id=people[0].pk)
    with pytest.raises(RoomError, match="too_late"):  # a match has been decided by that
        admit(cup, organiser)


def test_who_waited_has_a_row_once_taken_in(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:3], ann, max_entries=3, waiting_list=True)
    resting = state(cup).rounds[0].drawn.byes[0].entry
    director.withdraw(tournament_id=cup, user_id=state(cup).entries[resting].users[0])
    admit(cup, organiser)
    assert set(state(cup).seeds) == {1, 2, 3, 4} - {resting}
    assert projections.rebuild().changed == ()


def test_a_players_calendar_drops_what_is_not_played(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann)
    before = [moment.key for _url, moment in exports.match_moments(people[0].pk)]
    admit(cup, organiser)
    moments = {moment.key: moment for _url, moment in exports.match_moments(people[0].pk)}
    assert [moments[key].off for key in before] == [True]
    here = {match.match for match in state(cup).rounds[0].drawn.matches}
    assert all(moments[key].off is (key not in here) for key in moments)
    assert b"CANCELLED" not in exports.export(selectors.at(cup), "calendar").body


# -- held rounds, walk-ins


def test_a_round_that_is_held_is_drawn_with_who_comes(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann, draws="by_hand")
    drafts.look(tournament_id=cup, by=organiser.pk)
    admit(cup, organiser)
    assert not state(cup).rounds
    tasks.tick()
    assert not state(cup).rounds, "it waits for its organiser as before"
    with pytest.raises(RoomError, match="stale"):
        director.pair_again(tournament_id=cup, by=organiser.pk, seen=1)
    director.pair_again(tournament_id=cup, by=organiser.pk)
    drawn = state(cup).rounds[0].drawn
    assert {ranked.entry for ranked in drawn.inputs} == {1, 2, 3, 4, 5}


def test_a_round_that_was_published_waits_again(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann, format="knock-out", draws="by_hand")
    director.pair_again(tournament_id=cup, by=organiser.pk)
    before, shown = open_tables(cup), starting.again(cup)
    assert shown is not None
    assert (shown.tables, shown.held) == (2, True)
    admit(cup, organiser)
    assert statuses(before) == {"aborted"}
    assert not state(cup).rounds
    director.pair_again(tournament_id=cup, by=organiser.pk)
    assert len(state(cup).rounds) == 1
    assert projections.rebuild().changed == ()


@every_format
def test_a_walk_in_is_drawn_in(organiser: User, people: list[User], ann: User, given: dict[str, Any]) -> None:
    cup = begun(organiser, people[:5], ann, **given)
    before = open_tables(cup)
    number = walk_ins.enter(tournament_id=cup, by=organiser.pk, name="Bo")
    assert number in state(cup).seeds
    assert statuses(before) == {"aborted"}
    assert out(cup), "who was left out is so still, and can be taken in as well"
    admit(cup, organiser)
    assert len(state(cup).seeds) == 7
    assert projections.rebuild().changed == ()


def test_a_walk_in_that_is_entered_twice_by_one_request_is_one(organiser: User, people: list[User], ann: User) -> None:
    cup = begun(organiser, people[:4], ann)
    again = {walk_ins.enter(tournament_id=cup, by=organiser.pk, name="Bo", command="0123456789abcdef") for _ in "ab"}
    assert len(again) == 1
    assert len(state(cup).seeds) == 5


def test_a_ruling_about_an_entry_that_has_left_before_all_is_drawn_again_is_still_read(
    organiser: User, people: list[User], ann: User, bob: User
) -> None:
    cup = begun(organiser, people[:4], ann, draws="by_hand")
    number = walk_ins.enter(tournament_id=cup, by=organiser.pk, name="Bo")
    given = walk_ins.secret(cup, number, 1)
    walk_ins.claim(tournament_id=cup, number=number, given=given, user_id=bob.pk)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    director.withdraw(tournament_id=cup, user_id=bob.pk)
    walk_ins.enter(tournament_id=cup, by=organiser.pk, name="Cy")
    assert number not in state(cup).seeds
    for page in ("desk", "rulings"):
        assert f"#{number}" in client_of(organiser).get(f"/tournaments/{cup}/{page}").content.decode()
    assert client_of(organiser).get(f"/api/tournaments/{cup}/rulings").status_code == 200
