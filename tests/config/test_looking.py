"""What is found out about the service's parts, on the real servers."""

import ssl
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import redis
from celery import Celery, current_app
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings as configured
from django.db import connection
from pytest_django import Settings

from accounts.models import User
from tests.factories import open_for, started
from tests.log import archives
from tests.log.streams import grow
from tournaments.config.condition.facts import Anchors, Archive
from tournaments.config.condition.looking import database, everywhere, queues, rooms, site
from tournaments.director import overdue
from tournaments.director.models import Tournament
from tournaments.log import anchors, archiving, followers, sources
from tournaments.notices.models import Outgoing
from tournaments.tables.models import Table, Tick

MINUTE = 60_000


@pytest.mark.django_db
def test_a_database_says_how_it_is() -> None:
    found = database.look()
    assert found is not None
    assert (found.read_only, found.in_recovery, found.unapplied) == (False, False, 0)
    assert abs(found.ahead) < 1


@pytest.mark.django_db
def test_migrations_that_were_not_applied_are_found() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'notices'")
    found = database.look()
    assert found is not None
    assert found.unapplied == len(list(Path("tournaments/notices/migrations").glob("0*.py")))


@pytest.mark.django_db
def test_a_database_that_can_only_be_read_is_told_from_one_that_does_not_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    found = database.look()
    assert found is not None
    assert (found.read_only, found.in_recovery) == (True, False)


def test_queues_say_how_long_they_are_and_how_old_their_oldest_message_is(lists: redis.Redis) -> None:
    assert queues.names() == ["analysis", "bots", "clocks", "corrections", "default", "films", "notices"]
    for _ in range(3):
        current_app.send_task("tables.play_bot_turn", ["nowhere", 1])
    answer, found = queues.look(patience=0.05)
    assert answer == "answers"
    (bots,) = (queue for queue in found if queue.name == "bots")
    assert (bots.length, bots.taken) == (3, False)
    assert bots.oldest is not None
    assert 0 <= bots.oldest < 30


