#!/bin/bash
# Static programs for 64-bit ARM, by Debian's cross compiler and with Eigen: the
# tests of kernels, the executor and whole nets, which run under qemu, and the
# size of a program that only infers.
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
./tools/dev setup g++-aarch64-linux-gnu qemu-user || exit 1
[[ -d ~/.cache/paddle-aarch64 ]] ||
  tools/workspace/aarch64/libraries.sh || exit 1

targets=("$@")
((${#targets[@]})) || targets=(//platform/... //framework/executor/...
  //framework/tensor/... //operators/math/...
  //operators/{activation,convolution,elementwise,matrix,normalization}/...
  //operators/{pooling,recurrent_unit,sequence}/... //tools/infer/...)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
./tools/dev test --config=aarch64 --build_tests_only "${targets[@]}" |
  tee "$log"
[[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]] || exit 1
passed=${BASH_REMATCH[1]} failed=${BASH_REMATCH[2]}

# small LIMIT TARGET: its program, stripped, has at most so many bytes.
small() {
  local size='' file status=0
  file=$(mktemp)
  bazel build --config=aarch64 "$2" && aarch64-linux-gnu-strip \
    -o "$file" "bazel-bin/$(tr : / <<< "${2#//}")" &&
    size=$(stat --format=%s "$file") && ((size <= $1)) || status=1
  echo "$2: ${size:-none} bytes of at most $1"
  rm -f "$file"
  return "$status"
}

if small 4000000 //tools/infer:infer_digits; then
  passed=$((passed + 1))
else
  failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
((failed == 0))
