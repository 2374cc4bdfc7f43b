"""Caddy by itself: what it answers to garbled bodies, and what its log says of visitors."""

import contextlib
import http.client
import os
import re
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import psutil
import pytest

from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.processes import proxy
from tournaments.config.supervisor.valkey import free_port

GARBLED = {
    "no number": b"ZZ\r\nabc\r\n0\r\n\r\n",
    "nothing": b"\r\nabc\r\n0\r\n\r\n",
    "too large": b"fffffffffffffffff\r\nabc\r\n0\r\n\r\n",
    "no end": b"3\r\nabcdef\r\n0\r\n\r\n",
    "trailer": b"0\r\nbad trailer\r\n\r\n",
    "long line": b"3;" + b"x" * 5_000 + b"\r\nabc\r\n0\r\n\r\n",
}
HEADER = "x" * 8_000
STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"
LIVES = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = Home(tmp_path)
    made.make()
    yield made
    made.discard()


@pytest.fixture
def port(home: Home) -> Iterator[int]:
    """Where Caddy listens. Nobody is there for requests other than streams."""
    chosen, crew = free_port(), Crew(home, say=lambda line: None)
    try:
        crew.start([proxy(home, dict(os.environ), port=chosen)])
        yield chosen
    finally:
        crew.stop()


@pytest.fixture
def web(home: Home) -> Iterator[None]:
    """Somebody is there, and says nothing: no such body comes as far."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(home.sockets / "web.sock"))
        listener.listen()
        yield


def send(port: int, request: str, body: bytes = b"") -> bytes:
    """The first line of the answer, or as much of it as comes first."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(f"{request} HTTP/1.1\r\nHost: localhost\r\nX-Long: {HEADER}\r\n".encode() + body)
        return connection.recv(1_000)


@pytest.mark.parametrize("kind", GARBLED)
def test_a_body_in_chunks_that_are_none_is_refused(web: None, port: int, kind: str) -> None:
    answer = send(port, "POST /api/tables", b"Transfer-Encoding: chunked\r\n\r\n" + GARBLED[kind])
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"Retry-After" not in answer


