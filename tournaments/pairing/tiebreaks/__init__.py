"""Tie-breaks by the codes of FIDE C.07 and those of card games: pure functions over a crosstable."""
