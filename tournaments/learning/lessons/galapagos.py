"""The first lesson of Galapagos."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="galapagos",
    hands=("QS JS TS 7H 7D 7C AH 2C 4D 5D 9C 3H 8H", "9D 5H AC KC QC TD TC 4H 6D 6C 8C 3D JH"),
    below="KS 5C 2D 5S 6H KD 2S 8D JD QH 2H 4C TH AS JC 3C 9H 7S 9S KH AD 8S 4S 6S QD 3S",
    names=("", "Hazel"),
    steps=(
        Step(
            title=_("Three parts"),
            says=_(
                "First you bid for cards, then you show melds and play tricks with them, "
                "and last you play with the cards that you bid."
            ),
        ),
        Step(
            title=_("Bid high for a good card"),
            says=_(
                "The {KS} continues your spades: ten, Jack, Queen. Both bid a card at once; the higher one wins. "
                "Bid the {AH}."
            ),
            move="bid-AH",
            then="2:bid-9D",
            done=_("Nothing is higher than an Ace. What you bid is gone from your hand, until the last part."),
            otherwise=_("An Ace is the surest bid, and your spades are worth it."),
            points=("KS", "AH"),
        ),
        Step(
            title=_("Take it or cede it"),
            says=_(
                "You won, so you choose: take the {KS}, or leave it to {s2} and draw the next card unseen. Take it."
            ),
            move="take",
            done=_("{s2} drew the next card of the stock. Both hold thirteen cards again."),
            otherwise=_("But the King makes four spades in a row, which are worth twenty points."),
            points=("KS",),
        ),
        Step(
            title=_("Bid low for a bad card"),
            says=_("The {2D} is of no use to you. Bid your lowest card: it is a good way to get rid of it."),
            move="bid-2C",
            then="2:bid-5H 2:cede",
            done=_("{s2} won, and ceded it: the winner gets the unseen card then."),
            otherwise=_("That card may be worth more later. The 2 of Clubs is the lowest that you have."),
            points=("2D",),
        ),
        Step(
            title=_("Show your melds"),
            says=_(
                "Thirteen auctions are over. You have five spades and four hearts in a row, and three sevens. "
                "Announce spades as your trump, the suit of the missing seven, and the sevens count double."
            ),
            before=(
                "1:bid-9C 2:bid-JH 2:take 1:bid-2D 2:bid-TD 2:cede 1:bid-2S 2:bid-TC 2:cede 1:bid-KD 2:bid-QH 1:take "
                "1:bid-2H 2:bid-5S 2:cede 1:bid-3H 2:bid-AS 2:take 1:bid-3C 2:bid-8D 2:cede 1:bid-4D 2:bid-8C 2:cede "
                "1:bid-5D 2:bid-7S 2:take 1:bid-8S 2:bid-AD 2:take 1:bid-6S 2:bid-KH 2:take"
            ),
            move="meld-S",
            done=_("Your trump doubled the three sevens."),
            otherwise=_(
                "Without a trump announced the three sevens count fifteen, not thirty: you miss a hundred by that."
            ),
            points=("7H", "7D", "7C"),
        ),
        Step(
            title=_("Only you reached a hundred"),
            says=_("{s2} melded sixty. Since you alone reached a hundred, you get a hundred more."),
            before="2:meld 2:trump-C",
            points=("seat-1",),
        ),
        Step(
            title=_("Two trumps"),
            says=_(
                "{s2} leads a club, which is the trump of {s2}. You hold no clubs: your own trump wins if it is of a "
                "higher rank. "
                "Use the lowest that is enough."
            ),
            before="1:TS 2:4S 1:7H 2:4H 1:TH 2:6H 1:7D 2:QD 2:QC 1:7C 2:AC 1:JD 2:5C",
            move="9S",
            done=_("Nine is higher than five, so your trump beats the other one. Jack, Queen and King stay with you."),
            otherwise=_("The nine of spades is enough, and no higher than it has to be."),
            others={
                "3S": _("A three is lower than a five: against the other trump the rank decides."),
                "8H": _("Neither a club nor your trump: that cannot win."),
                "9H": _("Neither a club nor your trump: that cannot win."),
            },
            points=("5C",),
        ),
        Step(
            title=_("The last trick decides"),
            says=_(
                "You won the last trick, so each of your eight tricks counts ten, and each of the five of {s2} only "
                "five."
            ),
            before="1:9H 2:KC 2:3D 1:3S 1:8H 2:4C 2:JC 1:KS 1:QS 2:6D 1:JS 2:6C",
            held=True,
        ),
        Step(
            title=_("The play-off"),
            says=_(
                "Now you play with the cards that you bid, and want to be rid of them first. "
                "You lead: put down your four twos. Only four of a higher rank beat them."
            ),
            move="out-2S-2H-2D-2C",
            then="2:pass",
            done=_("{s2} holds no four of a rank, and has to pass. You lead again."),
            otherwise=_("All bids were seen: {s2} holds no four cards of one rank, so nothing beats your four twos."),
        ),
        Step(
            title=_("Ten for each card left"),
            says=_(
                "{s2} was rid of all cards first, and scores ten for each of the six that you still hold. "
                "The deal ends 280 to 145; deals are played to 1000."
            ),
            before=(
                "1:out-4D-5D-6S 2:out-JH-QH-KH 1:pass 2:out-TD-TC 1:pass 2:out-7S-8C-9D 1:pass 2:out-5S-5H 1:pass "
                "2:out-AS-AD 1:pass 2:out-8D"
            ),
            held=True,
        ),
    ),
    end=_("Bid high for what makes melds, and keep in mind that every bid comes back in the play-off."),
)
