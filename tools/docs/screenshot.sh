#!/bin/bash
# usage: screenshot.sh SITE OUT: shows pages of a site to headless Chromium, from
# file:// and without a server, checks what the scripts on them have done, and
# writes a picture of each to the folder OUT. Installs Chromium if it is missing.
set -euo pipefail
site=$(realpath "$1")
out=$(realpath -m "$2")
if ! command -v chromium > /dev/null; then
  as_root=()
  ((EUID == 0)) || as_root=(sudo)
  "${as_root[@]}" apt-get install --yes --no-install-recommends chromium
fi
mkdir -p "$out"
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT

browse() { # OPTION... URL
  chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$profile" --allow-file-access-from-files=false \
    --host-resolver-rules="MAP * ~NOTFOUND" --virtual-time-budget=20000 \
    "$@" 2> /dev/null
}

# shot NAME PAGE WORDS: the page, once its scripts have run, has the words.
shot() {
  browse --dump-dom "file://$site/$2" > "$profile/page.html"
  if ! grep -qF -- "$3" "$profile/page.html"; then
    echo "$2 does not show: $3" >&2
    exit 1
  fi
  if grep -F -m 3 'class="katex-error' "$profile/page.html" >&2; then
    echo "$2 has a formula that KaTeX does not read" >&2
    exit 1
  fi
  browse --window-size=1400,1000 --screenshot="$out/$1.png" "file://$site/$2"
  [[ -s $out/$1.png ]]
  echo "$out/$1.png"
}

shot index index.html "step 1000"
shot guide guide/programs.html "forward.svg"
shot operators ops/index.html "of $(find "$site/ops" -name '*.html' \
  ! -name index.html ! -name formulas.html | wc -l)</span>"
shot formulas ops/formulas.html 'class="katex-display"'
shot optimizer ops/adam.html 'class="katex-display"'
shot filtered "ops/index.html?text=relu6&gradient=yes&types=float16" '>1 of '
shot operator ops/conv2d.html "Gradient-Based Learning"
shot layer python/layer_nn.html "paddle.layer.fc"
shot header headers/framework_scope.html "scope_2scope_8h.html"
shot class cpp/classpaddle_1_1framework_1_1Scope.html "FindVar"
shot links ops/elementwise_add.html "paddle.layer.add"
shot search "search.html?q=peephole" "ops/lstm.html"
shot search_cpp "search.html?q=KernelContext" "headers/framework_executor.html"
