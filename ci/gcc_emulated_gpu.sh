#!/bin/bash
# The code for GPUs on the processor, which plays the GPU: every kernel that has a
# twin is compared with it. Memory of the GPU is closed to all other code.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
targets=("$@")
((${#targets[@]})) || targets=(//platform/... //memory/... //operators/...
  //framework/tensor/... //framework/executor/... //tools/gpu_bundle/...)
exec ./tools/dev test --config=emulated --build_tests_only \
  --test_tag_filters=-lint "${targets[@]}"
