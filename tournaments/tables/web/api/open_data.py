"""``GET /api/open-data``: the months of games that can be fetched as files."""

from typing import Annotated

from msgspec import Meta, Struct, convert
from msgspec.structs import asdict

from tournaments.kit.endpoints import Endpoint, operation
from tournaments.tables.open_data.files import published
from tournaments.tables.web import open_data


class Month(Struct, frozen=True):
    """The finished games of a month, a line each, without names."""

    month: Annotated[str, Meta(description="Such as `2026-10`.")]
    file: Annotated[str, Meta(description="The address of the file: JSON Lines, compressed with Zstandard.")]
    games: int
    bytes: int
    sha256: Annotated[str, Meta(description="Of the file, in hexadecimal digits.")]
    licence: str
    made_at: Annotated[int, Meta(description="Epoch milliseconds.")]
    key: Annotated[str, Meta(description="The public key (Ed25519) in base64url, as in `/.well-known/jwks.json`.")]
    signature: Annotated[str, Meta(description="Of the manifest beside the file, without its signature; base64url.")]


class Months(Struct, frozen=True):
    """The latest month first."""

    months: tuple[Month, ...]


@operation("GET open-data", "listOpenData", needs="public", tag="games")
def list_open_data(caller: Endpoint) -> Months:
    """List the files of open data.

    Each has a manifest beside it, `MONTH.json`. A month whose file has been made again has another file and digest.
    """
    return Months(tuple(convert(asdict(each) | {"file": open_data.address(each)}, Month) for each in published()))
