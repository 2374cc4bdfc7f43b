"""What happens, and who is told: through the services, the log, and the reader of it."""

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import announced, client_of, give_up, open_for, started
from tests.notices.conftest import Follow, commits, told
from tournaments.clubs import services as clubs
from tournaments.director import imports
from tournaments.director import services as director
from tournaments.leagues.ladders import services as ladders
from tournaments.leagues.nights import services as nights
from tournaments.log.projections import rebuild
from tournaments.notices import badge, selectors
from tournaments.notices.following import take
from tournaments.notices.kinds import GROUPS, KINDS
from tournaments.notices.models import Notice, Outgoing
from tournaments.notices.telling.pools import of_pool
from tournaments.notices.told import notice_id, timed_id
from tournaments.notices.words import MANY, WORDS
from tournaments.people import seeks
from tournaments.ratings.events import RatingCorrected, RatingReadmitted
from tournaments.tables import services as tables

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all")]

HOUR = 3_600_000


def test_every_kind_has_a_group_and_words() -> None:
    assert set(WORDS) == set(MANY) == set(KINDS)
    assert {kind.group for kind in KINDS.values()} == set(GROUPS)


def test_a_paired_round_is_told_to_those_who_play_it(people: list[int], organiser: User, follow: Follow) -> None:
    tournament = started(organiser.pk, people[:5])
    follow()
    assert [told(user) for user in people[:5]] == [["round_paired"]] * 5
    assert told(organiser) == []
    (first, *_others) = selectors.inbox(User.objects.get(pk=people[0]))
    assert "Round 1 of Tuesday" in first.text
    rests = Notice.objects.filter(facts__has_key="bye")
    assert [row.facts["tournament"] for row in rests] == [tournament]


def test_who_was_never_a_member_hears_nothing_of_a_ban(
    found: Found, settled: list[User], follow: Follow, clock: Clock
) -> None:
    owner, member, stranger = (user.pk for user in settled[:3])
    club = found(settled[1])
    for user in (member, stranger):
        for days in (2, 3):
            until = clock.now + days * 24 * HOUR
            clubs.remove(club_id=club, by=owner, user_id=user, cause="other", ban_until=until)
    follow()
    assert (set(told(member)), told(stranger)) == ({"removed"}, [])


def test_a_player_who_has_come_to_the_table_is_not_waited_for(
    ann: User, bob: User, organiser: User, follow: Follow
) -> None:
    started(organiser.pk, [ann.pk, bob.pk])
    follow()
    table = Notice.objects.get(user=ann).facts["table"]
    tables.arrive(table_id=table, user_id=ann.pk)
    follow()
    assert (badge.unread(ann.pk), badge.unread(bob.pk)) == (0, 1)


def test_a_table_that_fills_is_told_to_those_who_waited(ann: User, bob: User, follow: Follow) -> None:
    table = open_for(ann, None)
    tables.join(table_id=table, user_id=bob.pk)
    follow()
    assert (told(ann), told(bob)) == (["table_open"], [])
    give_up(table_id=table, user_id=ann.pk)
    follow()
    assert badge.unread(ann.pk) == 0


def test_those_who_wait_are_told_who_sits_down(ann: User, bob: User, organiser: User, follow: Follow) -> None:
    table = open_for(ann, None, None, game="gasp")
    tables.join(table_id=table, user_id=bob.pk)
    follow()
    assert (told(ann), told(bob)) == (["seat_taken"], [])
    assert [each.text for each in selectors.inbox(ann)] == ["bob sits down at your table of Gasp!: 2 of 3 are there"]
    tables.join(table_id=table, user_id=organiser.pk)
    follow()
    assert told(bob) == ["table_open"]
    assert Notice.objects.get(user=ann, kind="seat_taken").over_at is not None


def test_all_who_have_found_opponents_are_told_where_they_play(ann: User, bob: User, follow: Follow) -> None:
    for user in (ann, bob):
        seeks.ask(user=user, game="duck-soup")
    follow()
    assert (told(ann), told(bob)) == (["table_open"], ["table_open"])


def test_a_challenge_from_the_asking_to_its_end(ladder: str, people: list[int], follow: Follow) -> None:
    name = ladders.challenge(ladder_id=ladder, by=people[2], defender=people[1])
    follow()
    assert "challenged" in told(people[1])
    assert "challenged" not in told(people[2])
    assert Notice.objects.get(user=people[1], kind="challenged").over_at is None
    ask: dict[str, Any] = {"challenge_id": name}
    ladders.answer(**ask, by=people[1], said="accept")
    follow()
    assert Notice.objects.get(user=people[1], kind="challenged").over_at is not None
    assert Notice.objects.get(user=people[2], kind="challenge_answered").facts["answer"] == "accept"


