"""Who is told what of an event: a pure function for each kind of stream."""
