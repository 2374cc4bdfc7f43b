"""The first lesson of Gasp! for two."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="gasp-duel",
    hands=("2MK 8YK CK AK 5YK 3LY AL 4WL 4MS 8MS", "9MS 7SK 3SK 9LK CY 9WY CL 2WL 3MW 7ML"),
    below="CM CS CW AM 6SY 2SY 5ML AS 4YK 6MW 8WL 6LK 5SW 7WY AW AY",
    names=("", "Hazel"),
    steps=(
        Step(
            title=_("Two cards each"),
            says=_(
                "To each trick you and {s2} play two cards each, in turn. The winner takes a token; two of each suit "
                "win."
            ),
        ),
        Step(
            title=_("Your cards are added up"),
            says=_(
                "You led the {2MK}, and the {9MS} is winning with nine. Your second card is added to the first "
                "if they share a suit of the lead: make ten in Knots."
            ),
            before="1:2MK 2:9MS",
            move="8YK",
            then="2:7SK",
            done=_("Two and eight: ten in Knots. You take a token of Knots."),
            others={
                "8MS": _("That makes ten too, in Moons. This lesson wants a token of Knots."),
                "CK": _("Twelve wins as well, but an eight is enough: keep the crown."),
            },
            otherwise=_("That is not enough: nine has to be reached."),
            points=("2MK", "9MS"),
        ),
        Step(
            title=_("Your own Ace stays low"),
            says=_(
                "You led the {CK}. An Ace counts eleven only beside a crown that the other player played. "
                "Beside your own it stays one: add the {5YK}."
            ),
            before="1:CK 2:3SK",
            move="5YK",
            then="2:9LK",
            done=_("Ten and five: fifteen. {s2} came to twelve."),
            otherwise=_("Ten and one are eleven: {s2} reaches twelve with three and nine."),
            points=("CK",),
        ),
        Step(
            title=_("But it beats the other crown"),
            says=_(
                "{s2} led the {CL} and added a two: twelve in Leaves. Your {AL} counts eleven here, and four lie "
                "there already."
            ),
            before="1:3LY 2:CY 1:6SY 2:9WY 2:CL 1:4WL 2:2WL",
            move="AL",
            done=_("Four and eleven: fifteen in Leaves."),
            otherwise=_("Four and five are nine, and twelve has to be reached."),
            points=("CL", "2WL", "4WL"),
        ),
        Step(
            title=_("Twelve in two suits"),
            says=_("You led the {4MS}. Add the card that shares both of its suits."),
            before="1:4MS 2:3MW",
            move="8MS",
            then="2:7ML",
            done=_("{s2} comes to ten in Moons. You have twelve, in Moons and in Suns."),
            otherwise=_("The 8 of Moons and Suns makes twelve, in both suits of the lead."),
            points=("4MS",),
        ),
        Step(
            title=_("Choose the suit"),
            says=_("You won in two suits at once, so you choose which token to take. Take Suns."),
            move="suit-S",
            done=_("A trick brings one token, even if it was won in two suits."),
            otherwise=_("Moons would be as good. This lesson goes on with Suns."),
            points=("seat-1",),
        ),
        Step(
            title=_("Cards to draw"),
            says=_(
                "After each trick both of you draw one card, until the draw pile is empty. Then the hands are played "
                "out."
            ),
            points=("stock",),
        ),
        Step(
            title=_("Give one, take one"),
            says=_(
                "In the second round you won a third Wave. You hold two already: give it to {s2} and take a Wyrm, "
                "which you lack."
            ),
            before=(
                "1:8WL 2:6LK 1:5ML 2:7WY 1:AW 2:AY 1:5SW 2:2SY 1:AK 2:4YK 1:6MW 2:AS 2:CK 1:4YK 2:7SK 1:3MW 2:CM 1:2MK "
                "2:4MS 1:5ML 2:CW 1:AW 2:2WL 1:4WL 1:9WY 2:2SY 1:6MW 2:3LY"
            ),
            move="give-1-Y",
            done=_("One token more for you, and no more for {s2}."),
            otherwise=_("You lack Moons as well, so that would be as good. This lesson goes on with the Wyrm."),
            points=("seat-1", "seat-2"),
        ),
        Step(
            title=_("Four tokens to go"),
            says=_(
                "You have eight of twelve. New rounds are dealt until one of you has two of each suit; tokens are kept."
            ),
            points=("seat-1",),
        ),
    ),
    end=_("Two cards that share a suit of the lead are one strong card. An Ace waits for the other player’s crown."),
)
