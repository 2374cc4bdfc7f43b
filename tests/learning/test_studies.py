"""Studies: what a chapter is made of, who reads it, what stays when somebody goes; nothing is lost and all can be made
again from the log."""

import doctest
import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import privacy
from accounts import services as accounts
from accounts.models import User
from tests.clock import Clock
from tests.clubs.founding import founded
from tests.factories import client_of, concede, decide_once, open_for
from tests.people.test_erasure import erased
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.kit.words import sentence
from tournaments.learning.studies import chapters, contents, decisions, events, reports, selectors, services
from tournaments.learning.studies.chapters import Source, source_of
from tournaments.learning.studies.errors import NotAllowed, Overtaken, UnknownStudy
from tournaments.learning.studies.events import Reach
from tournaments.learning.studies.models import Study as Row
from tournaments.learning.studies.models import StudyReport
from tournaments.learning.studies.selectors import Part, Said
from tournaments.learning.studies.streams import STUDIES
from tournaments.learning.studies.study import Study, Words, fold
from tournaments.log import selectors as log
from tournaments.log import texts
from tournaments.log.errors import KeyReused, RoomError
from tournaments.log.models import Text
from tournaments.log.projections import rebuild
from tournaments.log.verification import verify
from tournaments.people import chat, export
from tournaments.people.places import in_review
from tournaments.people.reviews import services as reviews
from tournaments.people.reviews.shown import Viewing
from tournaments.platform.database import execute
from tournaments.tables import frames, lines, marks, records
from tournaments.tables.course import course
from tournaments.tables.lines import Line
from tournaments.tables.web.shown import of_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_limits")]

NOBODY = AnonymousUser()
GAME = '[Game "duck-soup"]\n[Seat1 "Zoe"]\n[Seat2 "Yann"]\n[Seed "club night"]\n[Event "A secret word"]\n\n'


@pytest.fixture
def table(ann: User, bob: User) -> str:
    made = open_for(ann, bob)
    decide_once(made)
    concede(made)
    return made


@pytest.fixture
def study(ann: User, bob: User, cleo: User) -> str:
    """Of ann; anybody may ask the others."""
    for other in (bob, cleo):
        privacy.choose(user=other, choices={"invitations": "anyone"})
    return services.create(user=ann, name="Endings")


def chapter(user: User, study: str, source: Source | str, title: str = "The Ace") -> str:
    asked = source_of(source) if isinstance(source, str) else source
    return contents.add_chapter(user=user, study_id=study, title=title, source=asked)[1]


def shown(study: str, reader: User, chapter: str) -> Part:
    return selectors.seen(study, reader).part(chapter)


def comment(user: User, study: str, chapter: str, text: str = "Look here.", **given: Any) -> str:
    seq = selectors.seen(study, user).part(chapter).seq
    return contents.save_comment(user=user, study_id=study, chapter=chapter, seq=seq, text=text, **given)[1]


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(RoomError) as problem:
        act()
    return problem.value.code


# -- chapters


def test_a_chapter_of_a_table_has_its_whole_game_and_the_digest_of_its_record(
    ann: User, study: str, table: str
) -> None:
    part = shown(study, ann, chapter(ann, study, f"/tables/{table}/replay"))
    moments = frames.commits(table)
    assert [lines.log_of(chapters.played(part.game))] == [lines.log_of(moments)]
    assert part.table == table
    assert part.digest == records.head(table_id=table)["digest"]
    assert part.names == ("ann", "bob")
    assert "ann" not in part.game, "names are looked up, so that they can change and go"


def test_it_opens_where_the_replay_stood(ann: User, study: str, table: str) -> None:
    positions = positions_of(table)
    for move in range(len(positions)):
        part = shown(study, ann, chapter(ann, study, f"/tables/{table}/replay?move={move}&seat=all"))
        own = [seq for moment in chapters.played(part.game) for seq, _event in moment[3]]
        assert part.seq in own
        before = sum(
            not e.kind.startswith("table.") for m in frames.commits(table) for s, e in m[3] if s <= positions[move]
        )
        seen = [e for m in chapters.played(part.game) for s, e in m[3] if s <= part.seq]
        assert sum(not event.kind.startswith("table.") for event in seen) == before


def positions_of(table: str) -> list[int]:
    return [each.seq for each in course(frames.commits(table), lambda _seat: None, None).positions]


def test_a_line_that_was_tried_is_a_chapter_with_what_led_there(ann: User, study: str, table: str) -> None:
    moments = frames.commits(table)
    dealt = next(after for _before, after, _at, _commit in moments if after.state is not None)
    seat = dealt.to_act[0]
    move = dealt.game.move_text(dealt.game.legal(dealt.state, seat)[-1])
    asked = f"/tables/{table}/replay?after={dealt.seq}&line={seat + 1}:{move}"
    part = shown(study, ann, chapter(ann, study, asked))
    turns = lines.turns_of(chapters.played(part.game))
    assert [(turn.seat, turn.text) for turn in turns] == [(seat, move)]
    own = of_text(GAME)
    written = source_of(f"{own.address}?after=1&line=")
    assert (written.text, written.line) == (GAME, Line(1, ()))


