#!/usr/bin/env bash
# Installs pinned rivals into a virtual environment: rivals.sh FOLDER [REQUIREMENTS]. Does nothing the second time.
#
#   requirements.txt        all but these three (the default)
#   requirements-golem.txt  GOLEM, apart: with torch it takes 5 GB
#   requirements-lingam.txt LiNGAM, apart: with NumPy and SciPy as its answers in fixtures/ have them
#   NOTEARS                 is on no package index: clone github.com/xunzheng/notears, check out commit
#                           4a9ab19fe502e392503da331773c5223d82d3666, and put the folder's path into NOTEARS_SOURCE
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
folder="$1"
requirements="$here/${2:-requirements.txt}"
cmp --silent "$requirements" "$folder/installed.txt" && exit
python3 -m venv --clear "$folder"
# Every package they import is listed; without --no-deps dagma would bring torch, which its linear part never loads.
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-deps --requirement "$requirements"
cp "$requirements" "$folder/installed.txt"
