"""Caddy by itself: what it answers to garbled bodies, and what its log says of visitors."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

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
    """Where Caddy listens. Nobody is there for what is no stream."""
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
