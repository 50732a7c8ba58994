#!/bin/bash
# clang with layering_check: a file includes only headers of its direct
# dependencies. Compiles everything below the operators' kernels, and runs the
# tests that need no operators.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
./tools/dev setup clang libomp-dev
targets=("$@")
((${#targets[@]})) ||
  targets=(//platform/... //memory/... //framework/... //backward/...)
bazel build --config=clang --keep_going \
  --output_groups=compilation_outputs "${targets[@]}"
all=$(IFS=+ && echo "${targets[*]}")
mapfile -t others < <(bazel query --noshow_progress --ui_event_filters=-info \
  "tests($all) intersect rdeps($all, //operators/...)")
exec ./tools/dev test --config=clang --build_tests_only \
  --test_tag_filters=-lint "${targets[@]}" "${others[@]/#/-}"
