"""What a finished table means: handed to director and ratings, once."""
