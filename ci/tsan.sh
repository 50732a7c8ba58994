#!/bin/bash
# The thread sanitizer on the tests in which threads share executors and scopes:
# eight of them, on the same, sibling and separate scopes, infer, train, evaluate,
# load and save; and the members of a group, as threads.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
targets=("$@")
((${#targets[@]})) || targets=(//framework/scope:scope_locks_test
  //framework/executor:threads_test //framework/executor:scoped_run_test
  //framework/executor:executor_test //framework/distributed/...
  //operators/collective/...)
exec ./tools/dev test --config=tsan --build_tests_only \
  --test_tag_filters=-lint,-nosan,-no_tsan "${targets[@]}"
