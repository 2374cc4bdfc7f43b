"""Through whose eyes a table is looked at again, and which seat is at the bottom then."""

from engine.events import Seat


def front_of(eyes: str, own: Seat | None = None) -> Seat:
    """The seat at the bottom unless another is asked for: the one of the *eyes*, else one's *own*, else the first."""
    if eyes.isdecimal() and eyes.isascii() and len(eyes) < 3:
        return Seat(int(eyes))
    return own or Seat(0)


def asked_eyes(eyes: str, front: int, own: Seat | None = None) -> dict[str, str]:
    """Both as addresses name them, always in the same words."""
    return {"seat": eyes} | ({} if front == front_of(eyes, own) else {"front": str(front)})
