"""The first lesson of Noodling."""

from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson, Step

LESSON = Lesson(
    game="noodling",
    piles={
        "side": "PMSL PMYK PSWK TMWK TSWY TMLY X PWLY TSLK",
        "stage-1": "4MS 2WL 5YK 3MW 5SW 2SY 4YK 3LY 4WL",
    },
    names=("", "Hazel", "Clover"),
    steps=(
        Step(
            title=_("Cards for cards"),
            says=_(
                "You bid cards from your hand to win other cards. In the end only aces and crowns score, "
                "and what they score is the cards that nobody took."
            ),
        ),
        Step(
            title=_("Choose the prize"),
            says=_(
                "You are active: one of these three cards becomes the prize, and its suits and its rank are trump. "
                "The {4MS} fits your {PMSL}, which has both of its suits."
            ),
            move="prize-4MS",
            otherwise=_("You may choose that. But with the other prize you hold fewer trumps on one card."),
            points=("4MS",),
        ),
        Step(
            title=_("Make a bid"),
            says=_(
                "A bid needs three pips: each suit on a card is one, and so is the rank of a number. "
                "Bid the {PMSL}: three pips, two of them trump."
            ),
            move="bid-PMSL",
            then="2:pass 3:pass",
            done=_(
                "Both passed, so the prize and the card that you bid go to your discards. The other two belong to "
                "nobody."
            ),
            otherwise=_("That is possible too. But one card with two trumps is a strong bid already."),
            points=("PMSL",),
        ),
        Step(
            title=_("Bid over it"),
            says=_(
                "{s2} bid the {PMYK}: three pips, one trump. You need as many of both, at least: "
                "the {TMWK} has three pips and two trumps."
            ),
            before="2:prize-3MW 2:bid-PMYK 3:pass",
            move="bid-TMWK",
            then="2:pass",
            done=_("{s2} had no bid with two trumps, and passed."),
            otherwise=_("You may do that. But the court alone is enough, and the Excuse stays in your hand."),
            points=("PMYK",),
        ),
        Step(
            title=_("Pass for new cards"),
            says=_(
                "You hold nothing to bid with but the {X}, which is one pip. Pass: "
                "you discard your hand and draw three cards from your own deck."
            ),
            before="2:prize-4YK 2:bid-PWLY 3:pass",
            move="pass",
            done=_("Your discards were shuffled first. What you win comes into your hand like this."),
        ),
        Step(
            title=_("Aces and crowns"),
            says=_("Stage III brings the cards that score. Your {3MW} has a Moon, so choose the {AM} as the prize."),
            before=(
                "3:prize-3SK 3:bid-PSWK-TMLY-TSLK 1:pass 2:pass 1:prize-7WY 1:pass 2:bid-PWLY 3:pass 3:prize-8YK "
                "3:pass "
                "1:bid-4MS-PMSL-TMWK 2:pass 2:prize-6MW 2:bid-7WY 3:bid-TMLY 1:pass 2:bid-TSWY 3:pass 3:prize-8WL "
                "3:bid-3SK-PSWK-TSLK "
                "1:pass 2:pass"
            ),
            move="prize-AM",
            otherwise=_("You may. But of Suns you hold none: your cards would have fewer trumps."),
            points=("AM",),
        ),
        Step(
            title=_("The Excuse is always trump"),
            says=_("Add the {X} to the {3MW}: four pips, and two trumps, a Moon and the Excuse."),
            move="bid-3MW-X",
            then="2:pass 3:pass",
            done=_("Nobody could answer that. The Ace of Moons is yours."),
            otherwise=_("You may do that. But these two cards make four pips and two trumps together."),
            points=("X", "3MW"),
        ),
        Step(
            title=_("What they score"),
            says=_(
                "In the end each card that nobody took is looked at: count your aces and crowns of its suits, and "
                "square that. "
                "One is one point, two are four, three are nine."
            ),
            points=("seat-1",),
        ),
        Step(
            title=_("Forty points"),
            says=_(
                "Eighteen cards belong to nobody. With four aces and crowns they bring you 40 points, "
                "the Excuse counted in for one card. {s3} has 37, {s2} has 12."
            ),
            before=(
                "2:prize-CM 2:bid-PMYK-TSWY 3:pass 1:pass 3:prize-CY 3:bid-PSWK-TMLY 1:pass 2:pass 1:prize-CK "
                "1:bid-AM-4MS-TMWK 2:bid-4YK-6MW-7WY 3:pass 1:pass 3:prize-AL 3:bid-8WL-TMLY 1:pass 2:pass 1:prize-CS "
                "1:bid-4MS-PMSL 2:pass 3:pass 2:prize-9WY 2:pass 3:pass 1:pass 3:prize-5SW 3:pass 1:pass 2:bid-4YK "
                "3:prize-AY "
                "3:bid-AL-3SK-TSLK 1:bid-AM-8YK-PMSL 2:pass 3:pass 2:prize-2SY 2:pass 3:pass 1:pass 3:prize-CL "
                "3:bid-AL-TSLK "
                "1:pass 2:pass 1:prize-AK 1:bid-3MW-PMSL-TMWK 2:pass 3:pass"
            ),
            held=True,
        ),
    ),
    end=_("Win cards that let you bid for aces and crowns, and leave behind what those will score."),
)
