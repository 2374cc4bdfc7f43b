"""Knock-outs of matches with two sides: a structure that is made once, and pure functions of it and the results.

Entries are named by their seed, from 1. Nothing here knows a table, a clock or a game.
"""
