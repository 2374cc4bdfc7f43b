"""Playing: open, join, move, clocks, bot turns, views, live streams, replays."""
