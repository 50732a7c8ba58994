#!/bin/bash
# usage: build.sh OPERATORS_JSON OUT: makes the site in the folder OUT, which is
# replaced, and checks it. Python finds the package through PYTHONPATH.
set -euo pipefail
table=$(realpath "$1")
out=$(realpath -m "$2")
cd "$(dirname "$(readlink -f "$0")")/../.."
tools=$PWD/tools/docs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Sets are printed in the order of their hashes.
export PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1 SOURCE_DATE_EPOCH=0
export PADDLE_DOCS_TOOLS=$tools LC_ALL=C.UTF-8 TZ=UTC

step() { echo "$1 (step $2 of 4)" >&2; }
make_pages() { /usr/bin/python3 "$tools/make_pages.py" "$PWD" "$table" "$@"; }

make_pages - "$work"
export PADDLE_DOCS_HEADERS=$work/operators_of_headers.json
# Headers are included as "paddle/...".
ln -s "$PWD" "$work/paddle"
doxygen -l "$work/layout.xml"
sed -i '/<navindex>/a <tab type="user" url="../index.html" title="Paddle"/>' \
  "$work/layout.xml"
{
  cat "$tools/Doxyfile"
  for folder in platform memory framework backward operators python; do
    echo "INPUT += $work/paddle/$folder"
  done
  echo "STRIP_FROM_PATH = $work"
  echo "STRIP_FROM_INC_PATH = $work"
  echo "LAYOUT_FILE = $work/layout.xml"
  echo "OUTPUT_DIRECTORY = $work/doxygen"
  echo "GENERATE_TAGFILE = $work/tags.xml"
} > "$work/Doxyfile"
mkdir "$work/doxygen"
step "Doxygen reads the C++ headers" 1
doxygen "$work/Doxyfile" 2>&1 | tee "$work/warnings" >&2
[[ ! -s $work/warnings ]]
step "The examples run, and their pages are written" 2
make_pages "$work/tags.xml" "$work/pages"
step "Sphinx makes HTML of $(find "$work/pages" -name '*.rst' -o \
  -name '*.md' | wc -l) pages" 3
/usr/bin/python3 -m sphinx -q -W --keep-going -b html -d "$work/doctrees" \
  "$work/pages" "$work/site"
rm -rf "$work"/site/{.buildinfo,objects.inv,_sources}
/usr/bin/python3 "$tools/mend_doxygen.py" "$work/doxygen/cpp"
mv "$work/doxygen/cpp" "$work/site/cpp"
step "All links are followed" 4
/usr/bin/python3 "$tools/check_site.py" "$work/site"
rm -rf "$out"
mkdir -p "$(dirname "$out")"
mv "$work/site" "$out"
