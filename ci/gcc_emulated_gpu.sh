#!/bin/bash
# The code for GPUs on the processor, which plays the GPU, without sanitizers and
# at full speed. Not part of .ci/run: there gcc_asan_ubsan_lsan.sh runs it.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
targets=("$@")
((${#targets[@]})) || targets=(//platform/... //memory/... //operators/...
  //framework/tensor/... //framework/executor/... //tools/gpu_bundle/...)
exec ./tools/dev test --config=emulated --build_tests_only \
  --test_tag_filters=-lint "${targets[@]}"
