"""The first lesson of Dracula."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="dracula",
    pupil=1,
    hands=("5C KH 7C JD", "QC JH 9H 5S"),
    below="AD ZB KS TD TS 8D 4C QH 6C 9D",
    names=("Hazel", ""),
    steps=(
        Step(
            title=_("A coffin of nine cards"),
            says=_(
                "Together you lay out nine cards, three by three. One of you scores the best row, the other the best "
                "column."
            ),
        ),
        Step(
            title=_("Rows or columns"),
            says=_(
                "You are the first dealer, so you choose, before any card is dealt. Take the rows: in them a Queen "
                "counts ten."
            ),
            move="queens",
            done=_("{s1} has the columns, where a King counts ten."),
            otherwise=_("Columns would be as good. This lesson goes on with rows."),
        ),
        Step(
            title=_("Side by side"),
            says=_(
                "The {AD} was dealt into the middle. Each card is placed beside one that lies there, as {s1} placed "
                "the {5C}."
            ),
            before="1:5C-a2",
            points=("AD", "5C"),
        ),
        Step(
            title=_("Ten for you, nothing for the column"),
            says=_(
                "A Queen counts ten in your row, but nothing in a column of {s1}. Begin the top row: put the {QC} "
                "on a1."
            ),
            move="QC-a1",
            then="1:KH-a3",
            done=_("{s1} put a King below, for column a: there it counts ten."),
            otherwise=_(
                "You may do that. But a Queen at the start of the top row can be worth more, with the hearts that you "
                "hold."
            ),
            points=("QC",),
        ),
        Step(
            title=_("Two lines at once"),
            says=_(
                "Every card lies in a row and in a column. A Jack counts nothing, so it does not help column b: put "
                "the {JH} on b1."
            ),
            move="JH-b1",
            then="1:7C-b3",
            otherwise=_("You may do that. But with a second heart in it, the top row counts twice."),
            points=("JH",),
        ),
        Step(
            title=_("Two of a suit count twice"),
            says=_("Two hearts and a club make your top row count twice: put the {9H} on c1."),
            move="9H-c1",
            done=_("Ten, nothing and nine are 19, and twice that is 38."),
            otherwise=_("The nine belongs into the top row, where another heart lies."),
            points=("9H", "JH"),
        ),
        Step(
            title=_("The best lines"),
            says=_("Your best row counts 38. The best column is a: King and five, twice for two clubs, 30."),
            before="1:JD-c3 2:5S-c2",
            held=True,
        ),
        Step(
            title=_("A vampire"),
            says=_(
                "In the next deal {s1} has a King and a nine in column b. You hold a vampire: where it lies, "
                "its row and its column count nothing. Put it on b3."
            ),
            before="2:TD-a2 1:KS-b1",
            move="ZB-b3",
            then="1:TS-c1",
            done=_("Column b counts nothing now. Of your rows, only the third one suffers."),
            otherwise=_("You may do that. But then column b goes on counting its King."),
            points=("KS", "9D"),
        ),
        Step(
            title=_("Three of a suit count four times"),
            says=_("Two diamonds lie in the middle row. Complete it with the {8D} on c2."),
            move="8D-c2",
            done=_("Ten, nine and eight are 27, and four times that is 108."),
            otherwise=_("In the middle row a third diamond is worth 108 points."),
            points=("TD", "9D", "8D"),
        ),
        Step(
            title=_("Six deals make a set"),
            says=_(
                "This deal brings you 108. After six deals the player who is ahead adds the difference; "
                "a player who has 1000 after a set wins."
            ),
            before="1:4C-a1 2:QH-a3 1:6C-c3",
            held=True,
        ),
    ),
    end=_("Build one strong line for yourself, and keep an eye on what each card does in the other direction."),
)
