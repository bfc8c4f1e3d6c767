/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef CASES_H
#define CASES_H

#include <stdint.h>

#define FOR_EACH_CASE(X)                                                       \
  X(write_all)                                                                 \
  X(write_behind)                                                              \
  X(read_before)                                                               \
  X(read_across_end)                                                           \
  X(branch_on_byte)                                                            \
  X(branch_on_defined_half)                                                    \
  X(branch_on_masked)                                                          \
  X(branch_on_sum)                                                             \
  X(index_of_table)                                                            \
  X(copy_and_branch)                                                           \
  X(branch_on_local)                                                           \
  X(switch_on_byte)
/* Called with a buffer that was freed. */
#define FOR_EACH_FREED_CASE(X)                                                 \
  X(read_first)                                                                \
  X(write_last)

#endif
