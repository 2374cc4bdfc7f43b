"""The whole database in one file, encrypted, and back: ``manage.py backup`` and ``manage.py restore``."""
