from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.cache import cache
from django.template import Template
from django.test import Client
from django.test.utils import instrumented_test_render  # type: ignore[attr-defined]  # not in the stubs
from django.utils import translation

from accounts.models import User
from tests.factories import concede, open_for
from tests.pages.queries import Query

MARKUP = "<i>&amp;x"
"""A name that would show if it were not escaped. No form lets it in; a service might."""


@pytest.fixture(autouse=True)
def _plain(no_limits: None) -> Iterator[None]:
    """A request leaves its language behind in the thread."""
    yield
    translation.deactivate()


@pytest.fixture
def fresh_cache() -> Iterator[None]:
    """Nothing is kept of other tests, nor for them."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The names of the templates that were drawn."""
    names: list[str | None] = []
    render = Template.render

    def note(self: Template, context: object) -> str:
        names.append(self.name)
        return render(self, context)  # type: ignore[arg-type]

    monkeypatch.setattr(Template, "render", note)
    return names


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("ben")


@pytest.fixture
def as_ben(ben: User) -> Client:
    client = Client()
    client.force_login(ben)
    return client


@pytest.fixture
def as_ann(ann: User) -> Client:
    client = Client()
    client.force_login(ann)
    return client


@pytest.fixture
def contexts_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers say what their pages were made of."""
    monkeypatch.setattr(Template, "_render", instrumented_test_render)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Query]:
    """Every statement that goes to PostgreSQL, by the ORM or past it."""
    heard: list[Query] = []
    execute = psycopg.Cursor.execute

    def listen(cursor: Any, statement: Any, params: Any = None, **options: Any) -> Any:
        heard.append(Query(statement, params))
        return execute(cursor, statement, params, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", listen)
    return heard


@pytest.fixture
def games(ann: User, ben: User, robot: User) -> list[str]:
    """Ann has won against ben and lost at gasp."""
    tables = [open_for(ann, ben), open_for(ben, robot, ann, game="gasp")]
    for table in tables:
        concede(table)
    return tables
