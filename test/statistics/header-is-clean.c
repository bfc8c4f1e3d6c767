// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The header compiles without a warning as C11 and C++ with both compilers; a function warns unless the program
// asked for experimental ones. C++ programs link, too.
// PROVES: R-STAT-02
// RUN: gcc -std=c11 -Wall -Wextra -Werror -pedantic -DDPA_STATS_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
// RUN: clang-22 -std=c11 -Wall -Wextra -Werror -pedantic -DDPA_STATS_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
// RUN: sh -c "g++ -x c++ -std=c++11 -Wall -Wextra -Werror -pedantic $(%pkg_config --cflags libdpa_stats) %s -o %t $(%pkg_config --libs libdpa_stats) -Wl,-rpath,%sdk/lib"
// RUN: dpa-run -- %t
// RUN: clang++-22 -x c++ -std=c++20 -Wall -Wextra -Werror -pedantic -DDPA_STATS_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
// RUN: gcc -std=c11 -I%sdk/include -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: warning: 'dpa_stats_read_caps' is deprecated: experimental; define DPA_STATS_ALLOW_EXPERIMENTAL_API to use it
#include <dpa_stats.h>
#include <stddef.h>

/* A program may declare functions of its own like that. */
DPA_STATS_EXPERIMENTAL int own_function(void);

int main(void) {
  dpa_stats_capabilities caps;

  return dpa_stats_read_caps(NULL, &caps) == DPA_STATS_STATUS_NULL_POINTER ? 0
                                                                           : 1;
}
