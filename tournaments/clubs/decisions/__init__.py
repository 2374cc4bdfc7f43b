"""What follows from a request or from time: the club in, events out, or a refusal. Pure.

Who may ask is the gate's; here stands what is possible. What is so already gives no events.
"""
