#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs a finished build where NVIDIA's packages put theirs, so that build scripts with hard-coded paths run: the SDK
# tree is doca/lib/<arch>-linux-gnu/dpa_llvm, everything else is relative links into it. The result can be moved as a whole.
# A folder that holds anybody else's files in these places is left alone.
#
# usage: install-opt-mellanox.sh [--prefix DIR] [--build DIR]
#   --prefix DIR   default: /opt/mellanox; the variable DESTDIR is put in front, as packagers expect
#   --build DIR    the build folder, default: build/ of this clone
set -euo pipefail

fail() {
  echo "install-opt-mellanox.sh: error: $*" >&2
  exit 1
}

prefix=/opt/mellanox
build=$(dirname "$0")/../build
while [ $# -gt 0 ]; do
  case $1 in
  --prefix=* | --build=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
  --prefix | --build)
    [ $# -gt 1 ] && [ -n "$2" ] || fail "option '$1' needs a folder"
    printf -v "${1#--}" %s "$2"
    shift 2
    ;;
  -h | --help)
    sed -n '/^# usage/,/^set/s/^# \?//p' "$0"
    exit 0
    ;;
  *) fail "unknown option '$1' (expected --prefix or --build)" ;;
  esac
done
[ -x "$build/sdk/bin/dpacc" ] && [ -d "$build/sdk/share/man" ] || fail "$build: no finished build (run scripts/build.sh first)"

root=${DESTDIR:-}$prefix
arch_lib=doca/lib/$(uname -m)-linux-gnu
tree=$arch_lib/dpa_llvm
sdk=$build/sdk
# In the tree: the pkg-config files of DOCA, whose prefix is that of the links to them.
doca_pc=lib/doca-pkgconfig

# One line for each link: its place, and what it points to in the tree.
links() {
  local file
  for file in "$sdk"/bin/*; do
    echo "doca/tools/${file##*/} $tree/bin/${file##*/}"
  done
  echo "doca/tools/dpa_llvm $tree"
  echo "doca/include $tree/include"
  echo "$arch_lib/cmake $tree/lib/cmake"
  echo "flexio/include $tree/include"
  echo "flexio/samples $tree/share/dpacc/samples"
  echo "doca/samples/flexio $tree/share/dpacc/samples"
  for pc in libflexio libflexio-static; do
    echo "flexio/lib/pkgconfig/$pc.pc $tree/lib/pkgconfig/$pc.pc"
  done
  for file in "$sdk"/lib/lib*; do
    case ${file##*/} in
    libdoca_*) echo "$arch_lib/${file##*/} $tree/lib/${file##*/}" ;;
    *) echo "flexio/lib/${file##*/} $tree/lib/${file##*/}" ;;
    esac
  done
  for file in "$sdk"/lib/pkgconfig/doca*.pc; do
    echo "$arch_lib/pkgconfig/${file##*/} $tree/$doca_pc/${file##*/}"
  done
  for file in "$sdk"/lib/dpa/*/crt0.o; do
    file=${file%/crt0.o}
    echo "flexio/lib/${file##*/} $tree/lib/dpa/${file##*/}"
  done
}

# Fails before any change if a path exists that this script did not create.
check_places() {
  local place target
  while read -r place target; do
    if [ -e "$root/$place" ] && ! [ -L "$root/$place" ]; then
      fail "$root/$place: belongs to another installation (choose another --prefix)"
    elif [ -L "$root/$place" ] && [ "$(realpath -m "$root/$place")" != "$(realpath -m "$root/$target")" ]; then
      fail "$root/$place: is a link to $(realpath -m "$root/$place"), of another installation (choose another --prefix)"
    fi
  done < <(links)
  if [ -e "$root/$tree" ] && ! [ -e "$root/$tree/lib/dpacc/dpacc-plugin.so" ]; then
    fail "$root/$tree: belongs to another installation (choose another --prefix)"
  fi
}

# Copies the new tree to a temporary folder and then replaces the old one.
install_tree() {
  local new=$root/$tree.new
  mkdir -p "$root/$arch_lib"
  rm -rf "$new"
  trap 'rm -rf "$root/$tree.new"' EXIT
  DESTDIR='' cmake --install "$build" --prefix "$(realpath "$root/$arch_lib")/dpa_llvm.new" >/dev/null
  ln -s lib/dpacc "$new/ldscripts"
  mkdir -p "$new/lib/clang"
  # Scripts name the compiler's own headers by the version that NVIDIA's has.
  ln -s "$(clang-22 -print-resource-dir)" "$new/lib/clang/22"
  ln -s 22 "$new/lib/clang/18"
  mkdir "$new/$doca_pc"
  local file
  for file in "$sdk"/lib/pkgconfig/doca*.pc; do
    sed "s|^prefix=.*|prefix=\${pcfiledir}/../../..|; s|^libdir=.*|libdir=\${prefix}/${arch_lib#doca/}|" "$file" \
      >"$new/$doca_pc/${file##*/}"
  done
  rm -rf "${root:?}/$tree"
  mv "$new" "$root/$tree"
}

make_links() {
  local place target
  while read -r place target; do
    mkdir -p "$root/$(dirname "$place")"
    ln -sfnr "$root/$target" "$root/$place"
  done < <(links)
}

check_places
install_tree
make_links
echo "Installed: $root/doca/tools, $root/flexio"
