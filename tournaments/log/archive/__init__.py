"""Streams whose events have left the database: signed records on a shelf elsewhere, read as if they were still here."""
