"""Fixed teams: how they come about, who sits where, what it counts."""

from collections.abc import Mapping
from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import User
from tests.director.runs import Run
from tests.factories import announced, concede, gather, of_teams, open_tables, play_out, team
from tournaments.director import selectors, services
from tournaments.director.commands import teams as requests
from tournaments.director.errors import NotAllowed, Refused, WrongStatus
from tournaments.director.policy import decisions, entries, matches, teams
from tournaments.director.policy.conditions import Candidate
from tournaments.director.state import sides
from tournaments.director.state.events import Entered
from tournaments.director.state.stage_settings import Stage
from tournaments.director.state.teams import TeamDropped, TeamNamed
from tournaments.log import projections, texts
from tournaments.pairing.qualification import Place
from tournaments.pairing.registry import FORMATS
from tournaments.tables import selectors as tables
from tournaments.tables import services as playing

pytestmark = pytest.mark.usefixtures("open_to_all")


def candidates(*users: int, bots: tuple[int, ...] = (), rating: int = 1_500) -> Mapping[int, Candidate]:
    return {user: Candidate(is_bot=user in bots, rating=rating) for user in (*users, *bots)}


def pairs(**given: object) -> Run:
    usual: dict[str, Any] = {"game": "gasp-pairs", "team_size": 2}
    return Run(**(usual | given))


def named(run: Run, *users: int, bots: tuple[int, ...] = ()) -> int:
    """The number of the team."""
    run.do(teams.name(run.state, (*users, *bots), candidates(*users, bots=bots)))
    return run.state.next_number - 1


def entered(run: Run, *users: int) -> None:
    number = named(run, *users)
    for user in users[1:]:
        run.do(teams.confirm(run.state, number, user, candidates(*users)))


# -- how a team comes about


def test_a_team_is_no_entry_until_its_last_member_has_confirmed():
    run = pairs()
    number = named(run, 11, 12)
    assert (run.state.present, run.state.entry_of(11)) == ((), None)
    run.do(teams.confirm(run.state, number, 12, candidates(11, 12)))
    assert run.state.entries[number].users == (11, 12)
    assert run.state.proposals == {}
    assert teams.confirm(run.state, number, 12, candidates(11, 12)) == (), "again changes nothing"


def test_a_team_that_is_not_confirmed_is_left_out_at_the_start():
    run = pairs()
    entered(run, 11, 12)
    entered(run, 13, 14)
    number = named(run, 15, 16)
    run.start()
    assert run.state.seeds in ((1, 2), (2, 1))
    with pytest.raises(WrongStatus, match="started"):
        teams.confirm(run.state, number, 16, candidates(15, 16))


def test_who_declines_ends_it_and_who_named_it_may_take_it_back():
    run = pairs()
    for user in (12, 11):
        number = named(run, 11, 12)
        run.do(teams.drop(run.state, number, user))
        assert run.state.proposals == {}
        assert teams.drop(run.state, number, user) == ()
        with pytest.raises(Refused, match="unknown_team"):
            teams.confirm(run.state, number, 12, candidates(11, 12))


def test_with_a_team_all_others_are_over_that_its_members_were_named_for():
    run = pairs()
    first, second, apart = named(run, 11, 12), named(run, 13, 12), named(run, 15, 16)
    events = run.do(teams.confirm(run.state, second, 12, candidates(12, 13)))
    assert TeamDropped(first, 12) in events
    assert list(run.state.proposals) == [apart]


def test_nobody_plays_in_two_teams_nor_names_two():
    run = pairs()
    named(run, 11, 12)
    with pytest.raises(WrongStatus, match="team_named"):
        named(run, 11, 13)
    entered(run, 14, 15)
    with pytest.raises(WrongStatus, match="in_another_team"):
        named(run, 13, 14)


@pytest.mark.parametrize("users", [(11,), (11, 11), (11, 12, 13)])
def test_a_team_has_as_many_different_members_as_were_announced(users: tuple[int, ...]):
    with pytest.raises(Refused, match="bad_team"):
        named(pairs(), *users)


def test_a_bot_confirms_by_itself_where_bots_may_enter():
    run = pairs()
    events = run.do(teams.name(run.state, (11, 12), candidates(11, bots=(12,))))
    assert [type(event) for event in events] == [TeamNamed, Entered]
    with pytest.raises(NotAllowed, match="no_bots"):
        named(pairs(bots=False), 11, bots=(12,))


