"""What is worked out about finished games: pure; nothing here knows more than a seat did, unless it says so."""
