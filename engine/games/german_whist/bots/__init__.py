"""How bots play it: first impressions, quick play, judgement."""
