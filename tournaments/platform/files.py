"""A file that somebody takes with them, whichever room wrote it."""

from typing import Final

from msgspec import Struct

CSV: Final = "text/csv"
TRF: Final = "text/plain"
ICS: Final = "text/calendar"
JSON: Final = "application/json"
JSON_LINES: Final = "text/jsonl"


class File(Struct, frozen=True):
    name: str
    media_type: str
    body: bytes
