"""The demo: a cast of bots and people, three tournaments to look at, and one that checks itself."""
