"""A game looked at together: who may open one, join, lead; what may be shown; how it ends."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from msgspec.structs import replace
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from accounts.services import create_guest
from tests.clock import Clock
from tests.clubs.founding import founded
from tests.factories import client_of, concede, open_for
from tests.notices.conftest import told
from tests.people.test_erasure import erased
from tournaments.clubs import services as clubs
from tournaments.notices import badge
from tournaments.notices import selectors as notices
from tournaments.people import chat, export, moderation
from tournaments.people.errors import NotAllowed, Refused, RoomError, UnknownReview, WrongStatus
from tournaments.people.models import Line, Review, ReviewPerson
from tournaments.people.places import in_review
from tournaments.people.reviews import company, held, selectors, services, streaming
from tournaments.people.reviews.shown import Viewing
from tournaments.people.tasks import tick
from tournaments.tables import frames
from tournaments.tables import services as tables
from tournaments.tables.errors import UnknownTable
from tournaments.tables.seen import legal

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


@pytest.fixture
def table(ann: User, bob: User) -> str:
    made = open_for(ann, bob)
    concede(made)
    return made


@pytest.fixture
def review(ann: User, bob: User, table: str) -> str:
    """Ann has opened it, bob has joined."""
    made = services.open_review(user=ann, table_id=table)
    services.join(user=bob, review_id=made)
    return made


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that were told of."""
    heard: list[int] = []
    monkeypatch.setattr(streaming, "announce", lambda one: heard.append(one.version))
    return heard


def look(review: str) -> selectors.Looking:
    """As somebody sees it who has joined."""
    found = Review.objects.get(pk=review)
    first = found.people.order_by("joined_at").first()
    return selectors.looking(found, AnonymousUser() if first is None else first.user)


def refused(code: str, kind: type[RoomError] = RoomError) -> Any:
    return pytest.raises(kind, match=f"^{code}:")


def is_there(review: str, *users: User) -> None:
    company.note({review: [user.pk for user in users]})


# -- opening and joining


def test_whoever_opens_one_leads_and_has_one_at_a_table(ann: User, table: str) -> None:
    made = services.open_review(user=ann, table_id=table, showing=Viewing(move=3, seat="1", front=1))
    assert services.open_review(user=ann, table_id=table) == made
    found = look(made)
    assert (found.leads, found.showing.eyes, found.showing.move) == ("ann", "seat=1", 3)
    assert [person.name for person in found.people] == ["ann"]


@pytest.mark.parametrize("state", ["open", "playing"])
def test_hands_of_a_table_that_is_not_over_are_not_looked_at_together(ann: User, bob: User, state: str) -> None:
    table = open_for(ann, bob if state == "playing" else None)
    with refused("not_finished", WrongStatus):
        services.open_review(user=ann, table_id=table)
    assert not Review.objects.exists()


def test_a_table_that_never_had_cards_shows_nothing(ann: User) -> None:
    table = open_for(ann, None)
    tables.abort(table_id=table, user_id=ann.pk)
    with refused("not_finished", WrongStatus):
        services.open_review(user=ann, table_id=table)


def test_guests_join_and_open_none(ann: User, table: str) -> None:
    guest = User.objects.create(username="guest-1", is_guest=True)
    with refused("guest", NotAllowed):
        services.open_review(user=guest, table_id=table)
    made = services.open_review(user=ann, table_id=table)
    services.join(user=guest, review_id=made)
    assert [person.name for person in look(made).people] == ["ann", "guest-1"]


def test_a_blocked_person_does_not_join_the_review_of_who_blocks_them(ann: User, cleo: User, table: str) -> None:
    made = services.open_review(user=ann, table_id=table)
    privacy.block(user=ann, other=cleo)
    with refused("not_wanted", NotAllowed):
        services.join(user=cleo, review_id=made)
    assert [person.name for person in look(made).people] == ["ann"]
    privacy.unblock(user=ann, other=cleo)
    services.join(user=cleo, review_id=made)


def test_joining_twice_changes_nothing(bob: User, review: str) -> None:
    services.join(user=bob, review_id=review)
    assert ReviewPerson.objects.filter(review=review, user=bob).count() == 1


