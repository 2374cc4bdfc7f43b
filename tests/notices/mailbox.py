"""A mail server of our own, which can be held where a test wants to kill the sender."""

import re
import socket
import socketserver
import threading
from typing import Literal

Place = Literal["greeting", "answer", "goodbye"]
"""Before the first word is said; when a mail has been taken, before its sender is told so; and after that."""
PATIENCE = 60


class Mailbox:
    """The mails that came in whole, by their Message-ID, as often as they came."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.held_at: Place | None = None
        self.reached, self.released = threading.Event(), threading.Event()
        mailbox = self

        class Session(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                mailbox.pause("greeting")
                self.say("220 here")
                while line := self.rfile.readline():
                    if line.upper().startswith(b"DATA"):
                        self.say("354 go on")
                        mailbox.take(self.message())
                        mailbox.pause("answer")
                    if line.upper().startswith(b"QUIT"):
                        mailbox.pause("goodbye")
                        self.say("221 bye")
                        return
                    self.say("250 yes")

            def message(self) -> bytes:
                lines = []
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(line)
                return b"".join(lines)

            def say(self, words: str) -> None:
                try:
                    self.wfile.write(words.encode() + b"\r\n")
                except OSError:  # the sender is dead
                    self.connection.shutdown(socket.SHUT_RD)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

            def handle_error(self, request: object, client_address: object) -> None:
                """The sender is dead: that is what this is for."""

        self._server = Server(("127.0.0.1", 0), Session)
        self.url = f"smtp://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def hold(self, place: Place) -> None:
        """The next sender waits at *place* until it is released or killed."""
        self.held_at = place
        self.reached.clear()
        self.released.clear()

    def release(self) -> None:
        self.held_at = None
        self.released.set()

    def pause(self, place: Place) -> None:
        if self.held_at == place:
            self.reached.set()
            self.released.wait(PATIENCE)

    def take(self, message: bytes) -> None:
        found = re.search(rb"^Message-ID: (\S+)", message, re.MULTILINE | re.IGNORECASE)
        self.ids.append(found.group(1).decode() if found else "")

    def close(self) -> None:
        self.release()
        self._server.shutdown()
        self._server.server_close()
