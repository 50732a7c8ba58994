#!/bin/bash
# The build for GPUs, where CUDA is installed: an operator of each family, linked,
# and the sources that changed in the last 20 commits, or since $SINCE, at most 30
# of them. What runs skips itself where there is no GPU.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
if [[ ! -x /usr/local/cuda/bin/nvcc ]]; then
  echo "no /usr/local/cuda/bin/nvcc: nothing is compiled for GPUs"
  echo "0 passed, 0 failed"
  exit
fi
since=${SINCE:-$(git rev-list --max-count=21 HEAD | tail -n 1)}
mapfile -t changed < <(git diff --name-only --diff-filter=d "$since" HEAD -- \
  'operators/*.cu' | head -n 30 | sed 's,\(.*\)/,//\1:,')
./tools/dev setup
if ((${#changed[@]})); then
  mapfile -t libraries < <(bazel query --noshow_progress \
    "kind(cuda_library, rdeps(//operators/..., set(${changed[*]}), 1))")
  bazel build --config=cuda --keep_going "${libraries[@]}"
fi
exec ./tools/dev test --config=cuda --test_tag_filters=-lint \
  //platform:launch_test //memory/... //tools/gpu_bundle:one_of_each_test
