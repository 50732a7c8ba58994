#!/bin/bash
# Without oneDNN: Eigen computes everything. Only what --math reaches is built
# again.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
targets=("$@")
((${#targets[@]})) || targets=(//operators/... //python/... //tools/infer/...)
exec ./tools/dev test --math=eigen --test_tag_filters=-lint "${targets[@]}"