def test_conditions_are_held_against_each_member():
    run = pairs(least_rating=1_400)
    with pytest.raises(NotAllowed, match="rating_too_low"):
        teams.name(run.state, (11, 12), candidates(11, 12, rating=1_300))
    number = named(run, 11, 12)
    with pytest.raises(NotAllowed, match="rating_too_low"):
        teams.confirm(run.state, number, 12, candidates(11, 12, rating=1_300))


def test_the_place_is_had_by_who_is_complete_first():
    run = pairs(max_entries=2, waiting_list=True)
    late = named(run, 17, 18)
    entered(run, 11, 12)
    entered(run, 13, 14)
    run.do(teams.confirm(run.state, late, 18, candidates(17, 18)))
    assert run.state.waiting == (late,)
    run.do(entries.withdraw(run.state, 14))
    assert set(run.state.present) == {late, 2}
    full = pairs(max_entries=2)
    late = named(full, 17, 18)
    entered(full, 11, 12)
    entered(full, 13, 14)
    with pytest.raises(WrongStatus, match="full"):
        teams.confirm(full.state, late, 18, candidates(17, 18))


def test_a_team_may_come_late_with_the_mean_of_its_ratings():
    run = pairs(late_round=2, rounds=3)
    entered(run, 11, 12)
    entered(run, 13, 14)
    run.start()
    run.pair()
    number = named(run, 15, 16)
    known = {15: Candidate(rating=1_500), 16: Candidate(rating=1_601)}
    run.do(teams.confirm(run.state, number, 16, known))
    assert run.state.entries[number].rating == 1_551
    assert run.state.seeds[-1] == number


def test_alone_nobody_enters_where_teams_play_and_no_team_where_they_do_not():
    with pytest.raises(Refused, match="team_needed"):
        entries.enter(pairs().state, 11)
    with pytest.raises(Refused, match="no_teams"):
        named(Run(), 11, 12)


def test_teams_are_for_games_that_seat_partners_and_formats_of_two_sides():
    for game, numbers in {"gasp-pairs": (2,), "hasp": (2,), "gasp": (), "duck-soup": (), "gasp-duel": ()}.items():
        settings = pairs().state.settings
        assert sides.numbers(type(settings)(name="", game=game, format="swiss", starts_at=0, team_size=2)) == numbers
    with pytest.raises(Refused, match="bad_team_size"):
        pairs(game="gasp")
    with pytest.raises(Refused, match="bad_format"):
        pairs(format="pods")


def test_the_size_of_a_team_stays_once_somebody_has_entered():
    run = pairs(game="hasp")
    named(run, 11, 12)
    alone = pairs(game="hasp", team_size=1).state.settings
    with pytest.raises(Refused, match="entries_there"):
        decisions.edit(run.state, alone)


def test_a_table_counts_for_the_two_sides_that_play_there():
    run = pairs(rounds=1)
    entered(run, 11, 12)
    entered(run, 13, 14)
    run.start()
    run.pair()
    (match,) = run.state.rounds[0].played.matches
    run.do(matches.record(run.state, match=match.match, table=f"table-{match.match}", places=(3, 1, 3, 1)))
    assert [(mark.code, mark.place) for mark in run.state.rounds[0].played.results[match.match]] == [("0", 2), ("1", 1)]


# -- on a real log, with real tables


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [key for key, each in FORMATS.items() if each.table_sizes((2,))])
@pytest.mark.parametrize("game", ["gasp-pairs", "hasp"])
def test_teams_play_every_format_for_two_sides_to_its_end(people: list[User], organiser: User, kind: str, game: str):
    tournament_id = of_teams(organiser.pk, [user.pk for user in people], format=kind, game=game)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    first = selectors.at(tournament_id).rounds[0].matches[0]
    table = tables.summary(str(first.table))
    one, two = (entry.users for entry in first.entries)
    assert table.seats == (one[0], two[0], one[1], two[1]), "partners sit opposite each other"
    play_out(tournament_id)
    seen = selectors.detail(tournament_id)
    assert seen.status == "finished"
    assert sorted(entry.place or 0 for entry in seen.entries)[0] == 1
    assert projections.rebuild(check=True).changed == ()


