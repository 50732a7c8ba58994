#!/bin/bash
# The workspaces of dependents: ci/consumer, which takes single targets, and
# ci/own_libraries, which brings its own Abseil, protobuf and Eigen.
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
./tools/dev setup || exit 1
root=$PWD passed=0 failed=0
events=$(mktemp)
trap 'rm -f "$events"' EXIT

for workspace in ci/consumer ci/own_libraries; do
  start=$SECONDS
  cd "$root/$workspace" || exit 1
  bazel --bazelrc="$root/machine.bazelrc" test --keep_going \
    --disk_cache=~/.cache/paddle-bazel --test_output=all --test_summary=terse \
    --build_event_json_file="$events" //...
  counts=$(/usr/bin/python3 "$root/tools/developer/count_tests.py" \
    "$events" $?)
  bazel shutdown
  [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]
  passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
  echo "$workspace took $((SECONDS - start)) s: $counts"
done

echo "$passed passed, $failed failed"
((failed == 0))
