"""What is sent outside goes by TLS to the name that was given, and to nobody else who answers at its address."""

import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tournaments.notices import outside, resolving
from tournaments.notices.errors import Refused
from tournaments.notices.outside import Unreachable

NAME = "club.example.org"


class Server(HTTPServer):
    asked: list[tuple[str, dict[str, str], bytes]]
    status = 204


class Asked(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.append((self.path, dict(self.headers), body))
        self.send_response(self.server.status)
        self.send_header("Location", f"https://{NAME}/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Not to the terminal."""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """For the name, signed by itself, with its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(1))
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
    made = made.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file = tmp_path / "pem"
    file.write_bytes(key.private_bytes(*form) + made.sign(key, hashes.SHA256()).public_bytes(form[0]))
    return file


@pytest.fixture
def server(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server at a public address, as far as we know; its certificate is trusted."""
    served = Server(("127.0.0.1", 0), Asked)
    served.asked = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    served.socket = context.wrap_socket(served.socket, server_side=True)
    Thread(target=served.serve_forever, args=(0.01,)).start()
    port = served.server_address[1]
    monkeypatch.setattr(resolving, "addresses", lambda *_, **__: ("93.184.215.14",))
    monkeypatch.setattr(outside, "_trusted", lambda: ssl.create_default_context(cafile=str(certificate)))

    def here(address: tuple[str, int], seconds: float) -> socket.socket:
        assert address == ("93.184.215.14", 443)
        opened = socket.socket()
        opened.settimeout(seconds)
        opened.connect(("127.0.0.1", port))
        return opened

    monkeypatch.setattr(socket, "create_connection", here)
    yield served
    served.shutdown()
    served.server_close()


@pytest.mark.parametrize("status", [204, 302, 410, 500])
def test_what_is_sent_comes_as_it_is_and_a_redirect_is_an_answer(server: Server, status: int) -> None:
    server.status = status
    answer = outside.post(f"https://{NAME}/in?key=1", b'{"a":1}', {"Content-Type": "application/json"})
    assert answer.status_code == status
    ((path, headers, body),) = server.asked
    assert (path, body) == ("/in?key=1", b'{"a":1}')
    assert (headers["Host"], headers["Content-Type"], headers["Content-Length"]) == (NAME, "application/json", "7")


def test_a_server_with_another_name_gets_nothing(server: Server) -> None:
    with pytest.raises(Unreachable):
        outside.post("https://other.example.org/in", b"secret", {})
    assert server.asked == []


@pytest.mark.parametrize(
    "url", [f"https://{NAME}/a b", f"https://{NAME}/a\x7fb", f"https://{NAME}/a\r\nX: b", f" https://{NAME}/"]
)
def test_an_address_that_no_request_can_name_is_refused(server: Server, url: str) -> None:
    with pytest.raises(Refused):
        outside.post(url, b"{}", {})
