"""What pages of the rooms below show of people: whom somebody would name first."""

from tournaments.people import friends


def friends_of(user: int) -> list[str]:
    """The names of their friends."""
    return [person.name for person in friends.circle(user).friends]
