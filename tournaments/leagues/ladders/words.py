"""What people are told about a ladder."""

from typing import Final

from engine.text import gettext_noop as _
from tournaments.leagues.rules.deadlines import Outcome
from tournaments.leagues.rules.reasons import Code

OBSTACLES: Final[dict[Code, str]] = {
    "yourself": _("that is you"),
    "not_on_ladder": _("not on this ladder"),
    "you_are_away": _("you are away"),
    "away": _("away"),
    "below_you": _("below you"),
    "too_far": _("too many places above you"),
    "you_have_one_open": _("you have a challenge open"),
    "busy": _("busy until another challenge is over"),
    "just_defended": _("has just defended"),
    "met_recently": _("you two have just met"),
    "not_open_to_you": _("does not accept your challenges"),
}
OUTCOMES: Final[dict[Outcome, str]] = {
    "won": _("{challenger} beat {defender}"),
    "held": _("{defender} held against {challenger}"),
    "walkover": _("{challenger} passes: {defender} did not play"),
    "forfeited": _("{defender} stays: {challenger} did not play"),
    "void": _("{challenger} and {defender}: not played"),
}
