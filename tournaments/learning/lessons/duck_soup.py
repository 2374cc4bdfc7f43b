"""The first lesson of Duck Soup."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="duck-soup",
    hands=("AS 5S KD 9H 9D QC 8D JH JC TH 2D 7C QS", "KH 5D 7S 9C 3H 4C 8H TC QD JS AD 4S 6C"),
    below="2C 3S 6D 7H JD QH TD 5C",
    names=("", "Hazel"),
    steps=(
        Step(
            title=_("Duck first, then Soup"),
            says=_(
                "There are no trumps, and nobody has to follow suit. In the first half, the Duck, "
                "the lowest card of the suit led wins."
            ),
            points=("stock",),
        ),
        Step(
            title=_("The Ace is low"),
            says=_("You lead. In the Duck the {AS} is the lowest spade: nothing can beat it."),
            move="AS",
            then="2:KH",
            done=_("{s2} threw away another suit. Two suits in a trick count two points, one suit counts one."),
            otherwise=_("The Ace of Spades cannot lose here."),
            points=("AS",),
        ),
        Step(
            title=_("Answer lower"),
            says=_("{s2} leads the {7S}. Win with a lower spade."),
            before="1:KD 2:5D 2:7S",
            move="5S",
            done=_("Both cards are spades, so this trick counts one."),
            others={
                "7H": _("The same rank is a Quack. We come to that in a moment."),
                "7C": _("The same rank is a Quack. We come to that in a moment."),
                "QS": _("The Queen is higher than the seven, so it loses in the Duck."),
            },
            otherwise=_("Another suit cannot win, and makes the trick worth two."),
            points=("7S",),
        ),
        Step(
            title=_("Quack!"),
            says=_(
                "You led the {9H}, and {s2} answered with another nine: Quack. Duck, and you lose the trick; "
                "or play a third nine, and four cards are at stake."
            ),
            before="1:9H 2:9C",
            move="9D",
            then="2:3H",
            done=_("{s2} has not got the fourth nine. Four cards count four points."),
            otherwise=_("You may duck, and lose one point. But your third nine is worth the risk."),
            points=("9H", "9C"),
        ),
        Step(
            title=_("Your own Quack"),
            says=_("{s2} leads the {8H}. Answer with the same rank, and it is you who says Quack."),
            before="1:QC 2:4C 2:8H",
            move="8D",
            then="2:duck",
            done=_("{s2} ducked, so the trick is yours: one point."),
            others={
                "2H": _("A lower heart wins as well. Keep the two for a trick where nothing else does."),
                "7H": _("A lower heart wins as well. This time, try a Quack."),
            },
            otherwise=_("That loses. The other eight in your hand says Quack."),
            points=("8H",),
        ),
        Step(
            title=_("Now the Soup"),
            says=_(
                "The stock is used up, and the Duck stands at eleven to six. From now on the highest card of the suit "
                "led wins, "
                "and the Ace is high."
            ),
            before="1:2D 2:AD 2:4S 1:QS 2:2S 1:2H 2:duck 1:3D 2:4D 1:7H 2:AH 2:3S 1:TS 2:7D 1:7C 2:duck",
            points=("seat-1", "seat-2"),
        ),
        Step(
            title=_("High is good"),
            says=_(
                "You lead the first trick of the Soup. The Ace of Spades has been played, so your {KS} is the highest "
                "spade."
            ),
            move="KS",
            then="2:9S",
            done=_("Nobody draws any more: the hands are played out."),
            otherwise=_("No spade that is left beats the King."),
            points=("KS",),
        ),
        Step(
            title=_("Duck times Soup"),
            says=_(
                "Eleven points in the Duck times eight in the Soup make 88; {s2} has six times eight, 48. "
                "Then the next deal is played: 250 win the game."
            ),
            before=(
                "1:2C 2:6C 2:QD 1:5H 2:QH 1:6H 2:6S 1:8S 1:TH 2:3C 1:TD 2:TC 1:duck 2:JS 1:JC 2:duck 1:JD 2:5C 1:JH "
                "2:4H "
                "1:8C 2:AC 2:6D 1:KC"
            ),
            held=True,
        ),
    ),
    end=_("Low cards win the Duck, high cards the Soup. You need both: the points of the two are multiplied."),
)
