#!/bin/bash
# The Python wheel, built twice and checked as users install it, and the one of
# servers beside it. PyTorch, for the test that both live in one process, is found
# through PYTHONPATH.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
./tools/dev setup mypy python3-protobuf python3-venv
./tools/dev wheel --out "$out/one"
./tools/dev wheel --out "$out/two"
/usr/bin/python3 python/wheel/check_wheel.py "$out"/one/*.whl "$out"/two/*.whl
./tools/dev server-wheel --out "$out/server"
/usr/bin/python3 python/wheel/check_server_wheel.py \
  "$out"/one/*.whl "$out"/server/*.whl
