#!/bin/bash
# clang with layering_check: a file includes only headers of its direct
# dependencies. Builds and runs everything below the operators' kernels.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
./tools/dev setup clang libomp-dev
targets=("$@")
((${#targets[@]})) ||
  targets=(//platform/... //memory/... //framework/... //backward/...)
exec ./tools/dev test --config=clang --test_tag_filters=-lint "${targets[@]}"
