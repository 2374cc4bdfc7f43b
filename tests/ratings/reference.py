"""The rules of a site's pool again, as plainly as the text has them and as slowly: the product is held against it.

Nothing of the product is used but the shape of its events. A pool is asked after everything again at each table.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.events import Event
from tournaments.ratings.events import RatingCorrected, RatingExcluded, RatingReadmitted, TableRated

DAY = 86_400_000


@dataclass(frozen=True)
class Numbers:
    """What the text gives numbers to; smaller ones for small pools."""

    tables: int = 10
    people: int = 5
    window: int = 60
    young: int = 20


@dataclass
class Person:
    rating: float = 1500.0
    tables: int = 0
    summited: bool = False
    settled: int = 0
    duels: list[tuple[int, bool, bool]] = field(default_factory=list)
    """The people met (w > 0), whether they were settled when they sat down, and whether they were settled or
    introduced."""

    def is_introduced(self, numbers: Numbers) -> bool:
        """Whether as many different people were met who were settled when they met."""
        return len({one for one, settled, _steady in self.duels if settled}) >= numbers.people


@dataclass
class Table:
    event: TableRated
    places: tuple[int, ...] | None
    excluded: set[int]

    def bot(self, user: int) -> str:
        return self.event.bots[self.event.users.index(user)]

    def place(self, user: int) -> int:
        assert self.places is not None
        return self.places[self.event.users.index(user)]

    def left(self, least: int, most: int) -> set[int]:
        """Who left after this number of their own decisions."""
        rows = zip(self.event.users, self.event.ends, self.event.decisions, strict=True)
        return {user for user, end, made in rows if end != "played" and least <= made <= most}

    @property
    def rated(self) -> list[int]:
        """The users who have a rating."""
        return [user for seat, user in enumerate(self.event.users) if seat not in self.event.guests]

    @property
    def sides(self) -> list[list[int]]:
        seats = self.event.teams or [[seat] for seat in range(len(self.event.users))]
        return sorted(sorted(self.event.users[seat] for seat in side) for side in seats)


def ratings(events: Sequence[Event], numbers: Numbers = Numbers()) -> dict[int, Person]:
    """Everybody in a pool after *events*, with all the rulings among them."""
    people: dict[int, Person] = {}
    earlier: list[Table] = []
    for seq, event in enumerate(events, start=1):
        if isinstance(event, TableRated):
            table = counted(event, events)
            rate(table, people, earlier, seq, numbers)
            earlier.append(table)
    return people


def counted(event: TableRated, events: Sequence[Event]) -> Table:
    places: tuple[int, ...] | None = event.places
    out: list[RatingExcluded] = []
    for ruling in events:
        if isinstance(ruling, RatingCorrected) and ruling.table == event.table:
            places = ruling.places
        elif isinstance(ruling, RatingExcluded):
            out.append(ruling)
        elif isinstance(ruling, RatingReadmitted):
            out = [each for each in out if each.user != ruling.user]
    hit = {each.user for each in out if each.since <= event.ended and (not each.until or event.ended < each.until)}
    return Table(event, places, (hit & set(event.users)) | {event.users[seat] for seat in event.guests})


def rate(table: Table, people: dict[int, Person], earlier: list[Table], seq: int, numbers: Numbers) -> None:
    for user in table.rated:
        people.setdefault(user, Person())
    young = sum(person.settled > 0 for person in people.values()) < numbers.young
    made = {} if table.places is None else changes(table, people, earlier, young)
    settled = {user: people[user].settled > 0 for user in table.rated}
    steady = {user: settled[user] or people[user].is_introduced(numbers) for user in table.rated}
    for user, (rating, met) in made.items():
        person = people[user]
        person.summited = person.summited or (person.tables > 0 and person.rating >= 2400) or rating >= 2400
        person.rating, person.tables = rating, person.tables + 1
        person.duels += [(one, settled[one], steady[one]) for one in met]
    new = [user for user, person in people.items() if not person.settled and settles(person, people, young, numbers)]
    for user in new:
        people[user].settled = seq


def settles(person: Person, people: dict[int, Person], young: bool, numbers: Numbers) -> bool:
    if young:
        known = {one for one, _settled, _steady in person.duels if people[one].tables >= numbers.tables}
    else:
        known = {one for one, settled, _steady in person.duels if settled}
    last = person.duels[-numbers.window :]
    most = sum(times for _one, times in Counter(one for one, _settled, _steady in last).most_common(2))
    half = young or 2 * sum(steady for _one, _settled, steady in last) >= len(last)
    return person.tables >= numbers.tables and len(known) >= numbers.people and half and 3 * most <= 2 * len(last)


def changes(
    table: Table, people: dict[int, Person], earlier: list[Table], young: bool
) -> dict[int, tuple[float, list[int]]]:
    """The new rating of everybody for whom a duel counts, and the people they met."""
    found = {}
    gone = table.left(0, 0)
    for side in table.sides:
        for user in side:
            if gone and not (user in gone and is_habit(table, user, earlier)):
                continue
            weights = [(other, weight(table, user, side, other, people, earlier, young)) for other in table.sides]
            if gone:
                out = table.excluded & set(side)
                weights = [(other, 0.0 if out or table.excluded & set(other) else 1.0) for other in table.sides]
            weights = [(other, w) for other, w in weights if other != side and w > 0]
            if weights:
                found[user] = moved(table, user, side, weights, people, young, lost=bool(gone))
    return found


def is_habit(table: Table, user: int, earlier: list[Table]) -> bool:
    before = [
        each
        for each in earlier
        if each.places is not None
        and each.event.origin == "casual"
        and user in each.left(0, 0)
        and each.event.ended > table.event.ended - 7 * DAY
    ]
    return table.event.origin == "casual" and len(before) >= 2


def moved(
    table: Table,
    user: int,
    side: list[int],
    weights: list[tuple[list[int], float]],
    people: dict[int, Person],
    young: bool,
    *,
    lost: bool,
) -> tuple[float, list[int]]:
    def mean(users: list[int]) -> float:
        return sum(people[one].rating for one in users) / len(users)

    total = 0.0
    for other, w in weights:
        own, theirs = table.place(user), table.place(other[0])
        score = 0.0 if lost or own > theirs else 0.5 if own == theirs else 1.0
        total += w * (score - 1 / (1 + 10 ** ((mean(other) - mean(side)) / 400)))
    rating = people[user].rating + k_of(table, user, people[user], young) / (len(table.sides) - 1) * total
    return max(100.0, rating), [one for other, _w in weights for one in other if not table.bot(one)]


def k_of(table: Table, user: int, person: Person, young: bool) -> int:
    if person.summited or (person.tables > 0 and person.rating >= 2400):
        return 10
    if person.tables < 10:
        return 60
    slow = young or bool(person.settled) or bool(table.bot(user))
    return 20 if person.tables >= 30 and slow else 40


def weight(
    table: Table,
    user: int,
    side: list[int],
    other: list[int],
    people: dict[int, Person],
    earlier: list[Table],
    young: bool,
) -> float:
    both, alone = side + other, all(table.event.bots)
    if side == other or table.excluded & set(both) or (table.bot(user) and not alone):
        return 0.0
    others = [one for one in both if not table.bot(one)]
    if not table.bot(user) and is_new_to(people, user, others, young):
        return 0.0
    if given_up(table, user, other, earlier):
        return 0.0
    w = again(table, side, other, earlier)
    bots = [one for one in both if table.bot(one)]
    if bots and not alone:
        w *= 0.5 if all(people[one].tables >= 10 for one in bots) else 0.0
    return w


def is_new_to(people: dict[int, Person], user: int, others: list[int], young: bool) -> bool:
    if young:
        return people[user].tables >= 10 and any(people[one].tables < 10 for one in others)
    return people[user].settled > 0 and any(not people[one].settled for one in others)


def given_up(table: Table, user: int, other: list[int], earlier: list[Table]) -> bool:
    return any(
        table.place(loser) > table.place(user)
        and loser in each.left(1, 3)
        and user in each.event.users
        and each.places is not None
        and each.place(loser) > each.place(user)
        and not any({loser, user} <= set(each_side) for each_side in each.sides)
        for loser in set(other) & table.left(1, 3)
        for each in earlier
        if loser in each.event.users and each.event.ended > table.event.ended - DAY
    )


def again(table: Table, side: list[int], other: list[int], earlier: list[Table]) -> float:
    if table.event.origin == "large":
        return 1.0

    def key(at: Table, one: int) -> int | str:
        return at.bot(one) or one

    def opposed(at: Table, one: int | str, two: int | str) -> bool:
        keys = [[key(at, user) for user in users] for users in at.sides]
        return any(one in a and two in b for a in keys for b in keys if a is not b)

    near = [
        each
        for each in earlier
        if each.places is not None and not each.left(0, 0) and each.event.ended > table.event.ended - DAY
    ]
    times = max(sum(opposed(each, key(table, one), key(table, two)) for each in near) for one in side for two in other)
    return 1.0 if times <= 2 else 0.5 if times <= 4 else 0.0
