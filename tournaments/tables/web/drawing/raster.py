"""An SVG as a picture, and pictures as a film."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Final

import resvg_py
from PIL import Image

from tournaments.tables.web.drawing.letters import COVERED, FILES

FILM: Final = 800
"""The width of a film."""
GIF: Final = 640
"""The width of one that is a GIF."""
STEP: Final = 1200
"""Milliseconds for which a position stands."""
END: Final = 3200
"""The same for the last one."""
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def png(svg: str, width: int) -> bytes:
    """*svg* as a PNG, *width* pixels wide, with the letters that come with the service."""
    known = all(COVERED.fullmatch(words) for words in _TEXT.findall(svg))
    return resvg_py.svg_to_bytes(svg_string=svg, width=width, font_files=list(FILES.values()), skip_system_fonts=known)


def gif(svgs: Sequence[str], largest: int) -> bytes | None:
    """A film (:func:`film`) as GIF, of fewer colours and smaller."""
    frames = [Image.open(BytesIO(png(svg, GIF))).convert("RGB") for svg in svgs]
    times = [STEP] * (len(frames) - 1) + [END]
    for colours in (128, 64, 32):
        shared = frames[-1].quantize(colours)  # one palette, so that what has not changed is not sent again
        drawn = [frame.quantize(palette=shared, dither=Image.Dither.NONE) for frame in frames]
        made = BytesIO()
        drawn[0].save(made, "GIF", save_all=True, append_images=drawn[1:], duration=times, loop=0, optimize=False)
        if len(made.getvalue()) <= largest:
            return made.getvalue()
    return None


def film(svgs: Sequence[str], largest: int) -> bytes | None:
    """Those pictures one after the other, again and again, as animated WebP of at most *largest* bytes."""
    frames = [Image.open(BytesIO(png(svg, FILM))).convert("RGB") for svg in svgs]
    times = [STEP] * (len(frames) - 1) + [END]
    for quality in (80, 55, 30):
        made = BytesIO()
        frames[0].save(
            made, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=0, quality=quality, method=2
        )
        if len(made.getvalue()) <= largest:
            return made.getvalue()
    return None
