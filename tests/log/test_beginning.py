"""Who begins to follow while streams are in the archive: nobody misses them unknowingly."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import Settings

from tests.log.archives import OTHER, STREAM, away, grow, rows
from tests.meeting import blocked, until
from tournaments.log import anchors, archiving, followers
from tournaments.log.followers import Placed
from tournaments.platform import writers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("archive")]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "PATIENCE", 0.1)


def seen_by(name: str) -> set[str]:
    found: list[Placed] = []
    while followers.follow(name, found.append):
        pass
    return {commit.events[0].stream for commit in found}


def unwanted(found: object) -> None:
    raise AssertionError(found)


FOLLOWING: list[Callable[[str], object]] = [
    lambda name: followers.follow(name, unwanted),
    lambda name: followers.follow_names(name, unwanted, most=9),
    lambda name: followers.follow_actors(name, [7], unwanted, besides="x", most=9),
]


@pytest.mark.parametrize("follow", FOLLOWING)
def test_a_new_follower_is_told_that_it_would_miss_what_is_in_the_archive(follow: Callable[[str], object]) -> None:
    grow()
    away()
    with pytest.raises(followers.Missed, match=r"new .* 1 streams .* --bring-back all"):
        follow("new")
    assert followers.names() == []
    archiving.bring_back(STREAM)
    assert seen_by("new") == {STREAM, OTHER}


def test_who_follows_since_before_and_who_begins_at_the_end_miss_nothing() -> None:
    grow()
    assert seen_by("before") == {STREAM}
    away()
    followers.begin_at_the_end("later")
    grow("test:new")
    assert seen_by("before") == {OTHER, "test:new"}
    assert seen_by("later") == {"test:new"}


def test_anchors_that_are_wanted_late_are_of_what_is_in_the_archive_too(settings: Settings) -> None:
    grow()
    away()
    settings.ANCHORS = "keeper@example.org"
    assert anchored() == {STREAM, OTHER}
    assert anchored() == set()


def test_anchors_that_were_not_wanted_for_a_while_are_of_what_left_meanwhile_too(settings: Settings) -> None:
    settings.ANCHORS = "keeper@example.org"
    grow("test:first")
    anchored()
    settings.ANCHORS = ""
    grow()
    away()
    settings.ANCHORS = "keeper@example.org"
    assert STREAM in anchored()


def anchored() -> set[str]:
    written: list[str] = []
    anchors.write_news(written.append)
    return {anchor.stream for text in written for anchor in anchors.read(text.splitlines())}


def test_what_could_not_be_anchored_of_the_archive_is_anchored_the_next_time(settings: Settings) -> None:
    grow()
    away()
    settings.ANCHORS = "keeper@example.org"

    def full(_text: str) -> None:
        raise OSError("No space left on device")

    with pytest.raises(OSError, match="No space"):
        anchors.write_news(full)
    assert anchored() == {STREAM, OTHER}


def test_a_stream_does_not_leave_while_somebody_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    grow()
    grow(OTHER)
    found = archiving._read(STREAM)
    assert found is not None
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            followers._begin("new")
            leaving = pool.submit(leave, *found)
            until(blocked, "who leaves waits")
        with pytest.raises(archiving.Kept, match="new"):
            leaving.result(timeout=30)
    assert len(rows()) == 4


def leave(*found: Any) -> None:
    try:
        with transaction.atomic():
            archiving._leave(*found)
    finally:
        connection.close()
