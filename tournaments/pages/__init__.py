"""HTML pages: templates, static files, the table drawn from a picture."""
