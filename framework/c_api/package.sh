#!/bin/bash
# Packs the library of the C interface: package.sh OUT STRIP VERSION FILE...
# Files: the library, headers, the template of paddle-c.pc, the license.
set -euo pipefail
out=$PWD/$1 strip=$2 version=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

install_file() {
  install -D -m 644 "$1" "$folder/paddle_c/$2"
}

for file in "$@"; do
  case $file in
    *libpaddle_c.so.*)
      library=${file##*/}
      install_file "$file" "lib/$library"
      "$strip" --strip-unneeded "$folder/paddle_c/lib/$library"
      ln -s "$library" "$folder/paddle_c/lib/libpaddle_c.so"
      ;;
    *.h | *.hpp) install_file "$file" "include/paddle/$file" ;;
    *.pc.in)
      mkdir -p "$folder/paddle_c/lib/pkgconfig"
      sed "s/@VERSION@/$version/" "$file" \
        > "$folder/paddle_c/lib/pkgconfig/paddle-c.pc"
      ;;
    *) install_file "$file" "${file##*/}" ;;
  esac
done
# Equal files make an equal archive.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 \
  -C "$folder" -cf - paddle_c | gzip -n > "$out"
