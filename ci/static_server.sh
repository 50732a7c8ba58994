#!/bin/bash
# Servers of models as static programs, with Eigen: their sizes, and that they run
# where there is nothing but them. Of two libraries that Debian has as shared ones
# only, its source packages are compiled.
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
./tools/dev setup || exit 1
libraries=~/.cache/paddle-static
[[ -e $libraries ]] || tools/workspace/static/libraries.sh || exit 1
source ci/checks.sh
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# small LIMIT PROGRAM: stripped, it has at most so many bytes.
small() {
  local size
  strip -o "$folder/$2" "bazel-bin/tools/serve/$2" &&
    size=$(stat --format=%s "$folder/$2") &&
    echo "$2: $size bytes of at most $1" && ((size <= $1))
}

check bazel build --config=static \
  --override_repository=simdjson="$libraries/simdjson" \
  --override_repository=prometheus_cpp="$libraries/prometheus_cpp" \
  //tools/serve:paddle_serve{,_nets}
check small 15000000 paddle_serve  # an image has nothing else
check small 8000000 paddle_serve_nets
counted ./tools/dev python ci/static_server/check.py \
  "$folder"/paddle_serve{,_nets}

echo "$passed passed, $failed failed"
((failed == 0))
