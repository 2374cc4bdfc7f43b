"""Every kind of notice has its sentence, in both languages, and a page that it leads to."""

import pytest
from django.utils.translation import override

from tests.notices.samples import FACTS
from tournaments.notices import naming
from tournaments.notices.kinds import GROUPS, KINDS
from tournaments.notices.words import MANY, Names, place, sentence

NAMES = Names(
    users={2: "Pell"},
    clubs={"c1ub000001": "Harbour Street"},
    tournaments={"tournament": "Autumn Cup"},
    games={"gasp": "Gasp!"},
    texts={"text000001": "New room"},
    when=lambda at: naming.moment(at, "Europe/Berlin"),
)
SAME = {"{club}: {title}"}
"""What is the same in Spanish."""


def test_there_is_a_sample_of_every_kind() -> None:
    assert set(FACTS) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_said_in_both_languages_with_all_its_names(kind: str) -> None:
    for facts in FACTS[kind]:
        text = sentence(kind, facts, NAMES, reader=1)
        with override("en"):
            english = naming.plain(text)
        with override("es"):
            spanish = naming.plain(text)
        assert "{" not in english + spanish
        assert (english != spanish) or text.message in SAME, english
        if "players" in facts and 2 in facts["players"] and kind in ("round_paired", "table_open"):
            assert english.endswith("with Pell")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_known_any_more_is_said_without_a_name(kind: str) -> None:
    for facts in FACTS[kind]:
        assert naming.plain(sentence(kind, facts, Names(when=str), reader=1))


@pytest.mark.parametrize("kind", KINDS)
def test_many_are_said_as_one(kind: str) -> None:
    text = sentence(kind, {}, NAMES, reader=1, count=7)
    assert text.message == MANY[kind]
    assert "7" in naming.plain(text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_leads_to_a_page(kind: str) -> None:
    for facts in FACTS[kind]:
        name, parts = place(kind, facts)
        assert name.startswith(
            ("table", "tournament", "club", "ladder", "friends", "review", "study", "webhook", "settings-")
        )
        assert all(parts.values())
        assert naming.path_of(kind, facts, {"c1ub000001": "harbour-street"}).startswith("/")


def test_titles_of_kinds_and_groups_are_in_spanish() -> None:
    with override("es"):
        for title in [each.title for each in KINDS.values()] + [each.title for each in GROUPS.values()]:
            assert _translated(title) != title


def _translated(message: str) -> str:
    from engine.text import Text

    return naming.plain(Text(message))
