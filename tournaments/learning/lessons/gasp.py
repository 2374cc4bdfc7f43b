"""The first lesson of Gasp!"""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="gasp",
    hands=("CS 7ML 9WY AL 3SK", "6SY 9MS 8WL 7SK 2MK", "4MS 9LK 3LY 2SY 5SW", "8MS AM 4WL AK 5YK"),
    below="CM CW 5ML 7WY 2WL CL 6LK 3MW 4YK CK 8YK 6MW AY AS CY AW",
    names=("", "Hazel", "Clover", "Linden"),
    steps=(
        Step(
            title=_("What you play for"),
            says=_(
                "Each trick brings its winner a token. The player who has two tokens of each of the six suits wins."
            ),
            points=("seat-1",),
        ),
        Step(
            title=_("A crown counts ten"),
            says=_("You lead, and may play any card. A crown counts ten, more than every number: lead the {CS}."),
            move="CS",
            then="2:6SY 3:4MS 4:8MS",
            done=_("Nobody had a Sun that high. You take a token of Suns."),
            otherwise=_("Your crown is the surest card here: only its own Ace beats it."),
            points=("CS",),
        ),
        Step(
            title=_("Two suits: name one"),
            says=_(
                "A card with two suits asks you which token you want, should it win. Lead the {7ML} and name Leaves."
            ),
            move="7ML-L",
            then="2:9MS 3:3LY 4:AM",
            done=_("The others may follow with Moons or Leaves, whatever you named. {s2} was higher, in Moons."),
            otherwise=_("What you name is the token that you would take. It binds nobody else."),
            points=("7ML",),
        ),
        Step(
            title=_("As high is enough"),
            says=_(
                "Follow with a Wave or a Leaf. The {9LK} is winning; an equal number that is played later takes the "
                "trick."
            ),
            before="2:8WL-L 3:9LK 4:4WL-W",
            move="9WY",
            done=_("Nine equals nine, and yours came later."),
            otherwise=_("That is lower than nine. You need not win, but here you can."),
            points=("9LK",),
        ),
        Step(
            title=_("Five cards each"),
            says=_(
                "Until now everybody drew a card after each trick. The draw pile is empty, so these hands are played "
                "out."
            ),
            points=("stock",),
        ),
        Step(
            title=_("An Ace beats its crown"),
            says=_("{s2} leads the {CL}. Your {AL} counts one, but eleven when its own crown lies in the same trick."),
            before="1:3SK-S 2:7SK-K 3:2SY 4:AK 2:CL 3:6LK 4:5YK",
            move="AL",
            done=_("Eleven beats ten. Without its crown in the trick your Ace would have lost."),
            otherwise=_("Only the Ace is higher than the crown of its suit."),
            points=("CL", "AL"),
        ),
        Step(
            title=_("Nothing to follow with"),
            says=_("{s3} leads the {CK} and you hold no Knots: no card of yours can win. Throw away the lowest one."),
            before="1:2WL-W 2:2MK 3:5SW 4:3MW 3:CK 4:8YK",
            move="AY",
            then="2:4YK",
            done=_("The Ace was no loss. {s3} takes a token of Knots."),
            otherwise=_("That loses too, and a six is worth more than an Ace without its crown."),
            points=("CK",),
        ),
        Step(
            title=_("Give one, take one"),
            says=_(
                "Some rounds later you won a third Wyrm, and nobody holds more than two. Give it to another player "
                "and take "
                "one that you lack: your second Knot."
            ),
            before=(
                "3:CY 4:AW 1:6MW 2:AS 2:AM 3:CM 4:5ML 1:2MK 2:AL 3:4WL 4:2WL 1:8WL 1:CK 2:4YK 3:6LK 4:3SK 1:3LY-L "
                "2:9LK 3:AY 4:9WY 4:CY 1:5YK 2:6SY 3:5SW 4:7WY-Y 1:AW 2:3MW 3:6MW 4:give-0-L 4:8MS-S 1:4MS-M 2:7ML "
                "3:9MS-S 3:CS 4:2SY 1:AS 2:7SK 3:4MS-S 4:3MW 1:8MS-S 2:9MS-M 2:give-0-K 2:AS 3:7SK 4:2WL 1:AY 3:7ML-M "
                "4:CL 1:CM 2:3LY 1:CY 2:4YK 3:5YK 4:8YK 1:CW 2:5SW 3:8WL 4:AW 4:CS 1:4WL 2:2MK 3:6SY 4:6LK-L 1:AK "
                "2:7WY 3:AL 4:CK 1:6MW 2:9WY 3:5ML 4:CL 1:2WL 2:AL 3:3LY 2:9LK-L 3:CK 4:2MK 1:AK 1:9WY-Y 2:2SY 3:5SW "
                "4:AW"
            ),
            move="give-1-K",
            done=_("You hold two Knots now. What you take cannot be refused."),
            otherwise=_("That may be done as well. A second Knot is what this lesson goes on with."),
            points=("seat-2",),
        ),
        Step(
            title=_("The suit that you need"),
            says=_("You lack a Wave and a Leaf. A trick brings the token of the suit that wins it: lead the {CW}."),
            move="CW",
            then="2:6MW 3:7WY 4:3MW",
            done=_("No number beats a crown. You hold two Waves now."),
            otherwise=_("Only a trick won in Waves or in Leaves brings you what you lack."),
            points=("CW", "seat-1"),
        ),
        Step(
            title=_("One token to go"),
            says=_(
                "Eleven of twelve: one Leaf is missing. New rounds are dealt until somebody has all twelve; tokens "
                "are kept."
            ),
            points=("seat-1",),
        ),
    ),
    end=_("Win tricks in the suits that you still need, and let the others go."),
)
