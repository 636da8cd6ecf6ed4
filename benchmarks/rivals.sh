#!/usr/bin/env bash
# Installs the pinned rivals into a virtual environment: rivals.sh FOLDER. Does nothing the second time.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
folder="$1"
cmp --silent "$here/requirements.txt" "$folder/installed.txt" && exit
python3 -m venv --clear "$folder"
# Every package they import is listed; without --no-deps dagma would bring torch, which its linear part never loads.
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$here/requirements.txt"
cp "$here/requirements.txt" "$folder/installed.txt"
