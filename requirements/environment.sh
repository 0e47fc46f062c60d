#!/bin/sh
# Find a suitable Python, and let it prepare .venv: `sh requirements/environment.sh run` (or dev, or mutants).
# PYTHON=/path/to/python chooses one.

here=$(dirname "$0")
seen=
for python in ${PYTHON:+"$PYTHON"} python3.11 python3.12 python3.13 python3.14 python3 python; do
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
    seen="$seen $python is $version."
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || continue
    exec "$python" -I "$here/environment.py" "$1"
done
echo "Arbitrage needs Python 3.11 or later, and none was found.${seen} Install one, or name it: make run PYTHON=/path/to/python3.11" >&2
exit 1
