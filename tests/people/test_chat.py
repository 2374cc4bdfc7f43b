"""Chat at tables: who writes, who reads what, reports, and what those do who moderate."""

from functools import partial
from typing import Any

import pytest
from django.db import ProgrammingError, connection, transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts import privacy
from accounts.models import User
from tests.clubs.founding import founded
from tests.factories import client_of, concede, open_for, open_tables, started
from tournaments.clubs import selectors as clubs_read
from tournaments.clubs import services as clubs
from tournaments.clubs.errors import UnknownClub
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.people import chat, moderation, policy
from tournaments.people.errors import NotAllowed, Refused, RoomError, UnknownLine, WrongStatus
from tournaments.people.models import Line, Measure
from tournaments.people.places import at_table, in_club
from tournaments.people.policy import Standing

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(ann: User, bob: User) -> str:
    return open_for(ann, bob)


def say(user: User, table: str, text: str = "Well played!", **given: Any) -> int:
    return chat.write(user=user, place=at_table(table), text=text, **given)


def read(user: User | None, table: str) -> list[str]:
    return [line.text for line in chat.read(at_table(table), user).lines]


def refused(code: str, kind: type[RoomError]) -> Any:
    return pytest.raises(kind, match=f"^{code}:")


def test_those_who_sit_there_write_and_everybody_reads(ann: User, bob: User, cleo: User, table: str) -> None:
    say(ann, table, "Good luck!")
    say(bob, table, "You too.")
    for reader in (ann, bob, cleo, None):
        assert read(reader, table) == ["Good luck!", "You too."]
    with refused("not_seated", NotAllowed):
        say(cleo, table)
    assert not chat.read(at_table(table), None).writes


def test_nothing_of_it_is_in_the_log(ann: User, table: str) -> None:
    stream = f"table:{table}"
    before = log.head(stream)
    say(ann, table, "xyzzyplugh")
    assert log.head(stream) == before
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM log_event WHERE payload::text LIKE '%%xyzzyplugh%%'")
        assert cursor.fetchone() == (0,)


@pytest.mark.parametrize(
    ("text", "code"), [("", "empty"), ("  \n ", "empty"), ("\u202e\u200b", "empty"), ("x" * 301, "too_long")]
)
def test_a_line_is_short_and_says_something(ann: User, table: str, text: str, code: str) -> None:
    with refused(code, Refused):
        say(ann, table, text)
    assert not Line.objects.exists()


@given(st.text(max_size=400))
def test_what_is_kept_is_one_plain_line(text: str) -> None:
    plain = policy.plain(text)
    assert plain == policy.plain(plain) == " ".join(plain.split())
    assert all(letter.isprintable() for letter in plain)


@given(
    st.builds(
        Standing,
        belongs=st.booleans(),
        moderates=st.booleans(),
        muted_until=st.none() | st.integers(0, 100),
        ended_at=st.none() | st.integers(0, 100),
    ),
    st.integers(0, 100),
)
def test_nobody_writes_who_does_not_belong_there_or_is_muted(standing: Standing, now: int) -> None:
    may = policy.refusal(standing, "Hello", now=now) is None
    assert not may or standing.belongs or standing.moderates
    assert not may or standing.moderates or (standing.muted_until or 0) <= now


def test_markup_is_text_on_the_page(ann: User, table: str, client: Client) -> None:
    say(ann, table, "<script>alert(1)</script>")
    page = client.get(f"/tables/{table}/chat").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_the_same_command_writes_once(ann: User, bob: User, table: str) -> None:
    first = say(ann, table, command="k1")
    assert say(ann, table, command="k1") == first
    assert say(bob, table, command="k1") != first
    assert Line.objects.count() == 2


