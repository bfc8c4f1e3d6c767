// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dpaintrin.h compiles with host compilers and as C++; a version newer than the header's is an
// error.
// RUN: gcc -std=c99 -Wall -Wextra -Werror -pedantic -c %s -o %t.o -I%sdk/include
// RUN: g++ -x c++ -std=c++20 -Wall -Wextra -Werror -c %s -o %t.o -I%sdk/include
// RUN: %device_cc -c %s -o %t.o -DDPA_INTRIN_VERSION_USED='DPA_INTRIN_VERSION(1,0)'
// RUN: not %device_cc -c %s -o %t.o -DDPA_INTRIN_VERSION_USED='DPA_INTRIN_VERSION(1,4)' 2>&1 | FileCheck %s
// CHECK: error: "Bad value for DPA_INTRIN_VERSION_USED: newer than this dpaintrin.h, 1.3"
#include <dpaintrin.h>

uint64_t use(unsigned value) {
  __dpa_thread_system_fence();
  __dpa_thread_memory_writeback();
  return __dpa_thread_cycles() + (uint64_t)__dpa_fxp_log2(value);
}
