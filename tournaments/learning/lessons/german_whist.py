"""The first lesson of German Whist."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="german-whist",
    hands=("AS JS 9S KH 7H 4H 2D QC JC TC 8C 7C 5C", "4S 8S TS 2H 5H 9D TD AD 6D QD 9C 4C KC"),
    below="QH 3H 3C 6S AH 5D 2S 3S KD 3D 6H 8D 8H 5S JH KS TH 2C 9H 6C QS 4D JD 7S AC 7D",
    names=("", "Hazel"),
    steps=(
        Step(
            title=_("First cards, then tricks"),
            says=_(
                "You and {s2} hold thirteen cards each. First you play thirteen tricks for better cards; "
                "only the thirteen tricks after them count."
            ),
        ),
        Step(
            title=_("Trumps"),
            says=_("The {QH} was turned up first, so hearts are trumps. A trump wins over every card of another suit."),
            points=("QH",),
        ),
        Step(
            title=_("A card worth winning"),
            says=_("The winner of this trick takes the {QH}. Lead a card that no other card of its suit can beat."),
            move="AS",
            then="2:4S",
            done=_("{s2} had to follow with a spade, and no spade beats your Ace."),
            otherwise=_("The Ace of Spades is safer: a player who holds spades has to follow with one."),
            points=("QH",),
        ),
        Step(
            title=_("A card not worth winning"),
            says=_(
                "The {3C} lies there now. The loser draws the unseen card below it, which is often better: "
                "lead your lowest card and lose."
            ),
            move="2D",
            then="2:9D",
            done=_("You lost a two, and drew the {6S}. {s2} had to take the {3C}."),
            otherwise=_("The 2 of Diamonds is the card that you miss least."),
            points=("3C",),
        ),
        Step(
            title=_("Nothing to follow with"),
            says=_(
                "{s2} leads the {AD}, and you hold no diamonds: you may play any card. Take the {AH} with your lowest "
                "trump."
            ),
            before="2:AD",
            move="4H",
            done=_("A four beat an Ace, since it is a trump. Now the {AH} is yours."),
            others=dict.fromkeys(("7H", "QH", "KH"), _("Your lowest trump is enough: keep the high ones.")),
            otherwise=_("Only a trump beats the Ace. After any other card {s2} takes the {AH}."),
            points=("AD", "AH"),
        ),
        Step(
            title=_("Follow suit"),
            says=_("{s2} leads the {TS}. You hold spades, so you have to play one. Win the {KD} with a higher spade."),
            before="1:5C 2:KC 2:TS",
            move="JS",
            done=_("A Jack beats a ten. The {AD} has been played, so your {KD} is the highest diamond now."),
            otherwise=_("That spade is lower than the ten: the King of Diamonds goes to the other player."),
            points=("TS", "KD"),
        ),
        Step(
            title=_("What everybody knows"),
            says=_(
                "The {3C} and the {2S} were taken face up, so they stay in sight until they are played. "
                "What was drawn unseen stays hidden."
            ),
            points=("seat-2",),
        ),
        Step(
            title=_("Now every trick counts"),
            says=_(
                "Eight tricks later the stock is used up. Nobody draws any more, and each of these thirteen tricks "
                "counts one."
            ),
            before="1:7C 2:9C 2:3D 1:8D 1:TC 2:3C 1:9S 2:KS 2:8S 1:3S 2:2S 1:6S 1:8C 2:4C 1:QS 2:5S",
        ),
        Step(
            title=_("Sure tricks"),
            says=_("You hold the four highest trumps: none of them can lose. Begin with the Ace."),
            move="AH",
            then="2:3H",
            done=_("One trick for you, and one trump less against you."),
            otherwise=_("The Ace of trumps takes a trick, and a trump out of the other hand as well."),
            points=("AH",),
        ),
        Step(
            title=_("Ten to three"),
            says=_("Played on like this you won ten of the thirteen tricks. Seven are enough to win the deal."),
            before=(
                "1:7H 2:9H 2:7S 1:JD 2:5D 1:KD 1:JH 2:2H 1:KH 2:5H 1:2C 2:4D 1:QH 2:6H 1:JC 2:6D 1:6C 2:7D 1:AC "
                "2:TD 1:QC 2:TH 2:QD 1:8H"
            ),
            held=True,
        ),
    ),
    end=_("Win good cards first. Then win more than half of the tricks with them."),
)
