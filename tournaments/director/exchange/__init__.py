"""Tournaments as files that other programs read, and files of theirs. Pure."""
