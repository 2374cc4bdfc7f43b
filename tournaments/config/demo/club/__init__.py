"""The demo's club: thirty people, twelve nights, two seasons and a ladder, made by services in time gone by."""