def test_of_a_text_only_the_game_is_kept_its_names_can_be_erased_and_its_other_words_are_not_there(
    ann: User, study: str
) -> None:
    first = of_text(GAME).moments[0][1]
    move = first.game.move_text(first.game.legal(first.state, first.to_act[0])[0])
    text = f"{GAME}1:{move} {{a secret word}}"
    part = shown(study, ann, chapter(ann, study, text))
    assert part.names == ("Zoe", "Yann")
    assert not [word for word in ("Zoe", "secret", "club night") if word in part.game]
    assert part.table is None
    assert lines.log_of(chapters.played(part.game)) == lines.log_of(of_text(text).moments)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("", "unknown_game"),
        ("/replay/nothing", "bad_game"),
        ("/tables/0123456789/replay", "unknown_table"),
        ("https://elsewhere.example/tables/0123456789/replay", "other_site"),
        (f"{GAME}1:XX", "unknown_move"),
        ('[Game "duck-soup"]\n[Seat1 ""]\n[Seat2 ""]\n[Deal "pack KS"]\n', "bad_deal"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(ann: User, study: str, given: str, code: str) -> None:
    assert refused(lambda: chapter(ann, study, given)) == code
    assert selectors.seen(study, ann).parts == ()


def test_a_running_table_makes_no_chapter_for_its_own_player_either(ann: User, bob: User, study: str) -> None:
    running = open_for(ann, bob)
    decide_once(running)
    for address in (f"/tables/{running}/replay", f"/tables/{running}/replay?after=4&line=1:KS"):
        assert refused(partial(chapter, ann, study, address)) == "not_finished"


def test_the_address_of_a_replay_is_taken_with_its_moment_and_its_line() -> None:
    found = source_of("http://localhost/tables/0123456789/replay?move=3&seat=all&after=9&line=1:KS.2:3S")
    assert (found.table, found.move, found.line and found.line.text) == ("0123456789", 3, "1:KS.2:3S")


def test_a_game_in_the_address_of_another_site_is_read() -> None:
    assert source_of("https://other.example/replay?game=%5BGame").text == "[Game"


# -- comments, marks


def test_a_comment_has_words_and_marks_at_a_moment(ann: User, study: str, table: str) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    comment(ann, study, made, "Look  at\r\nthis", rings=("KS", "@2"), arrows=(("KS", "@1"),))
    (said,) = selectors.seen(study, ann).part(made).comments
    assert (said.text, said.by, said.rings, said.arrows) == ("Look  at\nthis", "ann", ("KS", "@2"), (("KS", "@1"),))


def test_the_examples_of_marks() -> None:
    found = doctest.testmod(marks)
    assert (found.failed, found.attempted) == (0, 1)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"text": " "}, "no_text"),
        ({"text": "x" * 2001}, "too_long"),
        ({"text": "a\u202eb"}, "bad_text"),
        ({"rings": ("XX",)}, "bad_card"),
        ({"rings": ("@3",)}, "bad_card"),
        ({"arrows": (("KS", "KS"),)}, "bad_arrow"),
        ({"rings": ("KS",) * 9}, "too_many_marks"),
        ({"seq": 0}, "bad_moment"),
        ({"seq": 99_999}, "bad_moment"),
        ({"chapter": "nosuchpart"}, "unknown_chapter"),
        ({"comment": "nosuchtext", "seen": 3}, "unknown_comment"),
    ],
)
def test_a_bad_comment_is_refused_and_changes_nothing(
    ann: User, study: str, table: str, given: dict[str, Any], code: str
) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    usual: dict[str, Any] = {"chapter": made, "seq": 5, "text": "Well."}
    before = selectors.seen(study, ann)
    assert refused(lambda: contents.save_comment(user=ann, study_id=study, **(usual | given))) == code
    assert selectors.seen(study, ann) == before


def test_a_request_that_is_repeated_changes_nothing_and_its_key_is_for_it_alone(
    ann: User, study: str, table: str
) -> None:
    assert services.create(user=ann, name="Twice", command="k") == services.create(user=ann, name="Twice", command="k")
    made = chapter(ann, study, f"/tables/{table}/replay")
    one = comment(ann, study, made, command="c")
    assert comment(ann, study, made, command="c") == one
    assert len(selectors.seen(study, ann).part(made).comments) == 1
    with pytest.raises(KeyReused):
        comment(ann, study, made, "Another", command="c")
    services.delete(user=ann, study_id=study, command="d")
    services.delete(user=ann, study_id=study, command="d")


# -- two who edit at once


def test_two_who_edit_at_once_lose_nothing(ann: User, bob: User, study: str, table: str) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    made = chapter(ann, study, f"/tables/{table}/replay")
    first = comment(ann, study, made, "By ann.")
    version = selectors.seen(study, bob).part(made).comments[0].version
    comment(bob, study, made, "By bob.")  # another thing
    comment(ann, study, made, "By ann, again.", comment=first, seen=version)
    with pytest.raises(Overtaken) as late:
        comment(bob, study, made, "By bob, from an old page.", comment=first, seen=version)
    assert (late.value.code, late.value.status, late.value.theirs) == ("overtaken", 409, "By ann, again.")
    assert "By ann, again." in sentence(late.value.reason)
    assert [each.text for each in selectors.seen(study, ann).part(made).comments] == ["By ann, again.", "By bob."]
    comment(bob, study, made, "By bob, who has read it.", comment=first, seen=late.value.version)
    assert refused(
        lambda: contents.remove_comment(user=ann, study_id=study, comment=first, seen=late.value.version)
    ) == ("overtaken")


def test_marks_of_an_old_version_do_not_replace_newer_ones(ann: User, study: str, table: str) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    one = comment(ann, study, made)
    version = selectors.seen(study, ann).part(made).comments[0].version
    comment(ann, study, made, comment=one, seen=version, rings=("KS",))
    with pytest.raises(Overtaken):
        comment(ann, study, made, comment=one, seen=version, rings=("9H",))


def test_names_and_titles_are_not_overwritten_unseen(ann: User, study: str, table: str) -> None:
    before = selectors.seen(study, ann).version
    services.rename(user=ann, study_id=study, name="Endgames", seen=before)
    assert refused(lambda: services.rename(user=ann, study_id=study, name="Late", seen=before)) == "overtaken"
    made = chapter(ann, study, f"/tables/{table}/replay")
    old = selectors.seen(study, ann).part(made).version
    contents.rename_chapter(user=ann, study_id=study, chapter=made, title="Second", seen=old)
    assert (
        refused(lambda: contents.rename_chapter(user=ann, study_id=study, chapter=made, title="Third", seen=old))
        == "overtaken"
    )


def test_chapters_are_put_in_order_and_taken_out_with_their_comments(ann: User, study: str, table: str) -> None:
    one, two, three = (chapter(ann, study, f"/tables/{table}/replay", title) for title in ("1", "2", "3"))
    comment(ann, study, two, "gone with it")
    contents.move_chapter(user=ann, study_id=study, chapter=three, before=one)
    assert [part.id for part in selectors.seen(study, ann).parts] == [three, one, two]
    contents.remove_chapter(user=ann, study_id=study, chapter=two)
    assert [part.id for part in selectors.seen(study, ann).parts] == [three, one]
    assert "gone with it" not in dict(texts.written_by(ann.pk)).values()


