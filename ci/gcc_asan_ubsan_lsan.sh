#!/bin/bash
# Address, undefined-behaviour and leak sanitizers on the C++ tests. The processor
# plays the GPU meanwhile, so that one build compiles kernels for both: every
# kernel that has a twin is compared with it, and memory of the GPU is closed to
# all other code.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
targets=("$@")
((${#targets[@]})) || targets=(//platform/... //memory/... //framework/...
  //backward/... //operators/... //tools/fuzz/... //tools/gpu_bundle/...)
exec ./tools/dev test --config=asan --config=emulated --build_tests_only \
  --test_tag_filters=-lint,-nosan "${targets[@]}"
