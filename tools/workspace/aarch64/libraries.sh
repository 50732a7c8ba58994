#!/bin/bash
# Puts the libraries that programs for 64-bit ARM are linked with where
# --config=aarch64 looks for them: ~/.cache/paddle-aarch64. They come from Debian's
# packages, which are unpacked, not installed: the system stays of one
# architecture. Needs no root.
set -euo pipefail
folder=~/.cache/paddle-aarch64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{lists,archives}/partial "$work"/{packages,root}
touch "$work/status"
apt=(apt-get -o APT::Architecture=arm64 -o APT::Architectures=arm64
  -o Dir::State::lists="$work/lists" -o Dir::State::status="$work/status"
  -o Dir::Cache="$work" -o Debug::NoLocking=true -o APT::Sandbox::User="$(id -un)")
"${apt[@]}" -qq update
cd "$work/packages"
"${apt[@]}" -qq download libabsl-dev libabsl20220623 libgmock-dev libgtest-dev \
  libprotobuf-dev libprotobuf32 libprotobuf-lite32 zlib1g zlib1g-dev
for package in *.deb; do dpkg-deb --extract "$package" "$work/root"; done
# The folder exists only when all of it does.
rm -rf "$folder.new"
mkdir -p "$(dirname "$folder")"
cp -r "$work/root/usr/lib/aarch64-linux-gnu" "$folder.new"
[[ ! -d $work/root/lib ]] || cp -r "$work/root/lib/aarch64-linux-gnu/." "$folder.new"
# Links lead to files beside them, or nowhere.
for link in "$folder.new"/*.so; do
  [[ -L $link ]] || continue
  target=$(basename "$(readlink "$link")")
  if [[ -e $folder.new/$target ]]; then
    ln -sf "$target" "$link"
  else
    rm "$link"
  fi
done
rm -rf "$folder"
mv "$folder.new" "$folder"
