"""What a month's games give to those who study them: a file of lines, without names, which this site signs."""
