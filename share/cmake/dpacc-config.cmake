# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What find_package(dpacc) reads. It finds this file where the SDK's bin folder is on the PATH, or with
# -DCMAKE_PREFIX_PATH=<SDK> or -Ddpacc_ROOT=<SDK>. Everything is in dpacc.cmake.
include("${CMAKE_CURRENT_LIST_DIR}/dpacc.cmake")