def test_one_person_opens_so_many_and_so_many_join(
    ann: User, bob: User, cleo: User, settings: Settings, table: str
) -> None:
    settings.CAPS = settings.CAPS | {"reviews": 1, "review_people": 2}
    made = services.open_review(user=ann, table_id=table)
    other = open_for(ann, bob)
    concede(other)
    with refused("too_many_reviews", Refused):
        services.open_review(user=ann, table_id=other)
    services.join(user=bob, review_id=made)
    services.join(user=bob, review_id=made)
    with refused("too_many_people", Refused):
        services.join(user=cleo, review_id=made)
    services.end(user=ann, review_id=made)
    assert services.open_review(user=ann, table_id=other)


def test_what_one_may_see_no_more_takes_nobodys_place(ann: User, bob: User, cleo: User, settings: Settings) -> None:
    settings.CAPS = settings.CAPS | {"reviews": 1}
    club = founded(ann, bob, cleo, visibility="private", join="invitation")
    hidden, other = open_for(ann, bob, club=club), open_for(ann, bob)
    concede(hidden)
    concede(other)
    services.open_review(user=cleo, table_id=hidden)
    with refused("too_many_reviews", Refused):
        services.open_review(user=cleo, table_id=other)
    clubs.leave(club_id=club, by=cleo.pk)
    assert services.open_review(user=cleo, table_id=other)


def test_a_table_of_a_private_club_is_for_those_who_may_see_it_at_each_step(ann: User, bob: User, cleo: User) -> None:
    club = founded(ann, bob, cleo, visibility="private", join="invitation")
    table = open_for(ann, bob, club=club)
    concede(table)
    made = services.open_review(user=ann, table_id=table)
    stranger = User.objects.create_user("dora")
    with pytest.raises(UnknownTable):
        services.open_review(user=stranger, table_id=table)
    acts: list[Callable[[User], Any]] = [
        lambda user: services.join(user=user, review_id=made),
        lambda user: services.step(user=user, review_id=made, showing=Viewing(move=1)),
        lambda user: services.take_over(user=user, review_id=made),
        lambda user: services.hand_over(user=user, review_id=made, to=ann.pk),
        lambda user: services.end(user=user, review_id=made),
        lambda user: chat.read(in_review(made), user),
        lambda user: chat.write(user=user, place=in_review(made), text="Hello"),
    ]
    services.join(user=cleo, review_id=made)
    is_there(made, cleo)
    services.hand_over(user=ann, review_id=made, to=cleo.pk)
    services.step(user=cleo, review_id=made, showing=Viewing(move=2))
    clubs.leave(club_id=club, by=cleo.pk)
    for user in (stranger, cleo):
        for act in acts:
            with pytest.raises(UnknownReview):
                act(user)
    assert look(made).showing.move == 2
    assert not Line.objects.exists()


def test_nobody_learns_whether_there_is_a_review_that_they_may_not_see(ann: User, bob: User) -> None:
    club = founded(ann, bob, visibility="private", join="invitation")
    table = open_for(ann, bob, club=club)
    concede(table)
    made = services.open_review(user=ann, table_id=table)
    client = client_of(User.objects.create_user("dora"))
    for part in ("", "/positions", "/company", "/chat"):
        mine, none = (client.get(f"/reviews/{each}{part}") for each in (made, "x" * 10))
        assert (mine.status_code, none.status_code) == (404, 404)
        assert mine.content.replace(made.encode(), b"") == none.content.replace(b"x" * 10, b"")


def test_who_has_joined_is_for_those_who_have(ann: User, bob: User, cleo: User, staff: User, review: str) -> None:
    found = Review.objects.get(pk=review)
    for one in (ann, bob):
        assert [person.name for person in selectors.looking(found, one).people] == ["ann", "bob"]
    for other in (cleo, staff, AnonymousUser()):
        looking = selectors.looking(found, other)
        assert (looking.joined, looking.people, looking.leads) == (False, (), "ann")


def test_who_leaves_is_in_it_no_more_and_may_come_again(ann: User, bob: User, review: str) -> None:
    for _twice in range(2):
        services.leave(user=bob, review_id=review)
    assert [person.name for person in look(review).people] == ["ann"]
    with refused("not_joined", NotAllowed):
        chat.write(user=bob, place=in_review(review), text="Hello")
    services.join(user=bob, review_id=review)
    assert [person.name for person in look(review).people] == ["ann", "bob"]


