#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian packages that a task needs and that are missing; docs/dependencies.md says what each is for.
#
# usage: packages.sh TASK...      TASK: build | test | check | bench
set -euo pipefail

build=(
  ca-certificates cmake ninja-build pkg-config python3-minimal
  gcc g++ libc6-dev make
  clang-22 lld-22 llvm-22 llvm-22-dev libclang-22-dev liblld-22-dev zlib1g-dev libzstd-dev
  picolibc-riscv64-unknown-elf gcc-riscv64-unknown-elf
  libelf-dev libibverbs-dev libtomlplusplus-dev libxbyak-dev
)
test=(llvm-22-tools clangd-22 python3 libgtest-dev gdb-multiarch qemu-user csmith libcsmith-dev meson ccache)
check=(clang-format-22 clang-tidy-22 libclang-rt-22-dev)
bench=(libunicorn-dev)

wanted=()
for task in "$@"; do
  case $task in
  build) wanted+=("${build[@]}") ;;
  test) wanted+=("${test[@]}") ;;
  check) wanted+=("${check[@]}") ;;
  bench) wanted+=("${bench[@]}") ;;
  *)
    echo "packages.sh: error: unknown task '$task' (build, test, check or bench)" >&2
    exit 2
    ;;
  esac
done

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" != 0 ]; then
  echo "packages.sh: error: these packages are missing and installing needs root: ${missing[*]}" >&2
  exit 1
fi
echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -yqq --no-install-recommends "${missing[@]}" >/dev/null
