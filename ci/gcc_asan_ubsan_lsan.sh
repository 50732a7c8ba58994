#!/bin/bash
# Address, undefined-behaviour and leak sanitizers on the C++ tests.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
targets=("$@")
((${#targets[@]})) || targets=(//platform/... //memory/... //framework/...
  //backward/... //operators/... //tools/fuzz/...)
exec ./tools/dev test --config=asan --build_tests_only \
  --test_tag_filters=-lint,-nosan "${targets[@]}"
