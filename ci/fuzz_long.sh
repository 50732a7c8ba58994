#!/bin/bash
# Fuzzing under the sanitizers until given numbers are reached. Each kind prints
# its rate; one that fails prints which mutation it was.
# usage: ci/fuzz_long.sh [--files N] [--feeds N] [--programs N] [--messages N]
#          [--first N]
#   0 leaves a kind out; the default is 10 000 000 files and feeds together,
#   100 000 programs, as many nets with passes of level 2, and as many trainings
#   with mutated feeds, and 1 000 000 each of what a trainer reads from another
#   one, from its agent, in a collective call, and before it connects, of jobs
#   that a node is sent, and of ONNX models
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
files=5000000 feeds=5000000 programs=100000 messages=1000000 first=0
while (($#)); do
  case $1 in
    --files) files=$2 ;;
    --feeds) feeds=$2 ;;
    --programs) programs=$2 ;;
    --messages) messages=$2 ;;
    --first) first=$2 ;;
    *)
      sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
      exit 2
      ;;
  esac
  shift 2
done

# In memory: on a disk a file costs five times as much.
memory=$(mktemp -d -p /dev/shm)
trap 'rm -rf "$memory"' EXIT
passed=0 failed=0
# fuzz TARGET COUNT: in one process, which says its rate at the end.
fuzz() {
  (($2)) || return 0
  if bazel test --config=asan --test_timeout=86400 --test_output=all \
    --nocache_test_results --test_tmpdir="$memory" \
    --test_env=PADDLE_FUZZ_COUNT="$2" \
    --test_env=PADDLE_FUZZ_FIRST="$first" "//tools/fuzz:$1"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

fuzz file_fuzz_test "$files"
# Each of its seven tests makes as many.
fuzz array_fuzz_test "$((files / 7))"
fuzz feed_fuzz_test "$feeds"
fuzz program_fuzz_test "$programs"
fuzz job_fuzz_test "$messages"
fuzz collective_fuzz_test "$messages"
fuzz call_fuzz_test "$messages"
fuzz submit_fuzz_test "$messages"
fuzz onnx_fuzz_test "$messages"
echo "$passed passed, $failed failed"
((failed == 0))
