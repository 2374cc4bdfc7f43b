"""Who wins a trick between two sides: vectors and rows of the rules sheet, sections 2 and 3, and what cannot happen."""

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards.decktet import BASIC, DECK, SUIT_BITS, SUIT_LETTERS, SUITS_OF
from engine.games.gasp.sums import Command, command, counting, raided, values
from engine.games.gasp.tricks import packed

tricks = given(st.lists(st.sampled_from(BASIC), min_size=4, max_size=4, unique=True))
many = settings(deadline=None, max_examples=300)


def plays(cards: Sequence[str]) -> list[int]:
    return [packed(DECK.card[code], None) for code in cards]


def in_pairs(trick: str) -> tuple[int, str, str]:
    """The score, the suits it is reached in, and the card whose player leads next."""
    return _read(trick, command(plays(trick.split()), own_crown=True))


def for_two(trick: str) -> tuple[int, str, str]:
    return _read(trick, command(plays(trick.split()), own_crown=False))


def _read(trick: str, won: Command) -> tuple[int, str, str]:
    suits = "".join(letter for suit, letter in enumerate(SUIT_LETTERS) if won.suits >> suit & 1)
    return won.score, suits, trick.split()[won.place]


VECTORS = {
    "Author, Pact, Betrayal, Castle: 10 in Knots": ("2MK 9MS 8YK 7SK", (10, "K", "8YK")),
    "Author, Pact, Castle, Merchant: 9 tied twice": ("2MK 9MS 7SK 9LK", (9, "K", "9LK")),
    "Mountain, Author, Diplomat, Chance Meeting: 12 in both suits": ("4MS 2MK 8MS 7ML", (12, "MS", "8MS")),
    "Author, Lunatic, Market, Forest: 11 in Moons": ("2MK 6MW 6LK 5ML", (11, "M", "6MW")),
    "Author, Pact, Castle, Betrayal: no suit shared": ("2MK 9MS 7SK 8YK", (9, "K", "7SK")),
    "Windfall, Castle, Ace of Knots, Merchant: 21": ("CK 7SK AK 9LK", (21, "K", "AK")),
}


@pytest.mark.parametrize(("trick", "expected"), VECTORS.values(), ids=VECTORS)
def test_vector_of_pairs(trick, expected):
    assert in_pairs(trick) == expected


def test_vector_of_two_author_pact_betrayal_castle_is_10_in_knots():
    assert for_two("2MK 9MS 8YK 7SK") == (10, "K", "8YK")


def test_vector_of_two_an_ace_beside_its_own_crown_stays_1_so_that_16_beats_11():
    assert for_two("CK 7SK AK 9LK") == (16, "K", "9LK")
    assert for_two("CK 2MK AK 3SK") == (11, "K", "CK")


# -- values


def test_an_ace_is_raised_by_its_crown_whichever_team_played_it():
    assert in_pairs("AW CW 2WL 2MK") == (13, "W", "AW")
    assert in_pairs("AW 2WL CW 3MW") == (21, "W", "AW")


def test_an_ace_is_raised_by_a_crown_played_later():
    assert in_pairs("AW 9WY 2WL CW") == (19, "W", "CW")
    assert values([DECK.card[code] for code in ("AW", "9WY", "2WL", "CW")], own_crown=True) == [11, 9, 2, 10]


def test_for_two_only_the_opponents_crown_raises_an_ace():
    assert for_two("AW CW 2WL 2MK") == (13, "W", "AW")
    assert for_two("AW 2WL CW 3MW") == (11, "W", "CW")


def test_a_crown_of_another_suit_raises_nothing():
    assert in_pairs("AW CL 2WL 3MW") == (3, "W", "3MW")


# -- rows


def test_t1_a_tie_with_ones_own_teams_score_changes_the_suit():
    assert in_pairs("2WL 9WY AM 9LK") == (9, "L", "9LK")


def test_t1_a_lower_card_in_another_suit_does_not_change_it():
    assert in_pairs("2WL 9WY AM 6LK") == (9, "W", "9WY")


def test_t2_a_card_that_does_not_follow_counts_for_nobody():
    assert in_pairs("2WL 9MS 4WL 8MS") == (6, "WL", "4WL")
    assert in_pairs("2MK 9MS 8YK 6SY") == (10, "K", "8YK")


def test_t2_partners_who_share_another_suit_than_the_leads_add_nothing():
    assert in_pairs("5ML 9LK 2SY 7SK") == (9, "L", "9LK")


def test_t2_the_lead_counts_alone_when_the_partner_does_not_follow():
    assert in_pairs("8WL 3MW CM AS") == (8, "WL", "8WL")
    assert in_pairs("8WL AM CM AS") == (8, "WL", "8WL")


def test_partners_add_up_in_a_suit_that_both_share_with_the_lead():
    assert in_pairs("2WL 9WY AM 7WY") == (16, "W", "9WY")


def test_a_card_of_both_suits_adds_up_with_a_card_of_one_in_that_one():
    assert in_pairs("2WL 8WL AM 7WY") == (15, "W", "8WL")
    assert in_pairs("2WL 7WY AM 8WL") == (15, "W", "8WL")


def test_a_single_card_of_both_suits_reaches_its_score_in_both():
    assert in_pairs("2WL 8WL AM AS") == (8, "WL", "8WL")


