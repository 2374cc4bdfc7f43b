"""Card games as event-sourced state machines: rules, replay, views, bots. No Django, no I/O, no clock."""
