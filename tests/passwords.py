"""The settings of the service in tests: a password costs little. In production a log-in takes a quarter of a second."""

from django.contrib.auth.hashers import Argon2PasswordHasher

from tournaments.config.settings import *  # noqa: F403


class Cheap(Argon2PasswordHasher):
    """Argon2 as in production, but for what it costs to guess: of the tests' passwords nobody does."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


PASSWORD_HASHERS = ["tests.passwords.Cheap", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
