"""Markup on one line, so that a test does not depend on how its template is laid out."""

import re


def tight(html: str) -> str:
    """Without white space beside tags and inside them; all other runs of it are one space."""
    inside = re.sub(r"<[^>]+>", lambda tag: re.sub(r"\s+(?=/?>)", "", " ".join(tag.group().split())), html)
    return re.sub(r"\s*(<[^>]+>)\s*", r"\1", re.sub(r"\s+", " ", inside))
