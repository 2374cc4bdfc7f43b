"""Django's backend for PostgreSQL, with a check of idle connections that costs no round trip."""
