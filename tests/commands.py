"""Commands of ``manage.py`` as somebody types them."""

from io import StringIO
from typing import Any

from django.core.management import call_command


def printed(command: str, *arguments: str, **given: Any) -> str:
    """What *command* prints; what it says of its progress is left out."""
    out = StringIO()
    call_command(command, *arguments, stdout=out, stderr=StringIO(), **given)
    return out.getvalue()
