"""The first lesson of Gasp! in pairs."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="gasp-pairs",
    pupil=2,
    hands=("2MK 8MS CK 4WL 6SY", "9MS 7ML 9LK 2SY 2WL", "8YK 4MS AK 7WY CL", "7SK 3MW 5YK CY 8WL"),
    below="CM CW 9WY CS 3LY AM AL 5ML AS AY AW 6LK 3SK 4YK 5SW 6MW",
    names=("Rowan", "Hazel", "", "Linden"),
    steps=(
        Step(
            title=_("Partners"),
            says=_(
                "{s1} sits opposite and plays with you. Your team collects its tokens together: two of each suit win."
            ),
            points=("seat-1",),
        ),
        Step(
            title=_("Add to your partner’s card"),
            says=_(
                "{s1} led the {2MK}, and the {9MS} is winning with nine. "
                "Cards of a team that share a suit of the lead are added up."
            ),
            before="1:2MK 2:9MS",
            move="8YK",
            then="4:7SK",
            done=_("Two and eight make ten in Knots: more than nine."),
            otherwise=_("Count again: which card of yours makes ten in Knots with the two?"),
            points=("2MK", "9MS"),
        ),
        Step(
            title=_("Twelve in two suits"),
            says=_(
                "You led the {4MS} and {s1} added the {8MS}: twelve in Moons and twelve in Suns. "
                "The player who led chooses. Take Suns."
            ),
            before="3:4MS 4:3MW 1:8MS 2:7ML",
            move="suit-S",
            done=_("{s1} took the token. It counts for your team."),
            otherwise=_("Moons would be as good. This lesson goes on with Suns."),
            points=("4MS", "8MS"),
        ),
        Step(
            title=_("Who leads next"),
            says=_(
                "The player of the winning team with the higher card in that suit leads: {s1}, whose eight beat your "
                "four."
            ),
            points=("seat-1",),
        ),
        Step(
            title=_("The Ace of your partner’s crown"),
            says=_(
                "{s1} leads the {CK}. Your {AK} counts eleven beside its crown, and is added to it. It is your only "
                "Knot."
            ),
            before="1:CK 2:9LK",
            move="AK",
            then="4:5YK",
            done=_("Ten and eleven make twenty-one: no team can have more."),
            points=("CK", "AK"),
        ),
        Step(
            title=_("Enough is enough"),
            says=_(
                "The other team has eight and two: ten in Waves and in Leaves. {s1} gave four. "
                "Win with the lowest card that is enough."
            ),
            before="3:3LY 4:CY 1:6SY 2:2SY 4:8WL 1:4WL 2:2WL",
            move="7WY",
            done=_("Four and seven make eleven in Waves. Your crown stays in your hand."),
            others={"CL": _("Fourteen wins too, but seven is enough: keep the crown.")},
            otherwise=_("Without its crown the Ace counts one: four and one make five."),
            points=("8WL", "2WL", "4WL"),
        ),
        Step(
            title=_("Lead high together"),
            says=_("You lead. The {CL} is ten by itself, and your partner may add a Leaf to it."),
            move="CL",
            then="4:6LK 1:AL 2:5ML",
            done=_("{s1} held the Ace of Leaves: ten and eleven again."),
            otherwise=_("Try the crown: it is your highest card."),
            points=("CL",),
        ),
        Step(
            title=_("Give one, take one"),
            says=_(
                "Later you won a third Wave, and your team holds two. Give it to the other team and take one that "
                "yours "
                "lacks: you have no Moon yet."
            ),
            before=(
                "1:AS 2:AY 3:3SK 4:AM 3:AW 4:4YK 1:5SW 2:6MW 2:8YK 3:CK 4:9WY 1:AY 4:CS 1:AS 2:2SY 3:4WL 4:CM 1:3MW "
                "2:AM "
                "3:5ML 2:9LK 3:7SK 4:CL 1:AL 4:9MS 1:4MS 2:5SW 3:6MW 4:AW 1:5YK 2:3LY 3:8WL 3:CW 4:2WL 1:6LK 2:4YK"
            ),
            move="give-1-M",
            done=_("They have one Moon less, and your team its first."),
            otherwise=_("That may be done as well. A suit that your team has not got at all comes first."),
            points=("seat-2", "seat-3"),
        ),
        Step(
            title=_("Twelve tokens"),
            says=_(
                "Your team has eight tokens now. The first team with two of each suit wins; until then new rounds are "
                "dealt."
            ),
            points=("seat-1", "seat-3"),
        ),
    ),
    end=_("Add up what your team has in one suit of the lead, and spend no more than it takes."),
)
