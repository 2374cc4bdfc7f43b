"""All events of tournaments, as they are stored."""

from engine.codec import Codec
from engine.events import Event
from tournaments.director.state import events as e
from tournaments.director.state.attendance import ATTENDANCE_EVENTS
from tournaments.director.state.desk_events import DESK_EVENTS, Ruled
from tournaments.director.state.drafts import DRAFT_EVENTS
from tournaments.director.state.invitations import INVITATION_EVENTS
from tournaments.director.state.places import MatchPlaced
from tournaments.director.state.substitutes import SUBSTITUTE_EVENTS
from tournaments.director.state.teams import TEAM_EVENTS
from tournaments.director.state.walk_ins import WALK_IN_EVENTS

TOURNAMENT_EVENTS: tuple[type[Event], ...] = (
    e.Announced,
    e.Edited,
    e.Cancelled,
    e.Entered,
    e.Withdrawn,
    e.Started,
    e.StartedAgain,
    e.StructureDrawn,
    e.RoundPaired,
    e.PairingRefused,
    e.TablesOpened,
    e.EntriesMissed,
    e.TableRecorded,
    e.ResultRecorded,
    *DESK_EVENTS,
    e.Finished,
    *INVITATION_EVENTS,
    *ATTENDANCE_EVENTS,
    e.GroupsDrawn,
    e.FieldFixed,
    *TEAM_EVENTS,
    *SUBSTITUTE_EVENTS,
    *DRAFT_EVENTS,
    *WALK_IN_EVENTS,
    MatchPlaced,
)
CODEC: Codec[Event] = Codec(TOURNAMENT_EVENTS, upcasts={(Ruled.kind, 1): lambda fields: fields})  # it told no points