@pytest.mark.django_db
def test_a_team_one_of_whom_does_not_come_misses_the_match(people: list[User], organiser: User):
    tournament_id = of_teams(organiser.pk, [user.pk for user in people[:4]], rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    for user in tables.summary(table).seats[:3]:
        playing.arrive(table_id=table, user_id=user)  # type: ignore[arg-type]
    services.enforce_grace(tournament_id=tournament_id, round_number=1)
    (match,) = selectors.at(tournament_id).rounds[0].matches
    assert match.codes == ("+", "-")
    assert selectors.detail(tournament_id).status == "finished"


@pytest.mark.django_db
def test_who_withdraws_takes_the_partner_along_and_resigns_for_both(people: list[User], organiser: User):
    tournament_id = of_teams(organiser.pk, [user.pk for user in people[:4]], rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    gather(table)
    services.withdraw(tournament_id=tournament_id, user_id=people[1].pk)
    gone = next(entry for entry in selectors.detail(tournament_id).entries if people[1].pk in entry.users)
    assert gone.withdrawn
    assert people[0].pk in gone.users
    assert tables.summary(table).outcome is not None
    concede(table)
    (match,) = selectors.at(tournament_id).rounds[0].matches
    assert match.places == tuple(2 if entry.number == gone.number else 1 for entry in match.entries)


@pytest.mark.django_db
def test_a_team_is_called_by_its_own_name_until_that_is_erased(people: list[User], organiser: User):
    tournament_id = announced(organiser.pk, game="gasp-pairs", team_size=2)
    team(tournament_id, people[0].pk, people[1].pk, name="The  Aces")
    (entry,) = selectors.detail(tournament_id).entries
    assert (entry.name, [member.name for member in entry.members]) == ("The Aces", ["player1", "player2"])
    texts.erase_of(people[0].pk)
    (entry,) = selectors.detail(tournament_id).entries
    assert entry.name == "player1 & player2"


@pytest.mark.django_db
def test_who_is_asked_sees_it_among_their_invitations_until_they_answer(people: list[User], organiser: User):
    tournament_id = announced(organiser.pk, game="gasp-pairs", team_size=2, private=True)
    ann, ben = people[0].pk, people[1].pk
    requests.name(tournament_id=tournament_id, users=(ann, ben), by=ann)
    assert [each.id for each in selectors.listed("announced", invited=ben)] == [tournament_id]
    assert selectors.listed("announced", invited=ann) == []
    requests.drop(tournament_id=tournament_id, number=1, user_id=ben)
    assert selectors.listed("announced", invited=ben) == []


@pytest.mark.django_db
def test_the_organiser_enters_teams_of_bots_and_nobody_else_s(people: list[User], organiser: User):
    tournament_id = announced(organiser.pk, game="gasp-pairs", team_size=2)
    bots = [accounts.make_bot(f"Robot{number}", "greedy").pk for number in (1, 2)]
    requests.name(tournament_id=tournament_id, users=bots, by=organiser.pk)
    assert [entry.users for entry in selectors.detail(tournament_id).entries] == [tuple(bots)]
    with pytest.raises(NotAllowed, match="enters_alone"):
        requests.name(tournament_id=tournament_id, users=[people[0].pk, bots[0]], by=organiser.pk)
    with pytest.raises(NotAllowed, match="not_organiser"):
        requests.name(tournament_id=tournament_id, users=bots, by=people[0].pk)


@pytest.mark.django_db
def test_teams_play_groups_and_then_a_final_as_the_same_partners():
    """Eight teams in two groups; two of each go on."""
    users = [User.objects.create_user(f"partner{number}").pk for number in range(16)]
    final = Stage(format="knock-out", takes=(Place(1), Place(2)))
    cup = of_teams(users[0], users, format="round-robin", groups=2, stages=(final,), rated=False)
    services.start(tournament_id=cup, by=users[0])
    play_out(cup)
    detail = selectors.detail(cup)
    assert detail.status == "finished"
    teams_of = {entry.number: entry.users for entry in detail.entries}
    assert sorted(teams_of.values()) == [(users[at], users[at + 1]) for at in range(0, 16, 2)]
    played = [match for paired in detail.rounds for match in paired.matches if match.table]
    assert len(played) == 2 * 6 + 4
    for match in played:
        one, two = (teams_of[entry.number] for entry in match.entries)
        assert tables.summary(str(match.table)).seats == (one[0], two[0], one[1], two[1])
    field = selectors.at(cup).stages[1].field
    assert field is not None
    assert len(field.entries) == 4
    assert projections.rebuild(check=True).changed == ()