def test_a_day_after_the_end_the_talk_is_over(ann: User, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    concede(table)
    say(ann, table)
    later = sources.now_ms() + policy.AFTERWARDS + 1000
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    with refused("over", WrongStatus):
        say(ann, table)
    assert read(ann, table) == ["Well played!"]


def test_a_blocked_persons_lines_are_not_shown_to_the_one_who_blocked(
    ann: User, bob: User, cleo: User, table: str
) -> None:
    say(bob, table, "Slowpoke!")
    privacy.block(user=ann, other=bob)
    say(ann, table, "Hm.")
    assert read(ann, table) == ["Hm."]
    assert read(bob, table) == read(cleo, table) == ["Slowpoke!", "Hm."]
    privacy.unblock(user=ann, other=bob)
    assert read(ann, table) == ["Slowpoke!", "Hm."]


def test_who_wants_no_chat_is_shown_none(ann: User, bob: User, table: str) -> None:
    say(bob, table)
    privacy.choose(user=ann, choices={"chat": False})
    assert chat.read(at_table(table), ann).off
    assert read(ann, table) == []


# -- moderation


def test_a_report_is_seen_by_the_staff_and_by_nobody_else(
    ann: User, bob: User, cleo: User, staff: User, table: str
) -> None:
    line = say(bob, table)
    for user in (ann, ann, cleo):
        moderation.report(user=user, line_id=line, cause="insult")
    (reported,) = moderation.reported(staff)
    assert (reported.line.id, reported.reports, reported.causes) == (line, 2, ("insult",))
    assert moderation.reported(ann) == moderation.reported(bob) == []
    with refused("yourself", Refused):
        moderation.report(user=bob, line_id=line, cause="spam")
    with refused("bad_cause", Refused):
        moderation.report(user=staff, line_id=line, cause="whatever")
    with pytest.raises(UnknownLine):
        moderation.report(user=ann, line_id=line + 1000, cause="spam")


def test_taking_a_line_out_deletes_its_text_and_is_kept_as_an_act(
    ann: User, bob: User, staff: User, table: str
) -> None:
    line = say(bob, table, "unspeakable")
    moderation.report(user=ann, line_id=line, cause="insult")
    with refused("not_moderator", NotAllowed):
        moderation.remove(user=ann, line_id=line, cause="insult")
    for _ in range(2):
        moderation.remove(user=staff, line_id=line, cause="insult")
    assert read(ann, table) == [""]
    assert Line.objects.get().body == ""
    assert moderation.reported(staff) == []
    (done,) = moderation.measures(at_table(table), staff)
    assert (done.kind, done.by, done.user, done.cause) == ("removed", "stella", "bob", "insult")


def test_one_takes_a_line_of_ones_own_out_without_further_ado(ann: User, table: str, staff: User) -> None:
    moderation.remove(user=ann, line_id=say(ann, table), cause="other")
    assert read(ann, table) == [""]
    assert moderation.measures(at_table(table), staff) == []


def test_who_is_muted_does_not_write_until_the_time_is_over(
    ann: User, bob: User, staff: User, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = say(bob, table)
    moderation.mute(user=staff, line_id=line, hours=1, cause="spam")
    with refused("muted", NotAllowed):
        say(bob, table)
    say(ann, table)
    later = sources.now_ms() + 3_600_001
    with monkeypatch.context() as patch:
        patch.setattr(sources, "now_ms", lambda: later)
        say(bob, table)
    moderation.mute(user=staff, line_id=line, hours=0, cause="other")
    say(bob, table)
    assert [done.kind for done in moderation.measures(at_table(table), staff)] == ["unmuted", "muted"]
    with refused("bad_hours", Refused):
        moderation.mute(user=staff, line_id=line, hours=5, cause="spam")


def test_a_report_that_is_dismissed_is_gone_and_the_line_stands(ann: User, bob: User, staff: User, table: str) -> None:
    line = say(bob, table)
    moderation.report(user=ann, line_id=line, cause="other")
    moderation.dismiss(user=staff, line_id=line)
    assert (moderation.reported(staff), read(ann, table)) == ([], ["Well played!"])


def test_organisers_moderate_at_the_tables_of_their_tournament_alone(
    ann: User, bob: User, organiser: User, table: str
) -> None:
    started(organiser.pk, [ann.pk, bob.pk], format="round-robin")
    (match,) = open_tables(started(organiser.pk, [ann.pk, bob.pk], format="round-robin"))
    theirs, other = say(bob, match), say(bob, table)
    for line in (theirs, other):
        moderation.report(user=ann, line_id=line, cause="spam")
    assert [one.line.id for one in moderation.reported(organiser)] == [theirs]
    moderation.remove(user=organiser, line_id=theirs, cause="spam")
    with refused("not_moderator", NotAllowed):
        moderation.remove(user=organiser, line_id=other, cause="spam")
    say(organiser, match, "Please be kind.")


def test_acts_of_moderation_cannot_be_changed(bob: User, staff: User, table: str) -> None:
    moderation.mute(user=staff, line_id=say(bob, table), hours=1, cause="spam")
    for act in (lambda: Measure.objects.update(by=1), lambda: Measure.objects.all().delete()):
        with pytest.raises(ProgrammingError), transaction.atomic():
            act()


# -- pages


def test_one_writes_on_the_page_and_is_told_what_is_wrong_beside_the_field(ann: User, table: str) -> None:
    client = client_of(ann)
    path = f"/tables/{table}/chat"
    assert client.post(path, {"text": "Good luck!"})["Location"] == path
    assert "Good luck!" in client.get(path).content.decode()
    told = client.post(path, {"text": "x" * 301})
    assert (told.status_code, "300 characters" in told.content.decode()) == (422, True)
    part = client.post(path, {"text": "You too."}, headers={"HX-Request": "true"}).content.decode()
    assert ("You too." in part, "<html" in part) == (True, False)


def test_what_can_be_done_about_a_line_is_shown_for_the_line_that_is_asked_for(
    ann: User, bob: User, table: str
) -> None:
    lines = [say(bob, table, text) for text in ("One.", "Two.")]
    client = client_of(ann)
    page = client.get(f"/tables/{table}/chat?line={lines[1]}").content.decode()
    assert [f"/lines/{line}/report" in page for line in lines] == [False, True]
    for odd in ("x", "9" * 40, "-1", ""):
        assert client.get(f"/tables/{table}/chat?line={odd}").status_code == 200


def test_a_stranger_is_sent_to_log_in_and_a_watcher_is_refused(cleo: User, table: str) -> None:
    path, client = f"/tables/{table}/chat", Client()
    assert client.post(path, {"text": "Hi"})["Location"].startswith("/account/login/")
    client.force_login(cleo)
    assert client.post(path, {"text": "Hi"}).status_code == 403
    assert client.get("/tables/nothere000/chat").status_code == 404
    assert not Line.objects.exists()


def test_the_staff_work_through_the_reports_on_a_page(ann: User, bob: User, staff: User, table: str) -> None:
    line = say(bob, table, "unspeakable")
    reader, moderator = Client(), Client()
    reader.force_login(ann)
    moderator.force_login(staff)
    back = f"/tables/{table}/chat"
    assert reader.post(f"/lines/{line}/report", {"cause": "insult", "next": back})["Location"] == back
    assert "unspeakable" in moderator.get("/reports").content.decode()
    assert "unspeakable" not in reader.get("/reports").content.decode()
    reader.post(f"/lines/{line}/remove", {"cause": "insult"})
    assert Line.objects.get().body == "unspeakable"
    moderator.post(f"/lines/{line}/mute", {"cause": "insult", "hours": "24"})
    moderator.post(f"/lines/{line}/remove", {"cause": "insult"})
    assert Line.objects.get().removed
    page = moderator.get(back).content.decode()
    assert "a line was taken out" in page
    assert reader.post(f"/lines/{line + 99}/report", {"cause": "spam"}).status_code == 404
    assert reader.post(f"/lines/{line}/report", {"next": "https://evil.example/"})["Location"] == "/"


# -- in clubs


@pytest.fixture
def club(ann: User, bob: User, cleo: User) -> str:
    """Ann's, of which Bob is a member and Cleo is not."""
    return founded(ann, bob)


def test_members_write_and_read_in_their_club_and_nobody_else(
    ann: User, bob: User, cleo: User, staff: User, club: str
) -> None:
    place = in_club(club)
    line = chat.write(user=bob, place=place, text="Who plays tonight?")
    assert [one.text for one in chat.read(place, ann).lines] == ["Who plays tonight?"]
    for act in (
        lambda: chat.read(place, cleo),
        lambda: chat.read(place, None),
        lambda: chat.write(user=cleo, place=place, text="Me"),
        lambda: moderation.report(user=cleo, line_id=line, cause="spam"),
    ):
        with refused("not_member", NotAllowed):
            act()
    moderation.report(user=ann, line_id=line, cause="spam")
    assert [len(moderation.reported(user)) for user in (ann, staff, bob, cleo)] == [1, 1, 0, 0]
    with refused("not_moderator", NotAllowed):
        moderation.mute(user=bob, line_id=line, hours=1, cause="spam")
    moderation.remove(user=ann, line_id=line, cause="spam")


def test_a_private_club_is_not_there_for_others(ann: User, cleo: User) -> None:
    club_id = founded(ann, visibility="private", join="invitation")
    with pytest.raises(UnknownClub):
        chat.read(in_club(club_id), cleo)
    client = client_of(cleo)
    assert client.get(f"/clubs/{club_id}/chat").status_code == 404


def test_a_members_page_of_the_chat(ann: User, cleo: User, club: str) -> None:
    client = client_of(ann)
    path = f"/clubs/{clubs_read.address(club)[1]}/chat"
    assert client.post(path, {"text": "Welcome, all."})["Location"] == path
    assert "Welcome, all." in client.get(path).content.decode()
    client.force_login(cleo)
    assert client.get(path).status_code == 403
    assert client.post(path, {"text": "Hi"}).status_code == 403


def test_who_leaves_the_club_reads_no_more(bob: User, club: str) -> None:
    chat.write(user=bob, place=in_club(club), text="Bye.")
    clubs.leave(club_id=club, by=bob.pk)
    with refused("not_member", NotAllowed):
        chat.read(in_club(club), bob)


# -- at a club's tables


@pytest.fixture
def club_table(ann: User, bob: User, cleo: User, club: str) -> str:
    """Bob and Cleo, who has joined, sit there; Ann owns the club."""
    clubs.join(club_id=club, by=cleo.pk)
    return open_for(bob, cleo, club=club)


def test_who_moderates_in_the_club_moderates_at_its_tables(ann: User, bob: User, cleo: User, club_table: str) -> None:
    line = say(bob, club_table, "unspeakable")
    moderation.report(user=cleo, line_id=line, cause="insult")
    assert [one.line.id for one in moderation.reported(ann)] == [line]
    with refused("not_moderator", NotAllowed):
        moderation.remove(user=cleo, line_id=line, cause="insult")
    moderation.remove(user=ann, line_id=line, cause="insult")
    assert read(cleo, club_table) == [""]


@pytest.mark.parametrize("where", ["club", "table"])
def test_a_mute_by_the_club_holds_at_once_in_the_club_and_at_all_its_tables(
    ann: User, bob: User, cleo: User, club: str, club_table: str, where: str
) -> None:
    other = open_for(cleo, bob, club=club)
    line = say(bob, club_table) if where == "table" else chat.write(user=bob, place=in_club(club), text="Well!")
    moderation.mute(user=ann, line_id=line, hours=24, cause="insult")
    for place in (in_club(club), at_table(club_table), at_table(other)):
        with refused("muted", NotAllowed):
            chat.write(user=bob, place=place, text="But!")
    assert [done.kind for done in moderation.measures(at_table(other), ann)] == ["muted"]
    say(cleo, other)
    moderation.mute(user=ann, line_id=line, hours=0, cause="other")
    for place in (in_club(club), at_table(club_table), at_table(other)):
        chat.write(user=bob, place=place, text="Thank you.")


def test_a_mute_at_one_table_by_its_director_stays_there(
    bob: User, cleo: User, organiser: User, club: str, club_table: str
) -> None:
    (match,) = open_tables(started(organiser.pk, [bob.pk, cleo.pk], format="round-robin"))
    moderation.mute(user=organiser, line_id=say(bob, match), hours=1, cause="spam")
    with refused("muted", NotAllowed):
        say(bob, match)
    say(bob, club_table)


def test_whom_the_club_bans_writes_at_none_of_its_tables(ann: User, bob: User, club: str, club_table: str) -> None:
    say(bob, club_table)
    until = sources.now_ms() + 86_400_000
    clubs.remove(club_id=club, by=ann.pk, user_id=bob.pk, cause="conduct", ban_until=until)
    with refused("banned", NotAllowed):
        say(bob, club_table)
    assert chat.read(at_table(club_table), bob).why_not == "banned"
    clubs.lift(club_id=club, by=ann.pk, user_id=bob.pk)
    say(bob, club_table)


def test_the_club_s_page_leads_its_members_to_the_chat(bob: User, cleo: User, club: str) -> None:
    path = f"/clubs/{clubs_read.address(club)[1]}"
    for user, led in ((bob, True), (cleo, False)):
        client = client_of(user)
        assert (f'href="{path}/chat"' in client.get(path).content.decode()) == led


def test_a_flood_of_reports_elsewhere_hides_none_from_who_moderates(
    ann: User, bob: User, cleo: User, club: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "MOST", 3)
    for number in range(5):
        moderation.report(user=cleo, line_id=say(bob, table, f"line {number}"), cause="spam")
    moderation.report(user=bob, line_id=chat.write(user=ann, place=in_club(club), text="Here"), cause="spam")
    assert [one.line.text for one in moderation.reported(ann)] == ["Here"]


def test_organisers_of_texts_see_the_reports_of_their_club_and_others_do_not(
    ann: User, bob: User, cleo: User, club: str
) -> None:
    clubs.join(club_id=club, by=cleo.pk)
    moderation.report(user=bob, line_id=chat.write(user=ann, place=in_club(club), text="Here"), cause="spam")
    for duties, seen in ((("events",), 0), (("texts",), 1)):
        clubs.set_role(club_id=club, by=ann.pk, user_id=cleo.pk, duties=duties)  # type: ignore[arg-type]
        assert len(moderation.reported(cleo)) == seen


def test_a_line_where_one_may_not_look_is_like_none(ann: User, cleo: User) -> None:
    club_id = founded(ann, visibility="private", join="invitation")
    line = chat.write(user=ann, place=in_club(club_id), text="Psst")
    for number in (line, line + 1):
        given: dict[str, Any] = {"user": cleo, "line_id": number, "cause": "spam"}
        for act in (moderation.report, moderation.remove, moderation.dismiss, partial(moderation.mute, hours=1)):
            with refused("unknown_line", UnknownLine):
                act(**given)


@pytest.mark.parametrize("back", ["foo", "tables", "", "https://evil.example/", "//evil.example/", "/no/such/page"])
def test_a_reader_who_reports_a_line_goes_back_to_a_page_of_ours_or_home(
    ann: User, bob: User, table: str, back: str, client: Client
) -> None:
    line = say(ann, table)
    client.force_login(bob)
    answer = client.post(f"/lines/{line}/report", {"cause": "other", "next": back})
    assert (answer.status_code, answer["Location"]) == (302, back if back.startswith("/n") else "/")
