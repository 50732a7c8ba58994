#!/bin/bash
# Runs the tests, then the benchmarks, of a bundle on a machine with a GPU. Ends
# with "N passed, N failed, N skipped".
cd "$(dirname "$(readlink -f "$0")")" || exit 1
report=$(mktemp)
trap 'rm -f "$report"' EXIT

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader ||
  echo "no nvidia-smi: is there a GPU?"
./gpu_tests --gtest_brief=1 --gtest_output="json:$report" "$@"
status=$?
python3 count_cases.py "$report" "$status" || status=1

./gpu_bench || status=1
if python3 -c "import torch; torch.cuda.current_device()" 2> /dev/null; then
  python3 peer.py || status=1
else
  echo "no PyTorch with CUDA here: nothing to compare with"
fi
exit "$status"
