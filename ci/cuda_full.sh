#!/bin/bash
# The whole build for GPUs, and its tests; less than an hour on two cores. Not part
# of .ci/run.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
exec ./tools/dev test --config=cuda --test_tag_filters=-lint \
  //platform/... //memory/... //framework/... //operators/... \
  //tools/gpu_bundle/...
