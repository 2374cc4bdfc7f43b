"""The pages in Spanish: texts keep their holes, and those of the engine are translated too."""

import gettext
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils.dateformat import format as written
from django.utils.translation import override

from accounts.models import User
from tests.factories import open_for
from tournaments.clubs.web.club_forms import EMBLEMS
from tournaments.tables import selectors, services

CATALOGUE = Path(settings.LOCALE_PATHS[0]) / "es" / "LC_MESSAGES" / "django.mo"
IN_SPANISH = re.compile(r'<html\s+lang="es"')
HOLE = re.compile(r"\{\w+(?::\w+)?\}|%\(\w+\)s|<\w+|</\w+>")


def test_a_translation_has_the_holes_of_its_text_and_no_other() -> None:
    with CATALOGUE.open("rb") as file:
        texts: dict[str | tuple[str, int], str] = vars(gettext.GNUTranslations(file))["_catalog"]
    for key, translation in texts.items():
        text = key if isinstance(key, str) else key[0]
        assert not text or set(HOLE.findall(translation)) == set(HOLE.findall(text)), text


def test_no_text_of_ours_hides_a_day_of_the_week_of_django() -> None:
    monday = date(2026, 11, 23)
    with override("es"):
        days = [written(monday + timedelta(days=day), "D") for day in range(7)]
        emblem = str(EMBLEMS["sun"])
    assert days == ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"]
    assert emblem == "Sol"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/games", "/games/gasp", "/tournaments", "/tables", "/about/bots"])
def test_the_language_of_the_browser_is_the_language_of_the_page(client: Client, path: str) -> None:
    page = client.get(path, headers={"Accept-Language": "es"}).content.decode()
    assert IN_SPANISH.search(page)
    assert "Torneos" in page
    assert "Tournaments" not in page


@pytest.mark.django_db
def test_a_language_that_was_chosen_stays(client: Client) -> None:
    client.post("/setlang/", {"language": "es", "next": "/"})
    assert IN_SPANISH.search(client.get("/tables").content.decode())


@pytest.mark.django_db
def test_a_table_speaks_to_its_player_and_of_the_others(as_ann: Client, client: Client, ann: User, ben: User) -> None:
    table = open_for(ann, ben)
    services.make_move(table_id=table, user_id=ann.pk, move=selectors.view(table_id=table, user_id=ann.pk).legal[0])
    mine = as_ann.get(f"/tables/{table}/board", headers={"Accept-Language": "es"}).content.decode()
    others = client.get(f"/tables/{table}/board", headers={"Accept-Language": "es"}).content.decode()
    assert "Le toca a ben" in mine
    assert re.search(r"Tú: \S+ de \w+\.", mine)
    assert re.search(r"ann: \S+ de \w+\.", others)


def test_a_token_goes_to_a_player_or_to_the_other_team_in_the_same_spanish_words() -> None:
    """``{to}`` may be "el otro equipo", before which Spanish joins "a" and "de" to the article."""
    with CATALOGUE.open("rb") as file:
        texts: dict[str | tuple[str, int], str] = vars(gettext.GNUTranslations(file))["_catalog"]
    assert [translation for translation in texts.values() if re.search(r"\b(a|de) \{to\}", translation)] == []
