"""What leaves the house: leased, sent, tried again."""
