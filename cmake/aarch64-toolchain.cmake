# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Cross-building the CPU engine for AArch64 Linux with clang-22, on Debian's cross C and C++ libraries and on the packages
# that scripts/packages.sh unpacks into DPA_AARCH64_PACKAGES; what is built runs under qemu-aarch64. Not for the product.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(DPA_AARCH64_PACKAGES "${CMAKE_CURRENT_LIST_DIR}/../build/packages/arm64"
    CACHE PATH "Unpacked Debian packages of architecture arm64 (libvixl-dev, libvixl5)")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DPA_AARCH64_PACKAGES)

set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT --ld-path=ld.lld-22)
set(CMAKE_SHARED_LINKER_FLAGS_INIT --ld-path=ld.lld-22)

set(CMAKE_FIND_ROOT_PATH "${DPA_AARCH64_PACKAGES}" /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
