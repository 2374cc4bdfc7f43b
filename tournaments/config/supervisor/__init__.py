"""The supervisor: embedded PostgreSQL and Valkey, and the service's processes, started, watched and stopped as one.

It runs before Django and imports none of it: ``python -m tournaments.config.supervisor run``, or ``exec -- COMMAND``.
"""
