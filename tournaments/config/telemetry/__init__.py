"""What the service says of itself to those who run it: metrics, traces, reports of errors. Off unless set."""