# -- reach


def test_a_study_is_read_as_far_as_it_reaches(ann: User, bob: User, cleo: User, study: str) -> None:
    club = founded(bob)
    clubs.join(club_id=club, by=ann.pk)

    def readers() -> list[bool]:
        found = []
        for reader in (ann, bob, cleo, NOBODY):
            try:
                selectors.check_seen(study, reader)
                found.append(True)
            except UnknownStudy:
                found.append(False)
        return found

    assert readers() == [True, False, False, False]
    services.set_reach(user=ann, study_id=study, to="club", club=club)
    assert readers() == [True, True, False, False]
    services.set_reach(user=ann, study_id=study, to="link")
    assert readers() == [True, True, True, True]
    assert selectors.public(limit=9) == [], "an address is told by people alone"
    services.set_reach(user=ann, study_id=study, to="public")
    assert selectors.public(limit=9) == [], "nor is what shows nothing listed"
    chapter(ann, study, GAME)
    assert [each.id for each in selectors.public(limit=9)] == [study]
    assert refused(lambda: services.set_reach(user=bob, study_id=study, to="own")) == "not_an_editor"


def test_it_is_shared_with_ones_own_clubs_only(ann: User, bob: User, study: str) -> None:
    club = founded(bob, visibility="private", join="invitation")
    for other in (club, "nosuchclub"):
        assert refused(partial(services.set_reach, user=ann, study_id=study, to="club", club=other)) == "not_member"


def private_table(ann: User, bob: User, *members: User) -> tuple[str, str]:
    club = founded(ann)
    for member in (bob, *members):
        clubs.join(club_id=club, by=member.pk)
    table = open_for(ann, bob, club=club)
    decide_once(table)
    concede(table)
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    return club, table


def test_a_table_of_a_private_club_is_shown_to_nobody_else(ann: User, bob: User, cleo: User, study: str) -> None:
    club, table = private_table(ann, bob)
    own = services.create(user=cleo, name="Mine")
    assert refused(lambda: chapter(cleo, own, f"/tables/{table}/replay")) == "unknown_table"
    made = chapter(ann, study, f"/tables/{table}/replay")
    reaches: list[Reach] = ["link", "public"]
    for to in reaches:
        for given in (None, club):
            act = partial(services.set_reach, user=ann, study_id=study, to=to, club=given)
            assert refused(act) == "too_public"
    services.set_reach(user=ann, study_id=study, to="club", club=club)
    assert selectors.seen(study, bob).part(made)
    services.add_editor(user=ann, study_id=study, name="cleo")
    seen = selectors.seen(study, cleo)
    assert (seen.parts, seen.hidden, seen.club) == ((), (made,), None), "editing opens no table"
    assert refused(lambda: contents.rename_chapter(user=cleo, study_id=study, chapter=made, title="x")) == (
        "unknown_chapter"
    )


def test_a_public_study_takes_no_chapter_of_a_private_club(ann: User, bob: User, study: str) -> None:
    _club, table = private_table(ann, bob)
    services.set_reach(user=ann, study_id=study, to="public")
    assert refused(lambda: chapter(ann, study, f"/tables/{table}/replay")) == "too_public"


def test_a_club_that_becomes_private_takes_its_chapters_with_it(ann: User, bob: User, cleo: User, study: str) -> None:
    club = founded(ann)
    clubs.join(club_id=club, by=bob.pk)
    table = open_for(ann, bob, club=club)
    concede(table)
    made = chapter(ann, study, f"/tables/{table}/replay")
    comment(ann, study, made, "seen by members")
    services.set_reach(user=ann, study_id=study, to="public")
    assert len(selectors.seen(study, cleo).parts) == 1
    clubs.edit(club_id=club, by=ann.pk, wanted=Edited(visibility="private", join="invitation"))
    assert "seen by members" not in str(selectors.seen(study, cleo))
    assert "seen by members" in str(selectors.seen(study, bob))


# -- people


def test_the_owner_lets_others_edit_and_each_may_leave(ann: User, bob: User, cleo: User, study: str) -> None:
    services.add_editor(user=ann, study_id=study, name="BOB")
    assert selectors.seen(study, bob).edits
    assert refused(lambda: services.add_editor(user=bob, study_id=study, name="cleo")) == "not_the_owner"
    assert refused(lambda: services.delete(user=bob, study_id=study)) == "not_the_owner"
    assert refused(lambda: services.rename(user=cleo, study_id=study, name="Mine")) == "not_an_editor"
    services.remove_editor(user=bob, study_id=study, name="bob")
    assert refused(lambda: selectors.seen(study, bob)) == "unknown_study"


def test_clubs_are_offered_to_who_is_in_one(ann: User, study: str) -> None:
    def offered() -> str:
        return client_of(ann).get(f"/studies/{study}/edit").content.decode()

    assert "The members of a club" not in offered()
    founded(ann)
    assert "The members of a club" in offered()


def test_who_edits_a_study_for_a_club_reads_it_in_the_club_or_not(ann: User, bob: User, cleo: User, study: str) -> None:
    club = founded(ann, visibility="private", join="invitation")
    made = chapter(ann, study, GAME)
    services.set_reach(user=ann, study_id=study, to="club", club=club)
    services.add_editor(user=ann, study_id=study, name="bob")
    assert selectors.seen(study, bob).edits
    assert client_of(bob).get(place_of(study, made)).status_code == 200
    own = services.create(user=bob, name="Older, and bob's own")
    services.rename(user=ann, study_id=study, name="Changed since")
    assert [each.id for each in selectors.of_user(bob, limit=9)] == [own, study]
    assert comment(bob, study, made)
    assert selectors.seen(study, bob).club is None, "which club reads it is for those to know who may know of the club"
    assert refused(partial(selectors.seen, study, cleo)) == "unknown_study"