def test_a_leader_who_leaves_leaves_the_lead_to_anybody_who_is_there(ann: User, bob: User, review: str) -> None:
    services.leave(user=ann, review_id=review)
    assert (look(review).leader, look(review).leads) == (None, "")
    with refused("not_leading", NotAllowed):
        services.step(user=ann, review_id=review, showing=Viewing(move=2))
    services.take_over(user=bob, review_id=review)
    assert look(review).leads == "bob"
    assert selectors.looking(Review.objects.get(pk=review), ann).may_end, "it is still theirs to end"
    assert services.open_review(user=ann, table_id=look(review).table) == review
    assert [person.name for person in look(review).people] == ["bob", "ann"]


# -- who is asked


@pytest.fixture
def open_to_all(ann: User, bob: User) -> None:
    for user in (ann, bob):
        privacy.choose(user=user, choices={"invitations": "anyone"})


def test_who_played_is_asked_once_until_they_join_or_it_is_over(
    ann: User, bob: User, cleo: User, table: str, open_to_all: None
) -> None:
    first = services.open_review(user=cleo, table_id=table)
    services.open_review(user=cleo, table_id=table)
    assert told(ann) == told(bob) == ["review_opened"]
    (shown,) = notices.inbox(ann)
    assert shown.text == "cleo looks at your game of Duck Soup again: look together"
    assert shown.path == f"/reviews/{first}"
    services.join(user=ann, review_id=first)
    assert (badge.unread(ann.pk), badge.unread(bob.pk)) == (0, 1)
    services.end(user=cleo, review_id=first)
    assert badge.unread(bob.pk) == 0


def test_who_wants_nobodys_invitations_is_not_asked(ann: User, bob: User, table: str) -> None:
    privacy.choose(user=bob, choices={"invitations": "nobody"})
    services.open_review(user=ann, table_id=table)
    assert told(bob) == []


def test_a_guest_who_played_is_asked_too(ann: User) -> None:
    guest = create_guest()
    table = open_for(ann, guest)
    concede(table)
    made = services.open_review(user=ann, table_id=table)
    (shown,) = notices.inbox(guest)
    assert (told(guest), shown.path) == (["review_opened"], f"/reviews/{made}")


