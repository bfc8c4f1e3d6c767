#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the Debian packages that a task needs and that are missing; docs/dependencies.md has the purpose of each.
#
# usage: packages.sh TASK...      TASK: build | test | check | reference | bench
set -euo pipefail

build=(
  ca-certificates cmake ninja-build pkg-config python3-minimal
  gcc g++ libc6-dev make
  clang-22 lld-22 llvm-22 llvm-22-dev libclang-22-dev liblld-22-dev zlib1g-dev libzstd-dev
  picolibc-riscv64-unknown-elf gcc-riscv64-unknown-elf
  libelf-dev libdw-dev libibverbs-dev libtomlplusplus-dev libxbyak-dev libpcap-dev
  libssl-dev libpugixml-dev
)
[ "$(dpkg --print-architecture)" != arm64 ] || build=("${build[@]/libxbyak-dev/libvixl-dev}")
test=(libclang-rt-22-dev iproute2 tcpdump ibverbs-utils perftest python3-pyverbs python3-scapy llvm-22-tools clangd-22 python3 libgtest-dev gdb-multiarch lldb-22 qemu-user csmith libcsmith-dev meson ccache doxygen tshark valgrind linux-perf openmpi-bin libopenmpi-dev chromium-headless-shell openssl softhsm2 opensc libengine-pkcs11-openssl uuid-runtime xxd)
check=(git clang-format-22 clang-tidy-22 libclang-rt-22-dev)
reference=(doxygen)
bench=(libunicorn-dev)

# For the tests of the JIT's AArch64 half: Debian's cross C++ library, and vixl, which is neither a cross package nor can be
# installed for two architectures at once: it is unpacked into the build.
aarch64=(libc6-dev-arm64-cross libstdc++-12-dev-arm64-cross)
aarch64_unpacked=(libvixl-dev:arm64 libvixl5:arm64)
[ "$(dpkg --print-architecture)" = arm64 ] || test+=("${aarch64[@]}")

unpack_aarch64() {
  local folder work
  folder=$(cd "$(dirname "$0")/.." && pwd)/build/packages
  [ ! -e "$folder/arm64" ] || return 0
  echo "Unpacking into $folder/arm64: ${aarch64_unpacked[*]}"
  work=$(mktemp -d)
  # shellcheck disable=SC2064 # the folder of now
  trap "rm -rf '$work'" EXIT
  mkdir -p "$work"/{lists,cache/archives}/partial "$folder"
  local apt=(apt-get -qq -o APT::Sandbox::User=root -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache"
    -o APT::Architecture=arm64 -o APT::Architectures=arm64)
  (cd "$work" && "${apt[@]}" update && "${apt[@]}" download "${aarch64_unpacked[@]}")
  for package in "$work"/*.deb; do
    dpkg-deb -x "$package" "$work/arm64"
  done
  mv "$work/arm64" "$folder/arm64"
}

wanted=()
for task in "$@"; do
  case $task in
  build) wanted+=("${build[@]}") ;;
  test)
    wanted+=("${test[@]}")
    [ "$(dpkg --print-architecture)" = arm64 ] || unpack_aarch64
    ;;
  check) wanted+=("${check[@]}") ;;
  reference) wanted+=("${reference[@]}") ;;
  bench) wanted+=("${bench[@]}") ;;
  *)
    echo "packages.sh: error: unknown task '$task' (build, test, check, reference or bench)" >&2
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