@pytest.mark.parametrize("way", ["", "/positions", "/study?after=1&line=", "/comment", "/uncomment"])
def test_a_chapter_of_another_study_is_not_there_for_its_own_readers_either(ann: User, study: str, way: str) -> None:
    other = services.create(user=ann, name="Openings")
    one, strange = chapter(ann, study, GAME), chapter(ann, other, GAME)
    said = comment(ann, study, one)
    client, address = client_of(ann), f"{place_of(study, strange)}{way}"
    written = way in ("/comment", "/uncomment")
    answer = client.post(address, {"comment": said, "text": "x"}) if written else client.get(address)
    assert answer.status_code == 404
    assert len(shown(study, ann, one).comments) == 1


def test_a_chapter_of_another_study_is_taken_over_by_who_may_read_that(ann: User, bob: User, study: str) -> None:
    made = chapter(ann, study, GAME)
    own = services.create(user=bob, name="Mine")
    where = place_of(study, made)
    assert refused(lambda: chapter(bob, own, where)) == "unknown_study"
    answer = client_of(bob).post(f"/studies/{own}/add", {"title": "Taken over", "source": where})
    assert (answer.status_code, where in answer.content.decode()) == (422, True)
    services.set_reach(user=ann, study_id=study, to="link")
    assert shown(own, bob, chapter(bob, own, where)).game == shown(study, ann, made).game
    assert refused(lambda: chapter(bob, own, place_of(study, "nosuchchap"))) == "unknown_chapter"


def test_nobody_is_made_an_editor_who_does_not_want_to_be_asked(ann: User, bob: User, study: str) -> None:
    privacy.block(user=bob, other=ann)
    assert refused(lambda: services.add_editor(user=ann, study_id=study, name="bob")) == "not_open_to_you"
    assert refused(lambda: services.add_editor(user=ann, study_id=study, name="nobody")) == "unknown_player"


def test_guests_read_and_do_not_write() -> None:
    guest = accounts.create_guest()
    assert refused(lambda: services.create(user=guest, name="Mine")) == "guest"


