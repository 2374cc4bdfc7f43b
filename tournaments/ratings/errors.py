"""What can go wrong with rating a table."""

from __future__ import annotations

from typing import ClassVar


class Busy(Exception):
    """Others were quicker, too often in a row; the table is rated when it is settled again."""

    code: ClassVar[str] = "busy"
    status: ClassVar[int] = 409
