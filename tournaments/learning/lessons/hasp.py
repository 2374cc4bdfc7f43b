"""The first lesson of HASP."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="hasp",
    hands=("R6 R4 V9 F3 C5 C2 G1", "F6 G6 V8 R3 C4 G2 F1", "V10 C6 R5 F5 G5 G4 C1", "V7 R1 R2 F2 F4 C3 G3"),
    names=("", "Hazel", "Rowan", "Linden"),
    steps=(
        Step(
            title=_("Two teams"),
            says=_(
                "{s3} sits opposite and plays with you. Each round is played for a pot; "
                "twelve victory points win the game."
            ),
            points=("seat-3",),
        ),
        Step(
            title=_("Three cards, one decision"),
            says=_(
                "You have seen three cards and announce a suit as trump. The river is your strongest: six and four."
            ),
            move="trump-R",
            otherwise=_("You may announce that. But two of your three cards are of the river."),
            points=("R6", "R4"),
        ),
        Step(
            title=_("The village is always trump"),
            says=_(
                "Now all have seven cards. Trumps win over other suits, and the village, seven to ten, "
                "is higher than every announced trump."
            ),
            points=("V9",),
        ),
        Step(
            title=_("A prediction"),
            says=_(
                "In the first trick each player may raise the pot. You hold {V9} and may show it: "
                "that is a Great Find, and the pot grows by one."
            ),
            move="predict-great",
            done=_("The pot is two now, for whichever team wins the round."),
            otherwise=_("You may say that. The Great Find is safer: it only shows a card and promises nothing."),
            points=("V9",),
        ),
        Step(
            title=_("Lead a sure card"),
            says=_("You lead. Lead {R6}: players who hold river cards must follow with one, and none is higher."),
            move="R6",
            then="2:predict-pass 2:R3 3:predict-pass 3:R5 4:predict-pass 4:R2",
            done=_("Each card counts the points printed on it. Eight of them are in this trick."),
            otherwise=_("The six of the river is your surest card here: only the village could beat it."),
            points=("R6",),
        ),
        Step(
            title=_("Get rid of a suit"),
            says=_(
                "{G1} counts nothing and is your only card of the grassland. Lead it: afterwards you may trump there."
            ),
            move="G1",
            then="2:G6 3:G4 4:G3",
            done=_("{s2} won seven points. But you hold no grassland any more."),
            otherwise=_("The 1 of Grassland is the card that you miss least."),
            points=("G1",),
        ),
        Step(
            title=_("You must trump"),
            says=_(
                "Grassland is led and you hold none, so you must play a trump: river or village. "
                "{R1} is winning; take the trick with the lower of your two trumps."
            ),
            before="2:G2 3:G5 4:R1",
            move="R4",
            done=_("A four beats a one. Your nine of the village stays for a later trick."),
            otherwise=_("The nine of the village wins too, but a four is enough."),
            points=("R1",),
        ),
        Step(
            title=_("Points for your partner"),
            says=_(
                "{C6} of your partner is winning, and you have to follow with a canyon card. Give the one that counts "
                "more."
            ),
            before="1:F3 2:F1 3:F5 4:F2 3:C6 4:C3",
            move="C5",
            then="2:C4",
            done=_("The five counts three points, and they go to your team."),
            otherwise=_("The two counts nothing. Your partner wins this trick anyway, so give points."),
            points=("C6",),
        ),
        Step(
            title=_("The pot is yours"),
            says=_(
                "After seven tricks your team has 40 of the 47 points. The team with more wins the pot: two victory "
                "points. "
                "Then {s2} announces trump."
            ),
            before="3:V10 4:V7 1:V9 2:V8 3:C1 4:F4 1:C2 2:F6",
            held=True,
        ),
    ),
    end=_("Announce the suit that you hold most of, trump when you must, and give your partner points."),
)