def test_there_is_an_end_to_everything(
    ann: User, bob: User, study: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CAPS = settings.CAPS | {"studies": 1}
    assert refused(lambda: services.create(user=ann, name="One more")) == "too_many_studies"
    for name in ("MOST_CHAPTERS", "MOST_COMMENTS", "MOST_EDITORS"):
        monkeypatch.setattr(decisions, name, 1)
    made = chapter(ann, study, GAME)
    assert refused(lambda: chapter(ann, study, GAME)) == "too_many_chapters"
    comment(ann, study, made)
    assert refused(lambda: comment(ann, study, made)) == "too_many_comments"
    monkeypatch.setattr(decisions, "MOST_CHAPTERS", 9)
    monkeypatch.setattr(decisions, "MOST_OF_GAMES", 1_000)
    assert refused(lambda: [chapter(ann, study, GAME) for _ in range(9)]) == "too_large"


# -- what stays and what goes


def test_what_somebody_wrote_is_in_their_export(ann: User, study: str, table: str) -> None:
    comment(ann, study, chapter(ann, study, f"/tables/{table}/replay"), "An exported word")
    document = json.loads(export.document(ann))
    (kept,) = document["studies"]
    said = {each["id"]: each["text"] for each in document["texts"]}
    assert said[kept["comments"][0]["text"]] == "An exported word"
    assert (said[kept["name"]], said[kept["chapters"][0]["title"]]) == ("Endings", "The Ace")
    assert kept["chapters"][0]["table"] == table


def test_with_an_account_its_words_go_and_what_others_wrote_stays(
    ann: User, bob: User, cleo: User, study: str, table: str
) -> None:
    alone = services.create(user=ann, name="Mine alone")
    services.add_editor(user=ann, study_id=study, name="bob")
    made = chapter(ann, study, f"/tables/{table}/replay")
    comment(ann, study, made, "By ann.")
    comment(bob, study, made, "By bob.")
    erased(ann)
    left = selectors.seen(study, bob)
    assert [each.text for each in left.part(made).comments] == ["By bob."]
    assert (left.name, left.part(made).title, left.owner, left.owns) == ("", "", "bob", True)
    assert left.part(made).names[0].startswith("Former player")
    assert not Row.objects.filter(pk=alone).exists()
    assert refused(lambda: selectors.seen(alone, cleo)) == "unknown_study"


def test_a_deleted_study_is_gone_for_all_with_its_words(ann: User, bob: User, study: str, table: str) -> None:
    comment(ann, study, chapter(ann, study, f"/tables/{table}/replay"), "A word that goes")
    services.set_reach(user=ann, study_id=study, to="public")
    services.delete(user=ann, study_id=study)
    for reader in (ann, bob, NOBODY):
        assert refused(partial(selectors.seen, study, reader)) == "unknown_study"
    assert selectors.public(limit=9) == selectors.of_user(ann, limit=9) == []
    assert "A word that goes" not in dict(texts.written_by(ann.pk)).values()


def test_the_staff_s_list_asks_the_log_no_more_for_many_reported_studies_than_for_one(
    ann: User, bob: User, cleo: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    def listen(statement: str, given: Any) -> Any:
        heard.append(statement)
        return execute(statement, given)

    monkeypatch.setattr(log, "execute", listen)
    cleo.is_staff = True
    asked = []
    for name in ("Endings", "Openings", "Bids"):
        study = services.create(user=ann, name=name)
        services.set_reach(user=ann, study_id=study, to="public")
        reports.report(user=bob, study_id=study, cause="spam")
        heard.clear()
        reports.reported(cleo)
        asked.append(len(heard))
    assert asked == [1, 1, 1]


def test_a_report_reaches_the_staff_who_take_it_out_or_let_it_stand(
    ann: User, bob: User, cleo: User, study: str, table: str
) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    bad = comment(ann, study, made, "An insult")
    services.set_reach(user=ann, study_id=study, to="public")
    for _twice in range(2):
        reports.report(user=bob, study_id=study, comment=bad, cause="insult")
    reports.report(user=bob, study_id=study, cause="spam")
    assert refused(lambda: reports.report(user=bob, study_id=study, comment="nosuchtext", cause="spam")) == (
        "unknown_comment"
    )
    assert refused(lambda: reports.report(user=bob, study_id=study, cause="nothing")) == "bad_cause"
    with pytest.raises(NotAllowed, match="Only the staff can do that") as problem:
        reports.take_out(user=bob, study_id=study)
    assert problem.value.code == "not_moderator"
    assert reports.reported(bob) == []
    cleo.is_staff = True
    cleo.save()
    assert [(each.text, each.by, each.reports) for each in reports.reported(cleo)] == [
        ("An insult", "ann", 1),
        ("Endings", "ann", 1),
    ]
    reports.take_out(user=cleo, study_id=study, comment=bad)
    assert selectors.seen(study, ann).part(made).comments == ()
    reports.dismiss(user=cleo, study_id=study)
    assert reports.reported(cleo) == []
    reports.report(user=ann, study_id=study, cause="other")
    reports.take_out(user=cleo, study_id=study)
    assert refused(lambda: selectors.seen(study, ann)) == "unknown_study"
    assert not StudyReport.objects.filter(closed=False).exists()


def test_everything_can_be_made_again_from_the_log(ann: User, bob: User, study: str, table: str) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    comment(bob, study, chapter(ann, study, f"/tables/{table}/replay"))
    services.set_reach(user=ann, study_id=study, to="public")
    services.delete(user=ann, study_id=services.create(user=ann, name="Gone"))
    assert rebuild().changed == ()
    assert [each.id for each in selectors.public(limit=9)] == [study]
    assert verify(f"study:{study}") is None


def test_no_word_and_no_name_stands_in_the_log(ann: User, study: str, table: str) -> None:
    made = chapter(ann, study, GAME, "Titlewordxyz")
    comment(ann, study, made, "Commentwordxyz")
    services.rename(user=ann, study_id=study, name="Namewordxyz")
    stored = " ".join(str(row.payload) for row in log.load(f"study:{study}"))
    assert "duck-soup" in stored
    assert not [word for word in ("wordxyz", "Zoe", "Yann", "Endings", "secret") if word in stored]


def test_a_player_who_changes_their_name_has_the_new_one_in_it(ann: User, study: str, table: str) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    User.objects.filter(pk=ann.pk).update(username="anna")
    assert shown(study, ann, made).names == ("anna", "bob")


# -- pages


def place_of(study: str, chapter: str) -> str:
    return f"/studies/{study}/chapters/{chapter}"


def test_a_refused_comment_comes_back_with_its_words_and_with_those_of_the_other(
    ann: User, bob: User, study: str, table: str
) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    made = chapter(ann, study, f"/tables/{table}/replay")
    one = comment(ann, study, made, "By ann.")
    version = shown(study, ann, made).comments[0].version
    comment(bob, study, made, "By bob.", comment=one, seen=version)
    given = {"text": "My long words", "comment": one, "version": version, "seq": shown(study, ann, made).seq}
    given |= {"rings": "KS", "arrows": "KS-@1"}
    answer = client_of(ann).post(f"{place_of(study, made)}/comment", given)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "My long words</textarea>" in html
    assert "Now it says: “By bob.”" in html
    assert re.search(r'name="rings"\s+value="KS"', html)
    assert re.search(r'name="arrows"\s+value="KS-@1"', html)
    now = shown(study, ann, made).comments[0].version
    assert f'name="version" value="{now}"' in html
    contents.remove_comment(user=bob, study_id=study, comment=one)
    answer = client_of(ann).post(f"{place_of(study, made)}/comment", given)
    assert (answer.status_code, "My long words</textarea>" in answer.content.decode()) == (404, True)
    for wrong in ({"text": "", "move": "0"}, {"text": "Here", "move": "-1"}, {"text": "Here", "eyes": "after=x"}):
        assert client_of(ann).post(f"{place_of(study, made)}/comment", wrong).status_code == 422


def test_a_moment_of_a_replay_is_kept_in_a_new_study_or_in_one_that_is_there(ann: User, study: str, table: str) -> None:
    client = client_of(ann)
    where = f"/tables/{table}/replay/study?move=1&seat=all"
    assert "Keep in a study" in client.get(f"/tables/{table}/replay").content.decode()
    services.create(user=ann, name="Endings")
    services.create(user=ann, name="Endings")
    named = re.findall(r"<option[^>]*>\s*(Endings[^<]*?)\s*</option>", client.get(where).content.decode())
    chapter(ann, study, GAME)
    named += re.findall(r"<option[^>]*>\s*(Endings[^<]*?)\s*</option>", client.get(where).content.decode())
    assert re.match(r"Endings \(0 chapters, by ann, changed \d", named[0])
    assert len({*named[:3]}) == len({*named[3:]}) == 3, "studies of one name are told apart"
    contents.remove_chapter(user=ann, study_id=study, chapter=selectors.seen(study, ann).parts[0].id)
    answer = client.post(where, {"title": "One", "name": "New", "study": ""})
    new = answer.headers["Location"].split("/")[2]
    assert new != study
    answer = client.post(where, {"title": "Two", "study": study})
    assert answer.headers["Location"].split("/")[2] == study
    assert [part.title for part in selectors.seen(study, ann).parts] == ["Two"]
    own = of_text(GAME)
    answer = client.post(f"{own.address}/study?move=0", {"title": "Three", "study": study})
    assert [part.title for part in selectors.seen(study, ann).parts] == ["Two", "Three"]


def test_a_line_beside_a_chapter_becomes_a_chapter_of_the_same_table(ann: User, study: str, table: str) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    first = chapters.played(shown(study, ann, made).game)[0][1]
    seat = first.to_act[0]
    move = first.game.move_text(first.game.legal(first.state, seat)[-1])
    where = f"{place_of(study, made)}/study?after={first.seq}&line={seat + 1}:{move}"
    assert client_of(ann).post(where, {"title": "Better"}).status_code == 302
    other = selectors.seen(study, ann).parts[1]
    assert (other.title, other.table, other.names) == ("Better", table, ("ann", "bob"))
    assert [turn.text for turn in lines.turns_of(chapters.played(other.game))] == [move]


def test_a_study_is_one_file_and_its_reader_is_not_offered_to_edit(ann: User, bob: User, study: str) -> None:
    comment(ann, study, chapter(ann, study, GAME), "In the file")
    assert client_of(bob).get(f"/studies/{study}/file").status_code == 404
    services.set_reach(user=ann, study_id=study, to="link")
    kept = json.loads(client_of(bob).get(f"/studies/{study}/file").content)
    assert kept["chapters"][0]["comments"][0]["text"] == "In the file"
    assert client_of(bob).get(f"/studies/{study}/edit").status_code == 403
    assert "comment-form" not in client_of(bob).get(place_of(study, kept["chapters"][0]["id"])).content.decode()


def test_what_people_wrote_is_shown_as_words(ann: User, study: str) -> None:
    made = chapter(ann, study, GAME, "<b>Title</b>")
    comment(ann, study, made, "<script>alert(1)</script> **bold**")
    html = client_of(ann).get(place_of(study, made)).content.decode()
    assert "<strong>bold</strong>" in html
    assert f"{made}/picture" not in html, "a chapter has no picture of its own"
    assert not [bad for bad in ("<script>alert", "<b>Title</b>") if bad in html]


def test_the_leader_of_a_review_keeps_it_as_a_study_without_its_chat(ann: User, bob: User, table: str) -> None:
    review = reviews.open_review(user=ann, table_id=table)
    reviews.join(user=bob, review_id=review)
    chat.write(user=bob, place=in_review(review), text="Chatwordxyz")
    moments = frames.commits(table)
    dealt = next(after for _before, after, _at, _commit in moments if after.state is not None)
    seat = dealt.to_act[0]
    move = dealt.game.move_text(dealt.game.legal(dealt.state, seat)[0])
    showing = Viewing(move=1, after=dealt.seq, line=f"{seat + 1}:{move}", rings=("KS",), arrows=(("KS", "9H"),))
    reviews.step(user=ann, review_id=review, showing=showing)
    assert "Keep it as a study" in client_of(ann).get(f"/reviews/{review}").content.decode()
    assert "Keep it as a study" not in client_of(bob).get(f"/reviews/{review}").content.decode()
    client_of(bob).post(f"/reviews/{review}/keep")
    assert selectors.of_user(bob, limit=9) == []
    client_of(ann).post(f"/reviews/{review}/keep")
    (kept,) = selectors.of_user(ann, limit=9)
    (part,) = selectors.seen(kept.id, ann).parts
    assert (part.table, [turn.text for turn in lines.turns_of(chapters.played(part.game))]) == (table, [move])
    (said,) = part.comments
    assert (said.text, said.rings, said.arrows, said.seq) == ("", ("KS",), (("KS", "9H"),), part.seq)
    assert "Chatwordxyz" not in str(selectors.seen(kept.id, ann))


def test_the_staff_see_what_is_reported_where_they_see_other_reports(ann: User, bob: User, study: str) -> None:
    comment(ann, study, chapter(ann, study, GAME), "Reported words")
    services.set_reach(user=ann, study_id=study, to="public")
    bad = selectors.seen(study, bob).parts[0].comments[0].id
    client_of(bob).post(f"/studies/{study}/report", {"comment": bad, "cause": "insult"})
    assert "Reported words" not in client_of(bob).get("/reports").content.decode()
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    assert "Reported words" in client_of(bob).get("/reports").content.decode()
    client_of(bob).post(f"/studies/{study}/take-out", {"comment": bad})
    assert selectors.seen(study, ann).parts[0].comments == ()
    assert "Reported words" not in client_of(bob).get("/reports").content.decode()


@pytest.mark.parametrize("value", ["", "\u00b2", "9" * 40, "-1", "x" * 5_000, "//evil.example/", "[]"])
def test_what_no_browser_sends_is_refused_or_changes_nothing(ann: User, study: str, table: str, value: str) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    client, where = client_of(ann), place_of(study, made)
    names = ("name", "reach", "club", "player", "title", "source", "chapter", "before", "version", "comment", "cause")
    forms = ("rename", "reach", "editor", "editor-remove", "add", "chapter-rename", "chapter-move", "chapter-remove")
    usual = dict.fromkeys(names, value)
    for form in (*forms, "report", "take-out", "dismiss"):
        assert client.post(f"/studies/{study}/{form}", usual).status_code in (302, 403, 404, 422)
    assert client.post(f"/studies/{study}/reach", {"reach": "club", "club": value}).status_code == 302
    said = dict.fromkeys(("move", "eyes", "seq", "text", "rings", "arrows", "card", "to", "comment", "version"), value)
    for given in (said, said | {"text": "Well.", "comment": ""}):
        assert client.post(f"{where}/comment", given).status_code in (302, 404, 422)
    assert client.post(f"{where}/uncomment", said).status_code in (302, 404)
    asked = dict.fromkeys(("move", "seq", "seat", "front", "after", "line", "edit"), value)
    for path in (where, f"{where}/study", f"/tables/{table}/replay/study"):
        assert client.get(path, asked).status_code in (200, 422)
    for path in (f"{where}/study", f"/tables/{table}/replay/study"):
        assert client.post(path, {"title": value, "study": value, "name": value}).status_code in (302, 422)
    assert selectors.seen(study, ann).reach == "own"


# -- what a second look found


def test_a_game_without_names_has_a_page_and_a_place_for_each_seat(ann: User, study: str) -> None:
    """Also one whose names were erased with the account that had pasted them."""
    nameless = GAME.replace("Zoe", "").replace("Yann", "")
    part = shown(study, ann, chapter(ann, study, nameless))
    assert part.names == ("", "")
    page = client_of(ann).get(f"/studies/{study}/chapters/{part.id}?move=3&seat=all")
    assert page.status_code == 200
    assert "The place of seat 2" in page.content.decode()


def test_who_hides_their_games_is_named_to_those_who_sat_there_alone(
    ann: User, bob: User, cleo: User, study: str, table: str
) -> None:
    made = chapter(ann, study, f"/tables/{table}/replay")
    services.set_reach(user=ann, study_id=study, to="public", club=None)
    assert shown(study, cleo, made).names == ("ann", "bob")
    privacy.choose(user=bob, choices={"show_games": False})
    assert shown(study, cleo, made).names == ("ann", "")
    assert shown(study, ann, made).names == ("ann", "bob")


def test_the_staff_act_on_a_report_of_what_is_kept_to_oneself_since(ann: User, bob: User, study: str) -> None:
    services.set_reach(user=ann, study_id=study, to="public", club=None)
    reports.report(user=bob, study_id=study, cause="spam")
    services.set_reach(user=ann, study_id=study, to="own", club=None)
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    staff = client_of(User.objects.get(pk=bob.pk))
    assert staff.get(f"/studies/{study}").status_code == 404
    assert staff.post(f"/studies/{study}/dismiss").status_code == 302
    assert not StudyReport.objects.filter(closed=False).exists()
    assert client_of(ann).post(f"/studies/{study}/dismiss").status_code == 302  # refused, and said so


def test_what_was_let_stand_is_reported_again_once_it_is_written_again(
    ann: User, bob: User, study: str, clock: Clock
) -> None:
    made = chapter(ann, study, GAME)
    key = comment(ann, study, made)
    services.set_reach(user=ann, study_id=study, to="public", club=None)
    report = partial(reports.report, user=bob, study_id=study, comment=key, cause="insult")
    report()
    StudyReport.objects.update(closed=True)
    clock.now += 1_000
    report()
    assert not StudyReport.objects.filter(closed=False).exists(), "it is what was looked at"
    (said,) = shown(study, ann, made).comments
    comment(ann, study, made, "An insult.", comment=key, seen=said.version)
    clock.now += 1_000
    report()
    assert StudyReport.objects.filter(closed=False).count() == 1


def test_a_study_that_was_let_stand_is_reported_again_once_it_is_changed(
    ann: User, bob: User, study: str, clock: Clock
) -> None:
    services.set_reach(user=ann, study_id=study, to="public", club=None)
    report = partial(reports.report, user=bob, study_id=study, cause="insult")
    report()
    StudyReport.objects.update(closed=True)
    clock.now += 1_000
    report()
    assert not StudyReport.objects.filter(closed=False).exists(), "it is what was looked at"
    chapter(ann, study, GAME)
    clock.now += 1_000
    report()
    assert StudyReport.objects.filter(closed=False).count() == 1


def test_words_for_what_is_gone_or_may_not_be_edited_any_more_are_shown_to_be_copied(
    ann: User, bob: User, study: str
) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    services.set_reach(user=ann, study_id=study, to="link", club=None)
    gone, there = chapter(ann, study, GAME), chapter(ann, study, GAME)
    contents.remove_chapter(user=ann, study_id=study, chapter=gone)
    given = {"text": "My long words", "seq": "9"}
    answer = client_of(bob).post(f"{place_of(study, gone)}/comment", given)
    assert (answer.status_code, "My long words</textarea>" in answer.content.decode()) == (404, True)
    services.remove_editor(user=ann, study_id=study, name="bob")
    answer = client_of(bob).post(f"{place_of(study, there)}/comment", given)
    assert (answer.status_code, "My long words</textarea>" in answer.content.decode()) == (403, True)


def test_an_editor_outside_the_club_adds_chapters_to_a_study_for_it(ann: User, bob: User, study: str) -> None:
    club = founded(ann)
    services.add_editor(user=ann, study_id=study, name="bob")
    services.set_reach(user=ann, study_id=study, to="club", club=club)
    assert shown(study, ann, chapter(bob, study, GAME))


def test_a_table_that_is_played_is_not_offered_to_be_kept(ann: User, bob: User) -> None:
    running = open_for(ann, bob)
    assert client_of(ann).get(f"/tables/{running}/replay/study").status_code == 409


def test_a_chapter_that_is_refused_comes_back_with_what_was_pasted(ann: User, study: str) -> None:
    answer = client_of(ann).post(f"/studies/{study}/add", {"title": "Mine", "source": '[Game "chess"] e4 e5'})
    assert answer.status_code == 422
    assert "e4 e5" in answer.content.decode()


@pytest.mark.parametrize(
    ("verb", "given"),
    [("chapter-move", {}), ("chapter-move", {"before": "x"}), ("rename", {"version": "x", "name": "New"})],
)
def test_a_number_that_is_none_changes_nothing(ann: User, study: str, verb: str, given: dict[str, str]) -> None:
    one, two = chapter(ann, study, GAME), chapter(ann, study, GAME, "Second")
    client_of(ann).post(f"/studies/{study}/{verb}", {"chapter": two, **given})
    seen = selectors.seen(study, ann)
    assert ([part.id for part in seen.parts], seen.name) == ([one, two], "Endings")


# -- what a third look found


def latest(study: str, user: User, chapter: str) -> Said:
    """The only comment of *chapter*."""
    (said,) = shown(study, user, chapter).comments
    return said


def test_words_that_are_saved_again_with_other_marks_are_kept_once_and_go_with_the_study(
    ann: User, bob: User, study: str
) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    made = chapter(ann, study, GAME)
    key = comment(ann, study, made, "My secret words")
    comment(bob, study, made, "My secret words", rings=("KS",), comment=key, seen=latest(study, ann, made).version)
    assert latest(study, ann, made).rings == ("KS",)
    assert Text.objects.filter(body="My secret words").count() == 1
    services.delete(user=ann, study_id=study)
    assert not Text.objects.filter(body="My secret words").exists()


def test_an_editor_who_changes_marks_does_not_become_the_author_of_the_words(
    ann: User, bob: User, cleo: User, study: str
) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    made = chapter(ann, study, GAME)
    key = comment(ann, study, made, "By ann.")
    comment(bob, study, made, "By ann.", rings=("KS",), comment=key, seen=latest(study, ann, made).version)
    assert (latest(study, ann, made).by, latest(study, ann, made).rings) == ("ann", ("KS",))
    services.set_reach(user=ann, study_id=study, to="public")
    reports.report(user=cleo, study_id=study, comment=key, cause="insult")
    User.objects.filter(pk=cleo.pk).update(is_staff=True)
    assert [each.by for each in reports.reported(User.objects.get(pk=cleo.pk))] == ["ann"]
    assert json.loads(export.document(bob))["studies"][0]["comments"] == []
    comment(bob, study, made, "By bob.", rings=("KS",), comment=key, seen=latest(study, ann, made).version)
    assert latest(study, ann, made).by == "bob"


def test_a_comment_that_was_stored_before_marks_had_an_author_is_read_as_before() -> None:
    fields = {"comment": "c", "chapter": "d", "seq": 5, "text": "t", "by": 7, "rings": ["KS"], "arrows": []}
    read = events.CODEC.decode("study.comment_saved", 1, json.dumps(fields))
    assert fold([read], Study("s"), at=1, seq=9).comments["c"].words == Words("t", by=7, version=9, at=1)


def test_an_owner_takes_out_a_chapter_that_they_do_not_see_any_more(
    ann: User, bob: User, cleo: User, study: str
) -> None:
    club, table = private_table(bob, cleo, ann)
    made = chapter(ann, study, f"/tables/{table}/replay", "Titlewordxyz")
    comment(ann, study, made, "Commentwordxyz")
    clubs.leave(club_id=club, by=ann.pk)
    page = client_of(ann).get(f"/studies/{study}/edit").content.decode()
    assert "A chapter that you may not see" in page
    assert "wordxyz" not in page
    assert refused(partial(services.set_reach, user=ann, study_id=study, to="public")) == "too_public"
    page = client_of(ann).get(f"/studies/{study}/edit", headers={"Accept-Language": "es"}).content.decode()
    assert "Retirarlo" in page, "of a chapter"
    client_of(ann).post(f"/studies/{study}/chapter-remove", {"chapter": made})
    assert selectors.seen(study, ann).hidden == ()
    services.set_reach(user=ann, study_id=study, to="public")


def test_a_chapter_is_moved_past_the_next_one_that_its_editor_sees(
    ann: User, bob: User, cleo: User, study: str
) -> None:
    _club, table = private_table(ann, bob)
    first, _hidden, last = (chapter(ann, study, each) for each in (GAME, f"/tables/{table}/replay", GAME))
    services.add_editor(user=ann, study_id=study, name="cleo")
    for verb, order in (("down", [last, first]), ("up", [first, last])):
        client_of(cleo).post(f"/studies/{study}/chapter-move", button(cleo, study, f"Move {verb}"))
        assert [part.id for part in selectors.seen(study, cleo).parts] == order


def button(user: User, study: str, words: str) -> dict[str, str]:
    """What the first button of that name sends on the page where *study* is edited."""
    page = client_of(user).get(f"/studies/{study}/edit").content.decode()
    (form,) = [form for form in page.split("</form>") if words in form][:1]
    return dict(re.findall(r'name="(\w+)"\s+value="(\w*)"', form.rpartition("<form")[2]))


def test_a_chapter_is_not_moved_before_itself(ann: User, study: str) -> None:
    one, two = chapter(ann, study, GAME), chapter(ann, study, GAME)
    contents.move_chapter(user=ann, study_id=study, chapter=one, before=one)
    assert [part.id for part in selectors.seen(study, ann).parts] == [one, two]


def test_a_chapter_is_not_taken_out_with_comments_that_its_remover_has_not_seen(
    ann: User, bob: User, study: str
) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    made = chapter(ann, study, GAME)
    client, old = client_of(ann), button(ann, study, "Take it out")
    comment(bob, study, made, "An hour of work")
    where = f"/studies/{study}/chapter-remove"
    assert "Now it says: “An hour of work”" in client.post(where, old, follow=True).content.decode()
    assert latest(study, ann, made).text == "An hour of work"
    client.post(where, button(ann, study, "Take it out"))
    assert selectors.seen(study, ann).parts == ()


def test_the_version_of_a_chapter_that_one_may_not_see_tells_nothing_of_it(
    ann: User, bob: User, cleo: User, study: str
) -> None:
    _club, table = private_table(ann, bob)
    made = chapter(ann, study, f"/tables/{table}/replay")
    services.add_editor(user=ann, study_id=study, name="cleo")
    act = partial(contents.remove_chapter, user=cleo, study_id=study, chapter=made)
    assert refused(partial(act, seen=1)) == "unknown_chapter"
    act()
    assert selectors.seen(study, ann).parts == ()


def test_the_page_of_a_refused_comment_shows_what_was_saved_while_it_was_sent(
    ann: User, bob: User, study: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.add_editor(user=ann, study_id=study, name="bob")
    made = chapter(ann, study, GAME)
    key = comment(ann, study, made, "By ann.")
    said, save = latest(study, ann, made), contents.save_comment

    def late(**given: Any) -> object:
        monkeypatch.setattr(contents, "save_comment", save)
        comment(bob, study, made, "By bob.", comment=key, seen=said.version)
        return save(**given)

    monkeypatch.setattr(contents, "save_comment", late)
    given = {"text": "My words", "comment": key, "version": said.version, "seq": said.seq}
    html = client_of(ann).post(f"{place_of(study, made)}/comment", given).content.decode()
    assert (html.count("By bob."), html.count("By ann.")) == (2, 0), "the refusal and the list of comments"
    assert f'name="version" value="{latest(study, ann, made).version}"' in html


def test_comments_of_a_closed_account_take_no_place(
    ann: User, bob: User, study: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MOST_COMMENTS", 2)
    privacy.choose(user=ann, choices={"invitations": "anyone"})
    services.add_editor(user=ann, study_id=study, name="bob")
    other = services.create(user=bob, name="Of bob")
    services.add_editor(user=bob, study_id=other, name="ann")
    for each in (study, other):
        made = chapter(bob, each, GAME)
        for user in (ann, bob):
            comment(user, each, made)
    erased(ann)
    for each in (study, other):
        assert [said.words.by for said in STUDIES.current(each).state.comments.values()] == [bob.pk]
        assert comment(bob, each, selectors.seen(each, bob).parts[0].id)
