"""Names are resolved within a deadline, and a name that nobody answers for is left alone for a while."""

import socket
from collections.abc import Callable, Iterator
from threading import Thread
from uuid import uuid4

import dns.message
import dns.rrset
import pytest
from dns.resolver import LRUCache, Resolver

from tournaments.notices import resolving
from tournaments.notices.resolving import UnknownHost

Answer = Callable[[dns.message.Message], dns.message.Message | None]


class NameServer:
    """One on loopback, which answers as it is told, or not at all."""

    def __init__(self) -> None:
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.asked: list[str] = []
        self.records: dict[str, str] = {}
        """By type."""

    @property
    def port(self) -> int:
        return int(self.socket.getsockname()[1])

    def serve(self) -> None:
        while question := self.socket.recvfrom(4_096):
            wire, client = question
            if not wire:
                return
            message = dns.message.from_wire(wire)
            name, kind = message.question[0].name, message.question[0].rdtype.name
            self.asked.append(kind)
            if self.records:
                answer = dns.message.make_response(message)
                if kind in self.records:
                    answer.answer.append(dns.rrset.from_text(name, 60, "IN", kind, self.records[kind]))
                self.socket.sendto(answer.to_wire(), client)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServer]:
    served = NameServer()
    resolver = Resolver(configure=False)
    resolver.nameservers, resolver.port, resolver.cache = ["127.0.0.1"], served.port, LRUCache(10)
    monkeypatch.setattr(resolving, "_resolver", lambda: resolver)
    thread = Thread(target=served.serve)
    thread.start()
    yield served
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
        last.sendto(b"", ("127.0.0.1", served.port))
    thread.join()
    served.socket.close()


@pytest.fixture
def name() -> str:
    """A new one: what is known of it outlives a test."""
    return f"{uuid4()}.example.org"


def test_all_addresses_of_a_name_are_found_ipv4_first_and_kept(server: NameServer, name: str) -> None:
    server.records = {"AAAA": "2a00:1450::1", "A": "93.184.215.14"}
    assert resolving.addresses(name) == ("93.184.215.14", "2a00:1450::1")
    assert resolving.addresses(name) == ("93.184.215.14", "2a00:1450::1")
    assert sorted(server.asked) == ["A", "AAAA"]


def test_a_name_that_nobody_answers_for_is_given_up_and_not_asked_for_again(
    server: NameServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resolving, "PATIENCE", 0.2)
    with pytest.raises(UnknownHost):
        resolving.addresses(name, seconds=0.2)
    asked = len(server.asked)
    assert asked > 0
    server.records = {"A": "93.184.215.14"}
    with pytest.raises(UnknownHost):
        resolving.addresses(name)
    assert len(server.asked) == asked


def test_a_name_is_not_given_up_for_a_question_that_had_little_time_left(server: NameServer, name: str) -> None:
    with pytest.raises(UnknownHost):
        resolving.addresses(name, seconds=0.1)
    server.records = {"A": "93.184.215.14"}
    assert resolving.addresses(name) == ("93.184.215.14",)


def test_a_name_without_an_address_is_unknown(server: NameServer, name: str) -> None:
    server.records = {"TXT": '"x"'}
    with pytest.raises(UnknownHost):
        resolving.addresses(name)


@pytest.mark.parametrize("address", ["93.184.215.14", "2a00:1450::1"])
def test_an_address_is_asked_for_nowhere(server: NameServer, address: str) -> None:
    assert resolving.addresses(address) == (address,)
    assert server.asked == []


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "a..b", "x" * 300])
def test_other_ways_of_writing_an_address_are_names_that_nobody_has(server: NameServer, host: str) -> None:
    server.records = {"TXT": '"x"'}
    with pytest.raises(UnknownHost):
        resolving.addresses(host)
