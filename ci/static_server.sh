#!/bin/bash
# Servers of models as static programs, with Eigen: their sizes, and that they run
# where there is nothing but them. Of two libraries that Debian has as shared ones
# only, its source packages are compiled.
cd "$(dirname "$(readlink -f "$0")")/.." || exit 1
./tools/dev setup || exit 1
libraries=~/.cache/paddle-static
[[ -e $libraries ]] || tools/workspace/static/libraries.sh || exit 1
passed=0 failed=0 folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# small LIMIT PROGRAM: stripped, it has at most so many bytes.
small() {
  local size
  strip -o "$folder/$2" "bazel-bin/tools/serve/$2" &&
    size=$(stat --format=%s "$folder/$2") &&
    echo "$2: $size bytes of at most $1" && ((size <= $1))
}

# check COMMAND...
check() {
  echo "+ $*"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$1: FAILED"
  fi
}

check bazel build --config=static \
  --override_repository=simdjson="$libraries/simdjson" \
  --override_repository=prometheus_cpp="$libraries/prometheus_cpp" \
  //tools/serve:paddle_serve{,_nets}
check small 15000000 paddle_serve  # an image has nothing else
check small 8000000 paddle_serve_nets
./tools/dev python ci/static_server/check.py "$folder"/paddle_serve{,_nets} |
  tee "$folder/log"
if [[ $(tail -n 1 "$folder/log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
  passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
else
  failed=$((failed + 1))
fi

echo "$passed passed, $failed failed"
((failed == 0))
