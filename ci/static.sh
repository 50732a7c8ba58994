#!/bin/bash
# Paddle as one static archive, linked by CMake and by make.
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
./tools/dev setup cmake make pkgconf || exit 1
source ci/checks.sh
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder" && rm -rf "$folder"' EXIT
paddle=$folder/paddle

# The folder must work wherever it is copied to.
archive() {
  bazel build //:paddle_static && cp -rL bazel-bin/paddle_static "$paddle" &&
    du -h --apparent-size "$paddle/lib/libpaddle.a"
}

with_cmake() {
  cmake -S ci/static -B "$folder/cmake" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$paddle" && cmake --build "$folder/cmake" -j2
}

with_make() {
  cp -r ci/static "$folder/make" && chmod -R u+w "$folder/make" &&
    PKG_CONFIG_PATH=$paddle/lib/pkgconfig make -j2 -C "$folder/make"
}

# C evaluates what C++ has trained.
from_c() {
  local output
  output=$("$1/evaluate" "$1/model") && echo "$output" &&
    [[ $output =~ ^"at 2: "(4.9|5.0).*", at 3: "(6.9|7.0) ]]
}

# A program that forgets to register is told what to do.
tells() {
  local output
  output=$("$1") && return 1
  echo "$output"
  [[ $output == *"call paddle::operators::RegisterAllOps()"* ]]
}

check archive
for tool in cmake make; do
  check "with_$tool"
  check "$folder/$tool/train" "$folder/$tool/model"
  check from_c "$folder/$tool"
  check tells "$folder/$tool/unregistered"
done

echo "$passed passed, $failed failed"
((failed == 0))
