#!/bin/bash
# Runs the tests of a bundle, which end with "N passed, N failed, N skipped", then
# its benchmarks, on a machine with a GPU.
cd "$(dirname "$(readlink -f "$0")")" || exit 1
report=$(mktemp)
trap 'rm -f "$report"' EXIT

nvidia-smi --query-gpu=name,driver_version --format=csv,noheader ||
  echo "no nvidia-smi: is there a GPU?"
# cuBLAS and cuDNN, which a bundle of --cuda_math=nvidia needs, may be PyTorch's.
LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$(python3 -c "import glob, site
print(':'.join(library for folder in site.getsitepackages()
               for library in glob.glob(folder + '/nvidia/*/lib')))")
export LD_LIBRARY_PATH
./gpu_tests --gtest_brief=1 --gtest_output="json:$report" "$@"
status=$?
python3 count_cases.py "$report" "$status" || status=1

gpu=$(nvidia-smi --query-gpu=name --format=csv,noheader --id=0)
./gpu_bench --gpu "$gpu" || status=1
if python3 -c "import torch; torch.cuda.current_device()" 2> /dev/null; then
  python3 peer.py || status=1
else
  echo "no PyTorch with CUDA here: nothing to compare with"
fi
exit "$status"
