"""Club nights: schedules, presets, the nights they announce, who comes."""
