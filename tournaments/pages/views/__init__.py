"""Views translate: a request to a service or selector, what comes back to a page. A module a corner of the site."""
