"""What leagues reckon with: plain functions on dates, numbers and tuples. Pure; the room's README runs each of them."""
