#!/bin/bash
# Puts sources of the libraries of the server that Debian has as shared libraries
# only where ci/static_server.sh looks for them: ~/.cache/paddle-static. They come
# from Debian's source packages. Needs no root.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
folder=~/.cache/paddle-static
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lists/partial" "$work/sources"
echo "deb-src http://deb.debian.org/debian bookworm main" >"$work/sources.list"
apt=(apt-get -o Dir::Etc::sourcelist="$work/sources.list"
  -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$work/lists"
  -o Debug::NoLocking=true -o APT::Sandbox::User="$(id -un)")
"${apt[@]}" -qq update
cd "$work/sources"
"${apt[@]}" -qq source --download-only simdjson prometheus-cpp
for archive in *.orig.tar.gz; do tar -xzf "$archive"; done
# The folder exists only when all of it does.
rm -rf "$folder.new"
mkdir -p "$folder.new"
cp -r simdjson-*/singleheader "$folder.new/simdjson"
cp -r prometheus-cpp-*/core "$folder.new/prometheus_cpp"
# CMake would write it: nothing is exported from a program.
cat >"$folder.new/prometheus_cpp/include/prometheus/detail/core_export.h" <<'EOF'
#pragma once
#define PROMETHEUS_CPP_CORE_EXPORT
EOF
for library in simdjson prometheus_cpp; do
  find "$folder.new/$library" -name 'BUILD*' -delete
  touch "$folder.new/$library/WORKSPACE"
  cp "$here/$library.BUILD" "$folder.new/$library/BUILD"
done
rm -rf "$folder"
mv "$folder.new" "$folder"
