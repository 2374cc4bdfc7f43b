"""Knock-out at tables of three to five: the first of each table go on, and the last table decides.

Entries are named by their seed, from 1. Tables have structural keys: ``R2.1`` is the first table of round 2, ``R2.1T``
its tie-break table.
"""