def test_a_review_that_is_forgotten_meanwhile_is_said_not_to_be_there(
    ann: User, review: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgotten(review_id: str, user: User) -> Review:
        found = selectors.row(review_id, user)
        Review.objects.filter(pk=review_id).delete()
        return found

    monkeypatch.setattr(held, "row", forgotten)
    with refused("unknown_review", UnknownReview):
        services.leave(user=ann, review_id=review)


# -- leading


def test_a_step_is_told_once_and_a_repeated_one_not_at_all(
    ann: User, review: str, announced: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    showing = Viewing(move=4, rings=("KS",), arrows=(("KS", "AH"),))
    with django_capture_on_commit_callbacks(execute=True):
        first = services.step(user=ann, review_id=review, showing=showing)
        assert announced == []  # not before the commit
        assert services.step(user=ann, review_id=review, showing=showing) == first
    assert announced == [first]
    assert look(review).showing == showing


@pytest.mark.parametrize(
    ("showing", "code"),
    [
        (Viewing(move=-1), "bad_move"),
        (Viewing(move=100_000), "bad_move"),
        (Viewing(seat="2"), "bad_eyes"),
        (Viewing(seat="x"), "bad_eyes"),
        (Viewing(front=2), "bad_eyes"),
        (Viewing(rings=("ZZ",)), "bad_card"),
        (Viewing(rings=("KS",) * 9), "too_many_marks"),
        (Viewing(arrows=(("KS", "9X"),)), "bad_card"),
        (Viewing(arrows=(("KS", "KS"),)), "bad_arrow"),
        (Viewing(after=0, line="x"), "bad_line"),
        (Viewing(after=99_999, line=""), "bad_line"),
        (Viewing(after=2, line="1:nothing"), None),
        (Viewing(after=2, line=".".join(["1:KS"] * 201)), "too_long"),
    ],
)
def test_what_the_game_does_not_have_is_not_shown(ann: User, review: str, showing: Viewing, code: str | None) -> None:
    before = look(review)
    with pytest.raises(Refused) as caught:
        services.step(user=ann, review_id=review, showing=showing)
    assert code in (None, caught.value.code)
    assert look(review) == before


def test_a_line_is_played_by_the_rules(ann: User, review: str, table: str) -> None:
    dealt = next(after for _, after, _, _ in frames.commits(table) if after.state is not None)
    seat = dealt.to_act[0]
    move = legal(dealt, seat)[0]
    line = Viewing(move=1, after=dealt.seq, line=f"{seat + 1}:{move}")
    services.step(user=ann, review_id=review, showing=line)
    services.step(user=ann, review_id=review, showing=replace(line, move=0))
    assert look(review).showing.eyes == f"seat=all&after={dealt.seq}&line={seat + 1}:{move}"
    with pytest.raises(Refused):
        services.step(user=ann, review_id=review, showing=replace(line, line=f"{seat + 1}:{move}.{seat + 1}:{move}"))


def test_only_one_leads(bob: User, cleo: User, review: str) -> None:
    for user in (bob, cleo):
        with refused("not_leading", NotAllowed):
            services.step(user=user, review_id=review, showing=Viewing(move=2))


def test_the_lead_is_handed_to_somebody_who_is_there(ann: User, bob: User, cleo: User, review: str) -> None:
    is_there(review, ann)
    with refused("not_there", Refused):
        services.hand_over(user=ann, review_id=review, to=bob.pk)
    is_there(review, bob, cleo)
    with refused("not_there", Refused):  # cleo has not joined
        services.hand_over(user=ann, review_id=review, to=cleo.pk)
    for _twice in range(2):
        services.hand_over(user=ann, review_id=review, to=bob.pk)
    assert look(review).leads == "bob"
    with refused("not_leading", NotAllowed):
        services.step(user=ann, review_id=review, showing=Viewing(move=2))


def test_the_lead_is_taken_once_its_holder_has_been_gone_for_a_minute(
    clock: Clock, ann: User, bob: User, cleo: User, review: str
) -> None:
    is_there(review, ann, bob)
    clock.now += 59_000
    is_there(review, bob)
    assert look(review).led_until is not None
    with refused("is_led", WrongStatus):
        services.take_over(user=bob, review_id=review)
    with refused("not_joined", NotAllowed):
        services.take_over(user=cleo, review_id=review)
    clock.now += 1_000
    for _twice in range(2):
        services.take_over(user=bob, review_id=review)
    assert look(review).leads == "bob"
    with refused("is_led", WrongStatus):
        services.take_over(user=ann, review_id=review)


def test_steps_of_somebody_without_a_stream_keep_the_lead(clock: Clock, ann: User, bob: User, review: str) -> None:
    clock.now += 50_000
    services.step(user=ann, review_id=review, showing=Viewing(move=1))
    clock.now += 50_000
    with refused("is_led", WrongStatus):
        services.take_over(user=bob, review_id=review)


# -- the end


def test_whoever_opened_it_ends_it_for_everybody(ann: User, bob: User, review: str, table: str) -> None:
    with refused("not_opener", NotAllowed):
        services.end(user=bob, review_id=review)
    for _twice in range(2):
        services.end(user=ann, review_id=review)
    assert look(review).over
    acts: list[Callable[[], Any]] = [
        lambda: services.join(user=bob, review_id=review),
        lambda: services.step(user=ann, review_id=review, showing=Viewing(move=2)),
        lambda: services.take_over(user=bob, review_id=review),
        lambda: services.hand_over(user=ann, review_id=review, to=bob.pk),
        lambda: chat.write(user=ann, place=in_review(review), text="Hello"),
    ]
    for act in acts:
        with refused("over", WrongStatus):
            act()
    assert selectors.at_table(table, bob) == []


def test_a_day_without_a_step_ends_it_and_a_month_later_it_is_forgotten(
    clock: Clock, ann: User, bob: User, review: str
) -> None:
    chat.write(user=bob, place=in_review(review), text="Why not the nine?")
    clock.now += DAY
    services.step(user=ann, review_id=review, showing=Viewing(move=1))
    clock.now += DAY
    tick()
    assert not look(review).over
    clock.now += 1
    tick()
    assert look(review).over
    clock.now += 30 * DAY
    tick()
    assert Line.objects.exists()
    clock.now += 1
    tick()
    assert [rows.objects.count() for rows in (Review, ReviewPerson, Line)] == [0, 0, 0]


# -- the chat


def test_who_has_joined_writes_and_whoever_sees_the_table_reads(ann: User, bob: User, cleo: User, review: str) -> None:
    line = chat.write(user=bob, place=in_review(review), text="Why not the nine?")
    assert [each.text for each in chat.read(in_review(review), cleo).lines] == ["Why not the nine?"]
    with refused("not_joined", NotAllowed):
        chat.write(user=cleo, place=in_review(review), text="Yes")
    moderation.report(user=ann, line_id=line, cause="spam")
    privacy.block(user=ann, other=bob)
    assert chat.read(in_review(review), ann).lines == ()


def test_who_moderates_in_the_club_does_in_its_reviews_and_a_mute_holds_there(ann: User, bob: User, cleo: User) -> None:
    club = founded(ann, bob, cleo)
    table = open_for(bob, cleo, club=club)
    concede(table)
    made = services.open_review(user=bob, table_id=table)
    services.join(user=cleo, review_id=made)
    line = chat.write(user=cleo, place=in_review(made), text="Rude")
    moderation.report(user=bob, line_id=line, cause="insult")
    assert [one.line.id for one in moderation.reported(ann)] == [line]
    assert moderation.reported(bob) == []
    moderation.mute(user=ann, line_id=line, hours=1, cause="insult")
    with refused("muted", NotAllowed):
        chat.write(user=cleo, place=in_review(made), text="Again")


def test_staff_mute_at_the_table_and_so_in_all_its_reviews(staff: User, ann: User, bob: User, review: str) -> None:
    line = chat.write(user=bob, place=in_review(review), text="Rude")
    moderation.mute(user=staff, line_id=line, hours=1, cause="insult")
    with refused("muted", NotAllowed):
        chat.write(user=bob, place=in_review(review), text="Again")
    assert moderation.measures(in_review(review), staff)


# -- accounts


def test_it_is_exported_and_goes_with_the_account_of_one_who_is_alone_there(ann: User, bob: User, table: str) -> None:
    review = services.open_review(user=ann, table_id=table)
    chat.write(user=ann, place=in_review(review), text="Hm")
    theirs = services.open_review(user=bob, table_id=table)
    services.join(user=ann, review_id=theirs)
    is_there(theirs, ann)
    services.hand_over(user=bob, review_id=theirs, to=ann.pk)
    document = export.document(ann)
    assert f'"id":"{review}"'.encode() in document
    assert f'"review":"{theirs}"'.encode() in document
    erased(ann)
    assert [each.pk for each in Review.objects.all()] == [theirs]
    assert (look(theirs).leads, [each.name for each in look(theirs).people]) == ("bob", ["bob"])
    assert not Line.objects.exists()


@pytest.mark.parametrize("how", ["it goes on", "it is over", "the other has left"])
def test_what_others_wrote_in_a_review_outlives_the_account_that_opened_it(
    ann: User, bob: User, cleo: User, review: str, table: str, how: str
) -> None:
    chat.write(user=ann, place=in_review(review), text="Mine")
    chat.write(user=bob, place=in_review(review), text="Why not the nine?")
    if how == "it is over":
        services.end(user=ann, review_id=review)
    elif how == "the other has left":
        services.leave(user=bob, review_id=review)
    erased(ann)
    assert Review.objects.get(pk=review).opener is None
    assert [line.text for line in chat.read(in_review(review), cleo).lines] == ["Why not the nine?"]
    assert [person.name for person in look(review).people] == ([] if how == "the other has left" else ["bob"])
    assert selectors.at_table(table, cleo) == [], "nobody is named who has gone"


def test_who_leads_after_the_opener_has_gone_ends_it(ann: User, bob: User, cleo: User, review: str, table: str) -> None:
    services.join(user=cleo, review_id=review)
    erased(ann)
    with refused("not_opener", NotAllowed):
        services.end(user=bob, review_id=review)
    services.take_over(user=bob, review_id=review)
    assert [each.by for each in selectors.at_table(table, cleo)] == ["bob"]
    privacy.block(user=cleo, other=bob)
    assert selectors.at_table(table, cleo) == []
    with refused("not_opener", NotAllowed):
        services.end(user=cleo, review_id=review)
    services.end(user=bob, review_id=review)
    assert look(review).over
