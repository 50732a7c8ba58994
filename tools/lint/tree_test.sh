#!/bin/bash
# Sees the whole tree, through the WORKSPACE file's real place: every folder
# with sources is a package, and every package is linted.
cd "$(dirname "$(readlink -f WORKSPACE)")" || exit 1
status=0
[[ -n $(git ls-files WORKSPACE) ]] || exit 1
complain() {
  echo "$1: $2"
  status=1
}
while read -r folder; do
  home=$folder
  until [[ -e $home/BUILD || $home == . ]]; do
    home=$(dirname "$home")
  done
  if [[ $home == . ]]; then
    [[ $folder == . ]] || complain "$folder" "has sources and no BUILD file"
  elif [[ -s $home/BUILD ]]; then
    grep -Eq '^paddle_(package|op_family|lint_test)\(' "$home/BUILD" ||
      complain "$home/BUILD" "does not end with paddle_package()"
  fi
done < <(git ls-files '*.cc' '*.h' '*.cu' '*.py' '*.sh' '*BUILD' |
  xargs -n1 dirname | sort -u)
exit "$status"