def test_another_broker_is_asked_by_the_protocol(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "memory://"
    with Celery("own", broker="memory://", set_as_current=False) as own, own.connection_for_write() as connection:
        monkeypatch.setattr(queues, "current_app", own)
        waiting = connection.SimpleQueue("bots")
        for _ in range(2):
            waiting.put("nothing")
        _answer, found = queues.look(patience=0.05)
        waiting.clear()
    assert {queue.name: (queue.length, queue.oldest) for queue in found} == {
        **dict.fromkeys(queues.names(), (0, None)),
        "bots": (2, None),
    }


def test_a_broker_that_is_away_is_said_to_be(settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert queues.look(patience=0.05) == ("silent", ())


@pytest.fixture
def waits(ann: User, robot: User, organiser: User) -> int:
    """Two minutes ago something of every kind should have been done. Now, in epoch ms."""
    now = sources.now_ms()
    late = now - 2 * MINUTE
    Table.objects.filter(pk=open_for(ann, robot)).update(due=late, bot_since=late)
    done = Table.objects.filter(pk=open_for(ann, robot))
    done.update(status="finished", settled=False, finished_at=late, due=None, bot_since=None)
    tournament = started(organiser.pk, [ann.pk, robot.pk])
    Tournament.objects.filter(pk=tournament).update(status="announced", starts_at=late)
    Outgoing.objects.create(id="x", channel="mail", user=ann, due_at=late - 1)
    Tick.objects.update_or_create(pk=1, defaults={"at": late})
    return now


@pytest.mark.django_db
def test_what_is_late_is_counted(waits: int) -> None:
    found = {one.name: one for one in rooms.waiting(waits)}
    assert {name: (one.count, int(one.seconds)) for name, one in found.items()} == dict.fromkeys(found, (1, 120))
    assert rooms.ticked(waits) == 120


@pytest.mark.django_db
def test_nothing_is_late_before_its_time(waits: int) -> None:
    assert {one.count for one in rooms.waiting(waits - 2 * MINUTE)} == {0}


@pytest.mark.django_db
def test_a_round_whose_deadline_has_passed_waits(organiser: User, people: list[User]) -> None:
    tournament = started(organiser.pk, [user.pk for user in people[:4]])
    later = sources.now_ms() + 2 * 60 * MINUTE
    (found,) = overdue.waiting(later, most=9)
    assert (found.tournament, found.why) == (tournament, "deadline")
    assert overdue.waiting(sources.now_ms(), most=9) == []


@pytest.mark.django_db(transaction=True)
def test_followers_say_how_far_they_are_behind() -> None:
    grow(sizes=(1, 2, 1))
    followers.begin_at_the_end("reader")
    end = grow("table:another000", sizes=(1, 1))
    assert end.seq == 2
    assert followers.behind("reader", most=9)[0] == 2
    assert followers.behind("reader", most=1)[0] == 1
    (found,) = (one for one in rooms.followed(sources.now_ms()) if one.name == "reader")
    assert (found.commits, found.more) == (2, False)
    followers.follow("reader", lambda _commit: None)
    assert followers.behind("reader", most=9) == (0, None)


@pytest.mark.django_db
def test_an_archive_that_cannot_begin_is_seen_before_the_first_table_is_to_go(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "none", tmp_path / "file"):
        settings.ARCHIVE = str(place)
        assert rooms.archived(0) == Archive("", problem=f"{place} cannot be written to")
    settings.ARCHIVE = str(tmp_path)
    assert rooms.archived(0) == Archive("")


def test_a_folder_for_open_data_that_takes_none_is_seen_before_the_month_ends(
    settings: Settings, tmp_path: Path
) -> None:
    for place, found in (("", None), (str(tmp_path), ""), (str(tmp_path / "no"), f"{tmp_path / 'no'} is not there")):
        settings.OPEN_DATA = place
        assert rooms.published() == found


@pytest.mark.django_db(transaction=True)
def test_an_archive_is_missed_while_something_lies_there(settings: Settings, tmp_path: Path) -> None:
    folder = str(archives.begun(tmp_path, settings))
    archives.grow()
    archives.away()
    settings.ARCHIVE = ""
    assert rooms.archived(0) == Archive("ARCHIVE is not set")
    settings.ARCHIVE = folder
    archiving.bring_back(archives.STREAM)
    settings.ARCHIVE = ""
    assert rooms.archived(0) is None


@pytest.mark.django_db(transaction=True)
def test_anchors_are_missed_by_those_who_want_them(settings: Settings, tmp_path: Path) -> None:
    grow(sizes=(1,))
    assert rooms.anchored(sources.now_ms()) is None
    settings.ANCHORS = str(tmp_path)
    found = rooms.anchored(sources.now_ms())
    assert found is not None
    assert found.away == ""
    assert found.seconds > 0
    anchors.write_news(lambda _text: None)
    for place, why in ((tmp_path, "not mounted"), (tmp_path / "anchors", "not there"), ("/" + 300 * "a", "too long")):
        settings.ANCHORS = str(place)
        again = rooms.anchored(sources.now_ms())
        assert again is not None
        assert why in again.away
        assert again.seconds == 0
    settings.ANCHORS = "keeper@example.org"
    assert rooms.anchored(sources.now_ms()) == Anchors("", 0)


class Ready(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == site.PATH else 404)
        self.end_headers()

    def log_message(self, *_args: object) -> None:
        """Nothing."""


@pytest.fixture
def certificate(tmp_path: Path) -> ssl.SSLContext:
    """Of nobody in particular, for ten days from now."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = made.serial_number(1).not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=10))
    form = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    pem = serialization.Encoding.PEM
    path = tmp_path / "both.pem"
    path.write_bytes(key.private_bytes(pem, *form) + made.sign(key, hashes.SHA256()).public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_way_in_is_asked_as_visitors_ask(scheme: str, settings: Settings, certificate: ssl.SSLContext) -> None:
    server = HTTPServer(("127.0.0.1", 0), Ready)
    if scheme == "https":
        server.socket = certificate.wrap_socket(server.socket, server_side=True)
    settings.SITE_URL = f"{scheme}://127.0.0.1:{server.server_port}"
    answering = threading.Thread(target=server.handle_request)
    answering.start()
    found = site.look()
    answering.join()
    server.server_close()
    assert found.streams is True
    if scheme == "https":
        assert found.certificate == pytest.approx(10 * 86_400, abs=600)
    else:
        assert found.certificate is None
    assert site.look().streams is None, "nobody is there any more"


@pytest.mark.django_db
def test_everything_is_found_out_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "look", lambda: None)
    found = everywhere.fully(patience=0.05)
    assert found.database is not None
    assert (found.redis, found.broker) == (True, "answers")
    assert [queue.name for queue in found.queues] == queues.names()
    assert len(found.waiting) == 5
    assert configured.LOCAL.name == ".local"
