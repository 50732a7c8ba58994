#!/bin/bash
# Counts what passed and what failed; sourced by scripts that check more than
# tests.
passed=0 failed=0

# check COMMAND...
check() {
  echo "+ $*"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$1: FAILED"
  fi
}

# counted COMMAND...: adds what its last line counts.
counted() {
  local log
  log=$(mktemp)
  "$@" | tee "$log"
  if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
  else
    failed=$((failed + 1))
  fi
  rm -f "$log"
}
