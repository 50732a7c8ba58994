#!/bin/bash
# The build for GPUs, where CUDA is installed: an operator of each family, and the
# operators that changed in the last 20 commits, or since $SINCE. They are compiled
# and linked; what runs skips itself where there is no GPU.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
if [[ ! -x /usr/local/cuda/bin/nvcc ]]; then
  echo "no /usr/local/cuda/bin/nvcc: nothing is compiled for GPUs"
  echo "0 passed, 0 failed"
  exit
fi
since=${SINCE:-$(git rev-list --max-count=21 HEAD | tail -n 1)}
mapfile -t changed < <(git diff --name-only "$since" HEAD -- 'operators/*.cu' |
  sed -n 's,^\(operators/[a-z_]*\)/\(.*\)_kernel\.cu$,//\1:\2_op,p' | sort -u)
./tools/dev setup
((${#changed[@]} == 0)) || bazel build --config=cuda "${changed[@]}"
exec ./tools/dev test --config=cuda --test_tag_filters=-lint \
  //platform:launch_test //memory/... //tools/gpu_bundle:one_of_each_test