def fetch(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()


def test_static_files_are_served_compressed_and_for_good_while_no_process_lives(home: Home, port: int) -> None:
    folder = home.path / "static"
    folder.mkdir()
    for name in ("site.js", "site.0123456789ab.js"):
        (folder / name).write_text("long")
        (folder / f"{name}.gz").write_bytes(b"short")
    named = fetch(port, "/static/site.0123456789ab.js", **{"Accept-Encoding": "gzip, br"})
    assert named[0] == 200
    assert named[1]["cache-control"] == "max-age=315360000, public, immutable"
    assert (named[1]["content-encoding"], named[1]["vary"], named[2]) == ("gzip", "Accept-Encoding", b"short")
    assert named[1]["x-content-type-options"] == "nosniff"
    assert named[1]["content-type"].startswith("text/javascript")
    plain = fetch(port, "/static/site.js")
    assert (plain[1]["cache-control"], plain[2]) == ("max-age=60, public", b"long")
    assert fetch(port, "/static/site.js", **{"If-None-Match": plain[1]["etag"]})[0] == 304


def test_that_a_static_file_is_missing_is_not_kept(port: int) -> None:
    """Another node of the next version may bring it."""
    missing = fetch(port, "/static/site.0123456789ab.js")
    assert (missing[0], missing[1]["cache-control"]) == (404, "no-store")
    assert fetch(port, "/static/../../secret-key")[0] in {400, 404, 503}


def test_a_service_that_is_away_is_starting_again(port: int) -> None:
    answer = send(port, "GET /chunk", b"\r\n")
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert b"Retry-After: 5" in answer


def test_a_closed_stream_and_a_failed_request_leave_nothing_of_the_visitor_in_the_log(home: Home) -> None:
    chosen, crew = free_port(), Crew(home, say=lambda line: None)
    with streaming(home.sockets / "streams.sock") as hung_up:
        crew.start([proxy(home, dict(os.environ), port=chosen)])
        try:
            assert b"200 OK" in send(chosen, "GET /api/tables/0123456789/stream?q=secret", b"\r\n")
            assert hung_up.wait(20)
            assert b"503" in send(chosen, "GET /secret", b"\r\n")
        finally:
            crew.stop()
    log = (home.logs / "proxy.log").read_text()
    assert "serving initial configuration" in log
    assert [word for word in ("xxx", "secret", "remote_ip", "aborting") if word in log] == []


@contextlib.contextmanager
def streaming(path: Path) -> Iterator[threading.Event]:
    """A process of streams for one visitor, beside the proxy's questions; the event is that the visitor has gone."""
    gone = threading.Event()

    def serve() -> None:
        with contextlib.suppress(OSError):
            while not gone.is_set():
                connection, _address = listener.accept()
                with connection:
                    if b"/readyz/stream" in connection.recv(100_000):
                        connection.sendall(LIVES)
                        continue
                    connection.sendall(STREAM)
                    while connection.recv(100_000):
                        pass
                    gone.set()

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield gone
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


class Node(BaseHTTPRequestHandler):
    """Says by its port which node it is."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = str(self.connection.getsockname()[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """No answer before the whole request is there, which the proxy cuts off where it is garbled."""
        self.rfile.read()
        self.close_connection = True

    def log_message(self, *_args: object) -> None:
        """Nothing."""


def test_of_two_nodes_the_one_that_lives_serves_and_no_garbled_request_takes_it_away(home: Home) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Node) as living:
        threading.Thread(target=living.serve_forever).start()
        chosen, crew = free_port(), Crew(home, say=lambda line: None)
        given = proxy(home, dict(os.environ), port=chosen)
        nodes = f"127.0.0.1:{free_port()} 127.0.0.1:{living.server_port}"
        crew.start([replace(given, env={**given.env, "WEB": nodes})])
        try:
            for _ in range(4):
                began = time.monotonic()
                assert str(living.server_port).encode() in send(chosen, "GET /", b"\r\n")
                assert send(chosen, "POST /", b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n").startswith(b"HTTP/1.1 400 ")
            assert time.monotonic() - began < 1, "the dead node is not asked any more, the other one is"
        finally:
            crew.stop()
            living.shutdown()


@pytest.fixture
def node() -> Iterator[int]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Node) as living:
        threading.Thread(target=living.serve_forever).start()
        yield living.server_port
        living.shutdown()


@pytest.fixture
def hasty(home: Home, tmp_path: Path, node: int) -> Iterator[tuple[int, Crew]]:
    """The proxy before a node, with a second of patience wherever it has more."""
    chosen, crew, file = free_port(), Crew(home, say=lambda line: None), tmp_path / "Caddyfile"
    given = proxy(home, dict(os.environ), port=chosen)
    patience = r"(read_header|read_body|write_idle|write_timeout) \d+s"
    file.write_text(re.sub(patience, r"\1 1s", Path(given.argv[-1]).read_text()))
    crew.start(
        [replace(given, argv=(*given.argv[:-1], str(file)), env={**given.env, "WEB": f"127.0.0.1:{node}"})],
    )
    try:
        yield chosen, crew
    finally:
        crew.stop()


def test_a_body_that_is_too_long_is_refused(hasty: tuple[int, Crew]) -> None:
    for path, most, said in (
        ("/api/tables", 65_536, b'"code":"too_large"'),
        ("/api/tournaments/0123456789/import", 1_000_000, b'"code":"too_large"'),
        ("/replay", 1_000_000, b"too large"),
    ):
        answer = send(hasty[0], f"POST {path}", f"Content-Length: {most + 1}\r\n\r\n".encode() + bytes(most + 1))
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert said in answer


def test_who_sends_no_headers_is_let_go(hasty: tuple[int, Crew]) -> None:
    with contextlib.ExitStack() as held:
        stalled = [held.enter_context(socket.create_connection(("127.0.0.1", hasty[0]), timeout=20)) for _ in range(50)]
        for connection in stalled:
            connection.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nX-Long: ")
        for connection in stalled:
            with contextlib.suppress(ConnectionResetError):
                while connection.recv(1_000):
                    pass  # it may say why


def test_a_body_that_comes_too_slowly_is_given_up(hasty: tuple[int, Crew]) -> None:
    """Nothing of it is kept or passed on from then on. The connection stays until the visitor has sent the rest: Go
    awaits that before it says so, and holds nothing else."""
    with socket.create_connection(("127.0.0.1", hasty[0]), timeout=20) as visitor:
        visitor.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\n")
        for _ in range(60):
            visitor.sendall(b" ")
            time.sleep(0.05)
        assert visitor.recv(1_000).startswith(b"HTTP/1.1 499 ")


def test_who_reads_nothing_is_let_go(home: Home, hasty: tuple[int, Crew]) -> None:
    """Which the visitor cannot see, who still has something to read."""
    folder = home.path / "static"
    folder.mkdir()
    (folder / "long.txt").write_bytes(bytes(8_000_000))
    caddy = psutil.Process(hasty[1]["proxy"].pid)
    with socket.socket() as visitor:
        visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        visitor.connect(("127.0.0.1", hasty[0]))
        visitor.sendall(b"GET /static/long.txt HTTP/1.1\r\nHost: localhost\r\n\r\n")
        deadline = time.monotonic() + 20
        while any(one.raddr and one.raddr.port == visitor.getsockname()[1] for one in caddy.net_connections()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
