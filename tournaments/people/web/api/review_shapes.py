"""What programs read and send of reviews, and their stream in the OpenAPI document."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tournaments.kit.schema import Schema, schemas
from tournaments.people.reviews.selectors import Looking
from tournaments.people.reviews.shown import Viewing
from tournaments.tables.front import front_of
from tournaments.tables.web.api.mark_shapes import Arrows, Marks
from tournaments.tables.web.api.stream_shapes import StreamChat, responses

Position: TypeAlias = Annotated[
    int,
    Meta(ge=0, le=2**31, description="The position, 0 to 99,999; what lies behind the last one shows the last one."),
]
Eyes: TypeAlias = Annotated[
    str, Meta(max_length=8, description="Whose eyes: a seat's number, `turn` (the player to move), `public` or `all`.")
]
AfterEvent: TypeAlias = Annotated[
    int | None, Meta(description="The event after which a line of moves is tried; null without one.")
]
LineOfMoves: TypeAlias = Annotated[
    str, Meta(max_length=8_000, description="The moves of the line: `1:7H.2:9S`, seats as people count them.")
]


class Show(Struct, frozen=True, forbid_unknown_fields=True):
    """What all are to see."""

    move: Position = 0
    seat: Eyes = "all"
    front: Annotated[int | None, Meta(description="The seat at the bottom; null: the one who looks, or the first.")] = (
        None
    )
    after: AfterEvent = None
    line: LineOfMoves = ""
    rings: Marks = ()
    arrows: Arrows = ()


class Shown(Struct, frozen=True):
    """What all see."""

    move: Position
    seat: Eyes
    front: Annotated[int, Meta(description="The seat at the bottom.")]
    after: AfterEvent
    line: LineOfMoves
    rings: Marks
    arrows: Arrows


class Leader(Struct, frozen=True):
    """The person who leads a review."""

    id: int
    name: str


class Joined(Struct, frozen=True):
    """Somebody who has joined a review."""

    id: int
    name: str
    here: Annotated[bool | None, Meta(description="Null while nobody knows.")]


class Review(Struct, frozen=True):
    """A table that is over, looked at by several people at once."""

    id: str
    table: str
    leader: Annotated[Leader | None, Meta(description="Null while nobody leads.")]
    shown: Shown
    version: Annotated[int, Meta(description="It grows with each change of what is shown, of the leader, at the end.")]
    over: bool
    joined: Annotated[bool, Meta(description="Whether you have.")]
    may_end: Annotated[bool, Meta(description="Whether you may end it for everybody.")]
    people: Annotated[tuple[Joined, ...], Meta(description="Who has joined; nobody is named to those who have not.")]
    led_until: Annotated[
        int | None,
        Meta(description="When the lead may be taken (epoch ms); null while its holder is here, and before you join."),
    ]


class StreamReview(Struct, frozen=True):
    """What is shown, in the `data` of an event called `shown`; a lower version than one that you have is too old."""

    version: int
    move: Position
    seat: Eyes
    front: int
    after: AfterEvent
    line: LineOfMoves
    rings: Marks
    arrows: Arrows
    eyes: Annotated[str, Meta(description="Seat, front and line as the addresses of pages have them.")]
    leader: Leader | None
    over: bool


class StreamCompany(Struct, frozen=True):
    """Who is there, in the `data` of an event called `people`."""

    people: Annotated[tuple[str, ...], Meta(description="By name.")]


def review_of(looking: Looking) -> Review:
    leader = None if looking.leader is None else Leader(looking.leader, looking.leads)
    own = ("id", "table", "version", "over", "joined", "may_end", "led_until")
    return Review(
        leader=leader,
        shown=msgspec.convert(looking.showing, Shown, from_attributes=True),
        people=tuple(Joined(each.id, each.name, each.here) for each in looking.people),
        **{name: getattr(looking, name) for name in own},
    )


def showing_of(show: Show) -> Viewing:
    """What *show* asks for; a line without a beginning is left to the rules, which refuse it."""
    front = front_of(show.seat) if show.front is None else show.front
    after = show.after if show.after is not None or not show.line else -1
    arrows = tuple((start, end) for start, end in show.arrows)
    return Viewing(show.move, show.seat, front, after, show.line, show.rings, arrows)


PATH = "/api/reviews/{review_id}/stream"
DESCRIPTION = """
Server-sent events for those who have joined. `shown` says what is shown, at first and with each change: who connects
again needs nothing else. `people` says who is there as somebody comes or goes, and `chat` the number of the last line,
which is read at `/api/reviews/{review_id}/chat`. Each reader asks for the table itself, whose replay has all positions.
The stream ends soon after you have left, or may not see the table any more. While it is open you are there: the lead
stays with somebody who is.
"""


def describe_stream(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """drf-spectacular's hook that adds what it cannot find."""
    detail = result["paths"].get(PATH.removesuffix("/stream"))
    if detail is None:
        return result
    components = result["components"]["schemas"]
    shapes = schemas(StreamReview) | schemas(StreamCompany)
    components |= {name: schema for name, schema in shapes.items() if name not in components}
    result["paths"][PATH] = {
        "get": {
            "operationId": "streamReview",
            "summary": "Follow a review live",
            "description": DESCRIPTION.strip(),
            "parameters": [one for one in detail["get"]["parameters"] if one["in"] == "path"],
            "tags": ["people"],
            "security": detail["get"]["security"],
            "responses": responses((StreamReview, StreamCompany, StreamChat), (400, 401, 403, 404, 429, 503)),
        }
    }
    return result
