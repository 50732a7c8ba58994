#!/bin/bash
# The documentation: it can be made, twice to the same bytes, without broken
# links, and a browser shows it and finds what is searched for.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
passed=0 failed=0

check() { # WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    echo "FAILED: $what" >&2
    failed=$((failed + 1))
  fi
}

# Side by side, as most of it runs on one core.
./tools/dev docs --out "$folder/again" > "$folder/log" 2>&1 &
again=$!
check "the pages and their links" ./tools/dev docs --out "$folder/site"
check "the pages again" wait "$again"
cat "$folder/log"
check "the same bytes" diff -rq "$folder/site" "$folder/again"
check "the pages in a browser" \
  ./tools/docs/screenshot.sh "$folder/site" "$folder/pictures"
echo "$passed passed, $failed failed"
((failed == 0))
