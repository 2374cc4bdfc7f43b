"""Looking at the service: every question is short, bounded, and answered even if what is asked is away."""
