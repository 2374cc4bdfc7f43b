"""A client of Python that another program makes of the document: whole, without a word, and it can play."""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import httpx_sse
import pytest

from accounts import services as accounts
from accounts.models import User
from tests.processes import Processes
from tournaments.kit.schema import document
from tournaments.tables import selectors

NAME = "generated_client"
PATIENCE = httpx.Timeout(60)
"""The document is made and compressed when it is first asked for: seconds, on a loaded machine."""
GENERATES = [sys.executable, "-m", "openapi_python_client", "generate", "--meta=none", "--fail-on-warning"]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The package that openapi-python-client makes."""
    place = tmp_path_factory.mktemp("client")
    (place / "openapi.json").write_bytes(document())
    (place / "settings.json").write_text('{"post_hooks": []}')
    files = [f"--path={place / 'openapi.json'}", f"--config={place / 'settings.json'}", f"--output-path={place / NAME}"]
    done = subprocess.run([*GENERATES, *files], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, f"Generating {place / NAME}", "")
    sys.path.insert(0, str(place))
    yield importlib.import_module(NAME)
    sys.path.remove(str(place))


def asks(name: str) -> Any:
    """The generated function of an operation."""
    return importlib.import_module(f"{NAME}.api.tables.{name}").sync


def test_every_operation_is_in_it(client: ModuleType) -> None:
    from tests.api.contract import published

    assert client.__file__ is not None
    made = {path.stem for path in Path(client.__file__).parent.glob("api/*/*.py")} - {"__init__"}
    assert len(made) == sum(len(methods) for methods in published()["paths"].values())


def test_the_document_comes_compressed_through_the_proxy(processes: Processes) -> None:
    address, accepts = f"{processes.url}/api/openapi.json", {"Accept-Encoding": "zstd, gzip"}
    answer = httpx.get(address, headers=accepts, timeout=PATIENCE)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.num_bytes_downloaded < len(answer.content) / 5
    known = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["ETag"]}
    assert httpx.get(address, headers=known, timeout=PATIENCE).status_code == 304


@pytest.mark.django_db(transaction=True)
def test_it_plays_a_whole_table(client: ModuleType, processes: Processes, ann: User) -> None:
    models, token = importlib.import_module(f"{NAME}.models"), accounts.create_token(user=ann, name="test")[1]
    settings = {"token": token, "timeout": PATIENCE, "raise_on_unexpected_status": True}
    with client.AuthenticatedClient(base_url=processes.url, **settings) as mine:
        options = models.OpenTableOptions.from_dict({"length": "deal"})
        wanted = models.OpenTable(game="duck-soup", seats=["me", "bot:greedy"], options=options)
        table = asks("open_table")(client=mine, body=wanted, idempotency_key="one")
        assert isinstance(table, models.WholeTable)
        assert asks("open_table")(client=mine, body=wanted, idempotency_key="one").id == table.id
        http = mine.get_httpx_client()
        moves = 0
        with httpx_sse.connect_sse(http, "GET", f"/api/tables/{table.id}/stream") as source:
            for event in source.iter_sse():
                if event.event == "end":
                    continue  # the stream ends by itself
                assert event.event in ("message", "presence")
                if event.event == "message":
                    moves += _decided(
                        asks("make_move"), models, mine, table.id, models.StreamLine.from_dict(event.json())
                    )
        over = asks("get_table")(table.id, client=mine)
        assert isinstance(over, models.WholeTable)
        assert (over.status, moves > 10) == ("finished", True)
        assert selectors.view(table_id=table.id, user_id=ann.pk).seq >= over.seq
        assert isinstance(asks("make_move")(table.id, "7H", client=mine, body=models.MakeMove()), models.Problem)


def _decided(make_move: Any, models: Any, mine: Any, table: str, line: Any) -> int:
    """How many moves were made after *line*: the first of those that it allows, if it allows any."""
    if not line.legal:
        return 0
    moved = make_move(table, line.legal[0], client=mine, body=models.MakeMove(expected_seq=line.seq))
    if isinstance(moved, models.Problem):
        assert moved.code == "stale"  # a later line says what may be done now
        return 0
    return 1
