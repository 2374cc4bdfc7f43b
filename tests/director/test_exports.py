"""Files of tournaments as they stood at any event, and of a player's matches."""

import icalendar
import pytest

from accounts.models import User
from tests.factories import announced, concede, open_tables, play_out, started
from tournaments.director import exports, selectors, services
from tournaments.director.errors import Refused, UnknownTournament
from tournaments.director.exchange.trf.reading import read
from tournaments.director.exports import Kind

pytestmark = pytest.mark.django_db
KINDS: tuple[Kind, ...] = ("entries", "pairings", "standings", "trf", "calendar")


def people(count: int) -> list[User]:
    return [User.objects.create_user(f"player{number}") for number in range(count)]


def test_a_file_as_of_an_event_is_the_same_for_ever():
    users = people(5)
    tournament_id = started(users[0].pk, [user.pk for user in users], rounds=3, rated=True)
    concede(open_tables(tournament_id)[0])
    seq = selectors.detail(tournament_id).seq
    then = {kind: exports.export(selectors.at(tournament_id), kind) for kind in KINDS}
    play_out(tournament_id)
    assert {kind: exports.export(selectors.at(tournament_id, as_of=seq), kind) for kind in KINDS} == then
    assert all(exports.export(selectors.at(tournament_id), kind).body != then[kind].body for kind in KINDS[1:])


def test_a_report_can_be_read_and_has_everybody_with_the_ratings_of_the_start():
    users = people(4)
    first = started(users[0].pk, [user.pk for user in users], rounds=1, rated=True)
    play_out(first)
    second = started(users[0].pk, [user.pk for user in users], rounds=1, rated=True)
    before = exports.export(selectors.at(second), "trf").body
    assert len({player.rating for player in read(before.decode()).players}) > 1
    assert len({player.rating for player in read(trf(first).decode()).players}) == 1, "nobody had played yet"
    play_out(second)
    ratings = [[player.rating for player in read(text.decode()).players] for text in (before, trf(second))]
    assert ratings[0] == ratings[1]


def trf(tournament_id: str) -> bytes:
    return exports.export(selectors.at(tournament_id), "trf").body


def test_tables_of_more_than_two_have_no_report():
    users = people(4)
    tournament_id = announced(users[0].pk, [user.pk for user in users], game="gasp", format="pods")
    assert "trf" not in exports.available(selectors.detail(tournament_id).settings, paired=True)
    with pytest.raises(Refused) as refused:
        trf(tournament_id)
    assert refused.value.code == "not_exportable"
    assert exports.export(selectors.at(tournament_id), "entries").body.count(b"\r\n") == 5


def test_a_tournament_that_nobody_has_entered_has_files_too():
    tournament_id = announced(people(1)[0].pk)
    assert all(exports.export(selectors.at(tournament_id), kind).body for kind in KINDS)


def test_of_what_is_not_there_there_is_no_file():
    with pytest.raises(UnknownTournament):
        exports.export(selectors.at("nothing"), "entries")


def test_a_players_calendar_has_the_starts_and_the_own_matches():
    users = people(4)
    tournament_id = started(users[0].pk, [user.pk for user in users], rounds=2)
    play_out(tournament_id)
    coming = announced(users[1].pk, [users[2].pk])
    made = icalendar.Calendar.from_ical(exports.matches_of(users[2]).body)
    own = {
        match.match
        for paired in selectors.at(tournament_id).rounds
        for match in paired.matches
        if users[2].pk in [entry.user for entry in match.entries]
    }
    keys = {str(each["uid"]).partition("@")[0] for each in made.walk("VEVENT")}
    assert keys == {f"{tournament_id}/start", f"{coming}/start", *(f"{tournament_id}/{match}" for match in own)}
    services.withdraw(tournament_id=coming, user_id=users[2].pk)
    assert coming not in exports.matches_of(users[2]).body.decode()


def test_a_private_tournament_is_in_the_calendar_for_its_player_alone():
    (user,) = people(1)
    tournament_id = announced(user.pk, [user.pk], private=True)
    assert tournament_id in exports.matches_of(user, viewer=user.pk).body.decode()
    for viewer in (None, user.pk + 1):
        assert tournament_id not in exports.matches_of(user, viewer=viewer).body.decode()
