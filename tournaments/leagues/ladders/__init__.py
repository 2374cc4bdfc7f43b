"""Challenge ladders: who stands where, who challenges whom, and what it comes to."""