def test_two_cards_of_both_suits_of_the_other_team_reach_their_sum_in_both():
    assert in_pairs("2WL 4WL 9MS 8WL") == (12, "WL", "8WL")


def test_the_next_leader_is_of_the_winning_team_whatever_higher_card_an_opponent_has():
    assert in_pairs("6MW 9MS 5ML AM") == (11, "M", "6MW")


@pytest.mark.parametrize(
    ("trick", "leader"), [("9MS 2MK CM AS", "CM"), ("7ML CL CM AS", "CM"), ("CM 2MK AM 3MW", "AM")]
)
def test_the_highest_card_in_the_winning_suit_leads_next(trick, leader):
    assert in_pairs(trick)[2] == leader


def test_of_equal_ranks_the_later_card_leads_next():
    """Of one side they never share a suit (fact), so that the later has won in its own."""
    assert in_pairs("2WL CW AM CL") == (10, "L", "CL")


# -- facts


@many
@tricks
def test_two_suits_tie_only_if_every_card_that_counts_carries_both_suits_of_the_lead(cards):
    for own_crown in (True, False):
        trick = plays(cards)
        won = command(trick, own_crown=own_crown)
        lead = SUIT_BITS[DECK.card[cards[0]]]
        assert won.suits
        assert won.suits & lead == won.suits
        if won.suits.bit_count() == 2:
            assert all(SUIT_BITS[DECK.card[cards[at]]] == lead for at in counting(trick, won))


@many
@tricks
def test_the_next_leader_is_the_same_whichever_of_two_suits_is_chosen(cards):
    trick = plays(cards)
    won = command(trick, own_crown=True)
    worth = values([DECK.card[code] for code in cards], own_crown=True)
    for suit in SUITS_OF[DECK.card[cards[0]]]:
        if won.suits >> suit & 1:
            carriers = [at for at in (0, 1, 2, 3) if at % 2 == won.place % 2 and SUIT_LETTERS[suit] in cards[at][1:]]
            highest = max(worth[at] for at in carriers)
            assert won.place == max(at for at in carriers if worth[at] == highest)


@many
@tricks
def test_no_ace_has_won_where_a_suit_is_chosen(cards):
    trick = plays(cards)
    won = command(trick, own_crown=True)
    if won.suits.bit_count() == 2:
        assert all(raided(trick, won.place, suit) is None for suit in SUITS_OF[DECK.card[cards[0]]])


def test_t3_both_teams_cannot_have_21():
    """An Ace and its crown in the lead team leave one suit to follow, whose Ace and crown are then both out."""
    pairs = [(f"A{suit}", f"C{suit}") for suit in SUIT_LETTERS]
    for mine, theirs in permutations(pairs, 2):
        for a1, a2 in permutations(mine):
            for b1, b2 in permutations(theirs):
                won = command(plays([a1, b1, a2, b2]), own_crown=True)
                assert (won.place % 2, won.score) == (0, 21)


@many
@tricks
def test_the_second_card_of_the_lead_always_adds_to_the_first_if_it_follows(cards):
    if SUIT_BITS[DECK.card[cards[0]]] & SUIT_BITS[DECK.card[cards[2]]]:
        before = command(plays(cards[:2]), own_crown=True)
        worth = values([DECK.card[code] for code in cards[:3]], own_crown=True)
        after = command(plays(cards[:3]), own_crown=True)
        assert after.score >= worth[0] + worth[2] or before.place == 1


# -- raids


def test_the_crown_of_the_other_team_is_raided_by_the_ace_to_it():
    assert raided(plays(["AW", "CW", "2WL", "3MW"]), 0, SUIT_LETTERS.index("W")) == 1
    assert raided(plays(["2WL", "CW", "AW", "3MW"]), 2, SUIT_LETTERS.index("W")) == 1
    assert raided(plays(["CW", "AW", "2WL", "9WY"]), 3, SUIT_LETTERS.index("W")) == 0


def test_ones_own_crown_is_not_raided():
    assert raided(plays(["AW", "2WL", "CW", "3MW"]), 0, SUIT_LETTERS.index("W")) is None


def test_an_ace_that_does_not_follow_raids_nothing():
    assert raided(plays(["2SY", "CM", "CY", "AM"]), 2, SUIT_LETTERS.index("Y")) is None


def test_an_ace_of_another_suit_raids_nothing():
    assert raided(plays(["CL", "AM", "AL", "CM"]), 2, SUIT_LETTERS.index("L")) is None


@pytest.mark.parametrize("suit", SUIT_LETTERS)
def test_a_winning_teams_ace_that_follows_beside_the_other_teams_crown_always_raids(suit):
    """Together with its partner it beats any single card, so the trick is won in its suit (fact)."""
    others = [code for code in BASIC if code not in (f"A{suit}", f"C{suit}")]
    for one, two in product(others, repeat=2):
        for places in permutations((f"A{suit}", f"C{suit}", one, two)) if one < two else ():
            at = places.index(f"A{suit}")
            trick = plays(places)
            won = command(trick, own_crown=True)
            if at % 2 == won.place % 2 != places.index(f"C{suit}") % 2 and suit in places[0][1:]:
                assert won.suits == 1 << SUIT_LETTERS.index(suit)
                assert raided(trick, won.place, SUIT_LETTERS.index(suit)) is not None
