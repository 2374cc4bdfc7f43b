"""How rounds are drawn and standings are reckoned: pure functions, no Django, no clock, no chance but the seed's."""
