"""``/api/reviews``: tables that are over, looked at by several people at once, as on the pages."""

from collections.abc import Callable
from functools import partial
from typing import Annotated

from msgspec import Meta, Struct

from accounts.sessions import count_reader
from tournaments.kit.endpoints import Own, operation
from tournaments.people import chat, places
from tournaments.people.chat import Chat
from tournaments.people.reviews import selectors, services
from tournaments.people.reviews.repeated import once
from tournaments.people.reviews.selectors import Brief
from tournaments.people.web.api.chat import After, Said, Say
from tournaments.people.web.api.review_shapes import Review, Show, review_of, showing_of


class Reviews(Struct, frozen=True):
    """Reviews that go on, the newest first."""

    reviews: tuple[Brief, ...]


class HandTo(Struct, frozen=True, forbid_unknown_fields=True):
    to: Annotated[int, Meta(ge=1, le=2**50, description="The number of somebody who has joined, and is there.")]


@operation("GET reviews", "listReviews", needs="replay:read_private", tag="people", refusals={401})
def list_reviews(caller: Own) -> Reviews:
    """List the reviews that go on which you have opened or joined."""
    return Reviews(tuple(selectors.of_user(caller.user)))


@operation(
    "GET tables/<id:table_id>/reviews",
    "listTableReviews",
    needs="replay:read_private",
    tag="people",
    refusals={401, 404},
)
def list_table_reviews(caller: Own, *, table_id: str) -> Reviews:
    """List the reviews of a table that go on, without those of people whom you block."""
    return Reviews(tuple(selectors.at_table(table_id, caller.user)))


@operation(
    "POST tables/<id:table_id>/reviews", "openReview", needs="replay:write", tag="people", status=201, scope="together"
)
def open_review(caller: Own, *, table_id: str, body: Show, command: str | None) -> Review:
    """Look at a table that is over together with others.

    You lead; those who played are asked to join. While one of yours goes on at that table you are given that one.
    """
    showing = showing_of(body)
    asked = "open", table_id, showing

    def opens() -> str:
        return services.open_review(user=caller.user, table_id=table_id, showing=showing)

    return _after(caller, once(caller.user.pk, command, asked, opens))


@operation(
    "GET reviews/<id:review_id>",
    "getReview",
    needs="replay:read_private",
    tag="people",
    refusals={404},
    scope="replays",
)
def get_review(caller: Own, *, review_id: str) -> Review:
    """Get what is shown in a review, and, if you have joined it, who is there."""
    count_reader(caller.request.user, "replays")
    return _after(caller, review_id)


@operation("POST reviews/<id:review_id>/join", "joinReview", needs="replay:write", tag="people", scope="together")
def join_review(caller: Own, *, review_id: str, command: str | None) -> Review:
    """Join a review of a table that you may see."""
    act = partial(services.join, user=caller.user, review_id=review_id)
    return _carried_out(caller, review_id, command, ("join",), act)


@operation("POST reviews/<id:review_id>/leave", "leaveReview", needs="replay:write", tag="people", scope="together")
def leave_review(caller: Own, *, review_id: str, command: str | None) -> Review:
    """Leave a review. If you lead, anybody who is there may take the lead."""
    act = partial(services.leave, user=caller.user, review_id=review_id)
    return _carried_out(caller, review_id, command, ("leave",), act)


@operation("POST reviews/<id:review_id>/step", "stepReview", needs="replay:write", tag="people", scope="steps")
def step_review(caller: Own, *, review_id: str, body: Show, command: str | None) -> Review:
    """Show all others something, while you lead: a position, eyes, a line of moves, marks on cards.

    It is all that is shown then: what you leave out is as at the beginning. The same again changes nothing.
    """
    showing = showing_of(body)
    act = partial(services.step, user=caller.user, review_id=review_id, showing=showing)
    return _carried_out(caller, review_id, command, ("step", showing), act)


@operation("POST reviews/<id:review_id>/hand", "handReviewOver", needs="replay:write", tag="people", scope="together")
def hand_review_over(caller: Own, *, review_id: str, body: HandTo, command: str | None) -> Review:
    """Give the lead to somebody who is there."""
    act = partial(services.hand_over, user=caller.user, review_id=review_id, to=body.to)
    return _carried_out(caller, review_id, command, ("hand", body.to), act)


@operation("POST reviews/<id:review_id>/take", "takeReviewOver", needs="replay:write", tag="people", scope="together")
def take_review_over(caller: Own, *, review_id: str, command: str | None) -> Review:
    """Take the lead, if nobody has it, or if the one who leads has been gone for a minute."""
    act = partial(services.take_over, user=caller.user, review_id=review_id)
    return _carried_out(caller, review_id, command, ("take",), act)


@operation("POST reviews/<id:review_id>/end", "endReview", needs="replay:write", tag="people", scope="together")
def end_review(caller: Own, *, review_id: str, command: str | None) -> Review:
    """End a review for everybody, if you opened it, or lead it after the opener's account was erased."""
    act = partial(services.end, user=caller.user, review_id=review_id)
    return _carried_out(caller, review_id, command, ("end",), act)


@operation("GET reviews/<id:review_id>/chat", "getReviewChat", needs="message:read", tag="people", refusals={404})
def get_review_chat(caller: Own, *, review_id: str, query: After) -> Chat:
    """Read what was written in a review."""
    return chat.read(places.in_review(review_id), None if caller.viewer is None else caller.user, after=query.after)


@operation(
    "POST reviews/<id:review_id>/chat", "writeReviewChat", needs="message:write", tag="people", status=201, scope="chat"
)
def write_review_chat(caller: Own, *, review_id: str, body: Say, command: str | None) -> Said:
    """Write a line in a review that you have joined."""
    return Said(chat.write(user=caller.user, place=places.in_review(review_id), text=body.text, command=command))


def _carried_out(
    caller: Own, review_id: str, command: str | None, asked: tuple[object, ...], act: Callable[[], object]
) -> Review:
    """The review after *act*, which the same *command* does once."""

    def acts() -> str:
        act()
        return review_id

    return _after(caller, once(caller.user.pk, command, (review_id, *asked), acts))


def _after(caller: Own, review_id: str) -> Review:
    reader = caller.request.user
    return review_of(selectors.looking(selectors.row(review_id, reader), reader))
