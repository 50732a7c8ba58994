#!/bin/bash
# Programs for 64-bit ARM, by Debian's cross compiler and with Eigen, in qemu:
# the tests of kernels, of the executor and of the C interface; whole networks
# that Python has saved on this machine; and the size of a program that only
# infers. All are static but what has to do with libpaddle_c.so.1.
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
./tools/dev setup g++-aarch64-linux-gnu qemu-user pkgconf || exit 1
libraries=~/.cache/paddle-aarch64
[[ -e $libraries/libprotobuf-lite.so.32 ]] ||
  tools/workspace/aarch64/libraries.sh || exit 1
source ci/checks.sh
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder" && rm -rf "$folder"' EXIT

# built CONFIG TARGET: builds it; copies what it makes, and says where.
built() {
  bazel build --config="$1" "$2" >&2 &&
    cp -rL "bazel-bin/$(tr : / <<< "${2#//}")" "$folder" &&
    echo "$folder/${2##*[:/]}"
}

# small LIMIT TARGET: its program, stripped, has at most so many bytes.
small() {
  local size file
  file=$(built aarch64 "$2") && aarch64-linux-gnu-strip -o "$file.s" "$file" &&
    size=$(stat --format=%s "$file.s") || return 1
  echo "$2: $size bytes of at most $1"
  ((size <= $1))
}

# compiled NAME ARGUMENT...: model.c for a device.
compiled() {
  aarch64-linux-gnu-gcc -std=c99 -pedantic -Wall -Wextra -Werror -O2 \
    ci/aarch64/model.c -o "$folder/$1" -L"$libraries" "${@:2}"
}

# flags_of FOLDER: what a compiler needs for the library that is there.
flags_of() {
  PKG_CONFIG_PATH=$folder/$1/lib/pkgconfig pkg-config --cflags --libs paddle-c
}

static_model() {
  local flags
  built aarch64 //:paddle_static &&
    read -ra flags < <(flags_of paddle_static) &&
    compiled model_static -static "${flags[@]}"
}

shared_model() {
  local flags archive
  archive=$(built aarch64-shared //framework/c_api:paddle_c.tar.gz) &&
    tar -C "$folder" -xf "$archive" &&
    read -ra flags < <(flags_of paddle_c) &&
    compiled model_shared -Wl,-rpath-link,"$libraries" "${flags[@]}"
}

# What is given replaces the static tests, and nothing else is done.
if (($#)); then
  counted ./tools/dev test --config=aarch64 --build_tests_only "$@"
else
  counted ./tools/dev test --config=aarch64 --build_tests_only \
    //platform/... //framework/executor/... //framework/tensor/... \
    //operators/math/... //operators/{activation,convolution,elementwise}/... \
    //operators/{matrix,normalization,pooling,recurrent_unit,sequence}/... \
    //tools/infer/...
  check small 4000000 //tools/infer:infer_digits
  check built aarch64 //tools/infer:infer
  check static_model
  # The folder of a device's libraries, and where programs look for others.
  export QEMU_LD_PREFIX=/usr/aarch64-linux-gnu
  counted ./tools/dev test --config=aarch64-shared \
    --test_env=QEMU_LD_PREFIX \
    --test_env=QEMU_SET_ENV=LD_LIBRARY_PATH="$libraries" \
    //framework/c_api:{hpp,load,misuse,tensor,training}_test
  check shared_model
  counted ./tools/dev python ci/aarch64/compare.py \
    --infer "qemu-aarch64 $folder/infer" \
    --model "qemu-aarch64 $folder/model_static" \
    --model "qemu-aarch64 -E \
      LD_LIBRARY_PATH=$folder/paddle_c/lib:$libraries $folder/model_shared"
fi

echo "$passed passed, $failed failed"
((failed == 0))
