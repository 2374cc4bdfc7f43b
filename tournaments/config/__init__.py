"""Settings, URLs, processes and the commands of operators."""
