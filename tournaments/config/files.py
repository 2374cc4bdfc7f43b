"""How many files a process may have open: every stream is one, here and in the proxy."""

import resource

ENOUGH = 65_536
"""More is of no use, and some programs go through all numbers that they might have open."""
FEW = 4_096
"""With fewer it is worth saying."""


def allow_many() -> int:
    """Raise the limit as far as this process may, for itself and for what it starts; the limit now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return ENOUGH if soft == resource.RLIM_INFINITY else soft


def complaint(limit: int) -> str:
    """What there is to say about *limit* at the start, if there is anything."""
    if limit >= FEW:
        return ""
    return f"Only {limit} files may be open at once (ulimit -Hn): about {max(0, limit // 2 - 100)} live streams."
