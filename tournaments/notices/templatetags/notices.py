"""The bell in the header of every page."""

from typing import Any

from django import template
from django.db import DatabaseError

from tournaments.notices import badge

register = template.Library()


@register.inclusion_tag("notices/bell.html", takes_context=True)
def bell(context: dict[str, Any]) -> dict[str, Any]:
    """How many notices wait for the reader: one query, by an index that holds nothing else."""
    request = context.get("request")
    user = request.user if request else None
    if user is None or not user.is_authenticated:
        return {"stranger": True}
    try:
        count = badge.unread(user.pk)
    except DatabaseError:  # an error page has a bell too
        count = 0
    return {"count": min(count, badge.MOST), "more": count > badge.MOST, "here": context.get("area") == "notices"}


@register.inclusion_tag("notices/badge.html", takes_context=True)
def badge_of_notices(context: dict[str, Any]) -> dict[str, Any]:
    """The same number alone, where there is no room for a bell."""
    return bell(context)
