"""What an organiser writes stands beside the log, and can be erased."""

import pytest

from accounts.models import User
from tests.factories import announced, plan, play_out, started
from tournaments.director import exports, selectors, services
from tournaments.director.streams import TOURNAMENTS
from tournaments.log import projections, texts
from tournaments.log import selectors as log

pytestmark = pytest.mark.django_db
WRITTEN = {"name": "Cellar Cup", "description": "Bring a lamp."}


def words_of(tournament_id: str) -> list[str]:
    words = TOURNAMENTS.current(tournament_id).state.settings.words
    assert words is not None
    return [words.name, words.description or ""]


def test_name_and_description_are_not_in_the_log(organiser: User) -> None:
    made = announced(organiser.pk, [], **WRITTEN)
    services.edit(tournament_id=made, by=organiser.pk, settings=plan(**WRITTEN | {"name": "Attic Cup"}))
    stored = b"".join(event.payload for event in log.load(f"tournament:{made}"))
    assert not any(word in stored for word in (b"Cup", b"lamp"))
    assert selectors.detail(made).settings.name == "Attic Cup"
    assert selectors.detail(made, as_of=1).settings.name == "Cellar Cup"
    assert selectors.detail(made).settings.description == "Bring a lamp."
    assert b"Attic Cup" in exports.export(selectors.at(made), "trf").body
    assert b"Attic Cup" in exports.export(selectors.at(made), "calendar").body


def test_an_erased_name_is_shown_nowhere(organiser: User, people: list[User]) -> None:
    made = started(organiser.pk, [user.pk for user in people[:4]], rounds=1, **WRITTEN)
    play_out(made)
    assert [each.id for each in selectors.listed(name="cellar")] == [made]
    for text_id in words_of(made):
        assert texts.erase(text_id)
    settings = selectors.detail(made).settings
    assert (settings.name, settings.description) == (made, "")
    assert [each.name for each in selectors.listed()] == [made]
    assert not selectors.listed(name="cellar")
    assert (
        b"Cellar"
        not in exports.export(selectors.at(made), "trf").body + exports.export(selectors.at(made), "calendar").body
    )
    assert b"Cellar" not in exports.matches_of(people[0]).body
    assert not projections.rebuild(check=True).changed


def test_saying_the_same_again_is_no_event(organiser: User) -> None:
    made = announced(organiser.pk, [], **WRITTEN)
    seq = selectors.detail(made).seq
    services.edit(tournament_id=made, by=organiser.pk, settings=selectors.detail(made).settings)
    assert selectors.detail(made).seq == seq


def test_what_was_erased_can_be_written_again(organiser: User) -> None:
    made = announced(organiser.pk, [], **WRITTEN)
    for _time in range(2):
        texts.erase_of(organiser.pk)
        assert selectors.detail(made).settings.name == made
        services.edit(tournament_id=made, by=organiser.pk, settings=plan(**WRITTEN))
        assert selectors.detail(made).settings.name == "Cellar Cup"
        assert selectors.detail(made).settings.description == "Bring a lamp."
