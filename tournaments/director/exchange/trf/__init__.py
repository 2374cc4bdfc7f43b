"""The FIDE's Tournament Report File, version 2026 (FIDE Handbook, TRF26): written, and read strictly. Pure."""
