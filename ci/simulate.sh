#!/bin/bash
# Simulated all-reduces of up to 1024 ranks beside closed formulas. SimGrid is for
# this cell alone; it needs 7 GB of memory.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
./tools/dev setup libsimgrid-dev
exec ./tools/dev test --test_output=all --nocache_test_results "$@" \
  //tools/simulate/simgrid:all_reduce_test
