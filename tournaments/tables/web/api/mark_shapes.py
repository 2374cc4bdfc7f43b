"""Rings and arrows as programs read and send them, for reviews and studies."""

from typing import Annotated, TypeAlias

from msgspec import Meta

Mark: TypeAlias = Annotated[str, Meta(max_length=4, description="A card, or the place of a seat: `@1` is the first.")]
Marks: TypeAlias = Annotated[tuple[Mark, ...], Meta(max_length=32, description="What has a ring, 8 at most.")]
Arrow: TypeAlias = Annotated[tuple[Mark, ...], Meta(min_length=2, max_length=2)]
Arrows: TypeAlias = Annotated[
    tuple[Arrow, ...], Meta(max_length=32, description="From one mark to another one, 8 at most.")
]
