"""The demo: a cast of bots and people, tournaments and tables to look at, and one that checks itself."""