def test_news_reach_all_members_but_who_wrote_them(found: Found, settled: list[User], follow: Follow) -> None:
    club = found(*settled[1:4])
    clubs.post_news(club_id=club, by=settled[0].pk, title="Chess clocks", text="")
    follow()
    assert "news" not in told(settled[0])
    assert all("news" in told(user) for user in settled[1:4])
    texts = [each.text for each in selectors.inbox(settled[1]) if each.kind.key == "news"]
    assert texts == ["Harbour Street: Chess clocks"]


def test_an_invitation_to_a_tournament_is_over_once_it_is_accepted(ann: User, organiser: User, follow: Follow) -> None:
    tournament = announced(organiser.pk, by_invitation=True)
    imports.take_in(tournament_id=tournament, by=organiser.pk, kind="csv", text="name\nann\n")
    follow()
    assert (told(ann), badge.unread(ann.pk)) == (["invited"], 1)
    director.enter(tournament_id=tournament, user_id=ann.pk)
    follow()
    assert badge.unread(ann.pk) == 0


def test_a_night_is_told_as_it_is_announced_and_cancelled(
    found: Found, settled: list[User], clock: Clock, follow: Follow
) -> None:
    club = found(settled[1])
    day = datetime.datetime.fromtimestamp(clock.now / 1000, datetime.UTC).date() + datetime.timedelta(days=3)
    night = nights.announce_by_hand(club_id=club, by=settled[0].pk, title="Tuesday", day=day, at="19:30", minutes=180)
    follow()
    assert told(settled[1])[-1] == "night_open"
    assert badge.unread(settled[1].pk) == 0, "of nights without a tournament those hear who want to"
    nights.cancel(club_id=club, by=settled[0].pk, night=night)
    follow()
    assert "night_cancelled" in told(settled[1])
    assert Notice.objects.get(user=settled[1], kind="night_open").over_at is not None


# -- laws


def test_what_is_taken_in_twice_is_told_once(ladder: str, people: list[int], organiser: User) -> None:
    started(organiser.pk, people[:4])
    ladders.challenge(ladder_id=ladder, by=people[2], defender=people[1])
    everything = list(commits())
    for commit in everything:
        take(commit)
    rows, out = _rows(), list(Outgoing.objects.order_by("pk").values())
    assert rows
    for commit in everything:
        take(commit)
    assert (_rows(), list(Outgoing.objects.order_by("pk").values())) == (rows, out)


def test_a_rebuild_sends_nothing(ladder: str, people: list[int], follow: Follow) -> None:
    ladders.challenge(ladder_id=ladder, by=people[2], defender=people[1])
    follow()
    before = _rows()
    rebuild()
    follow()
    assert _rows() == before


@given(st.integers(1, 9), st.sampled_from(sorted(KINDS)), st.integers(1, 9), st.integers(1, 9))
def test_ids_follow_from_what_a_notice_is_about(user: int, kind: str, stream: int, seq: int) -> None:
    one = notice_id(user, kind, f"club:{stream}", seq)
    assert one == notice_id(user, kind, f"club:{stream}", seq)
    others = {notice_id(user + 1, kind, f"club:{stream}", seq), notice_id(user, kind, f"club:{stream}", seq + 1)}
    others |= {timed_id(user, kind, f"club:{stream}", seq), notice_id(user, kind, f"club:{stream + 1}", seq)}
    assert one not in others
    assert len(others) == 4


def _rows() -> list[Any]:
    return list(Notice.objects.order_by("pk").values())


def test_notices_of_a_club_lead_to_its_pages(ladder: str, club: str, settled: list[User], follow: Follow) -> None:
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    clubs.post_news(club_id=club, by=settled[0].pk, title="Tea", text="")
    follow()
    client = client_of(settled[1])
    paths = {each.kind.key: each.path for each in selectors.inbox(settled[1])}
    assert paths["news"] == "/clubs/harbour-street"
    assert paths["challenged"].startswith("/clubs/harbour-street/challenges/")
    for path in paths.values():
        assert client.get(path, follow=True).status_code == 200, path


def test_a_corrected_rating_is_told_to_those_at_the_table_but_not_twice_by_a_tournament() -> None:
    direct = of_pool(RatingCorrected("t1", None, "words00001"), "gasp", [1, 2, None], actor=2)
    assert [each.users for each in direct.told] == [(1,)]
    assert of_pool(RatingCorrected("t1", None, "cup0000001/3"), "gasp", [1, 2], actor=None).told == ()
    assert [each.users for each in of_pool(RatingReadmitted(5, "w"), "gasp", (), actor=1).told] == [(5,)]
