#!/bin/bash
# clang with layering_check: a file includes only headers of its direct
# dependencies. Compiles everything below the operators' kernels, with the schema
# halves and operators/math, and runs the tests that need no operators. Without
# optimisation, which tells nothing about layers and takes half the time.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
./tools/dev setup clang libomp-dev
query() { bazel query --noshow_progress --ui_event_filters=-info "$1"; }
targets=("$@") halves=()
if ((${#targets[@]} == 0)); then
  targets=(//platform/... //memory/... //framework/... //backward/...)
  mapfile -t halves < <(query "kind(cc_library, //operators/math/... +
    (deps(//operators:all_schemas) intersect //operators/...))")
fi
# Files that .bazelrc makes small, too.
plain=(--copt=-O0 "--per_file_copt=^operators/,^framework/@-O0")
bazel build --config=clang "${plain[@]}" --keep_going \
  --output_groups=compilation_outputs "${targets[@]}" "${halves[@]}"
all=$(IFS=+ && echo "${targets[*]}")
mapfile -t others < <(query \
  "tests($all) intersect rdeps($all, //operators/...)")
exec ./tools/dev test --config=clang "${plain[@]}" --build_tests_only \
  --test_tag_filters=-lint "${targets[@]}" "${others[@]/#/-}"
