"""A study that several write at the same moment: nothing is lost, and of one thing nobody overwrites what they have not
read."""

import pytest
from pytest_django import Settings

from accounts import privacy
from accounts.models import User
from tests.meeting import at_once, meet
from tournaments.learning.studies import contents, selectors, services, written
from tournaments.learning.studies.chapters import Source
from tournaments.log.projections import rebuild
from tournaments.log.verification import verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_limits")]

GAME = '[Game "duck-soup"]\n[Seat1 "Zoe"]\n[Seat2 "Yann"]\n[Seed "club night"]\n'


@pytest.fixture
def study(ann: User, bob: User) -> str:
    """Of ann and bob, with a chapter."""
    made = services.create(user=ann, name="Endings")
    privacy.choose(user=bob, choices={"invitations": "anyone"})
    services.add_editor(user=ann, study_id=made, name="bob")
    contents.add_chapter(user=ann, study_id=made, title="First", source=Source(text=GAME))
    return made


def said(user: User, study: str, text: str, comment: str | None = None, seen: int | None = None) -> str:
    (part,) = selectors.seen(study, user).parts
    given = {"user": user, "study_id": study, "chapter": part.id, "seq": part.seq}
    return contents.save_comment(**given, text=text, comment=comment, seen=seen)[1]  # type: ignore[arg-type]


def texts(user: User, study: str) -> list[str]:
    return [comment.text for comment in selectors.seen(study, user).parts[0].comments]


def test_comments_that_are_saved_in_the_same_moment_are_all_there(
    ann: User, bob: User, study: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    meet(monkeypatch, written, "checked", 4)
    writers = [(user, f"{user.username} {number}") for user in (ann, bob) for number in range(2)]
    made = at_once(*[lambda user=user, text=text: said(user, study, text) for user, text in writers])
    assert len(set(made)) == 4
    assert sorted(texts(ann, study)) == sorted(text for _user, text in writers)
    assert verify(f"study:{study}") is None
    assert rebuild(check=True).changed == ()


def test_of_two_who_save_one_comment_in_the_same_moment_the_later_is_told_what_stands_there(
    ann: User, bob: User, study: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = said(ann, study, "First words")
    version = selectors.seen(study, ann).parts[0].comments[0].version
    meet(monkeypatch, written, "checked", 2)
    done = at_once(
        lambda: said(ann, study, "By ann.", one, version),
        lambda: said(bob, study, "By bob.", one, version),
    )
    assert sorted(done) == sorted([one, "overtaken"])
    (kept,) = texts(ann, study)
    assert kept == ("By ann." if done[0] == one else "By bob.")


def test_of_studies_that_are_begun_at_once_none_is_one_too_many(ann: User, settings: Settings) -> None:
    settings.CAPS = settings.CAPS | {"studies": 2}
    made = at_once(*[lambda name=name: bool(services.create(user=ann, name=name)) for name in "abcd"])
    assert sorted(map(str, made)) == ["True", "True", "too_many_studies", "too_many_studies"]
