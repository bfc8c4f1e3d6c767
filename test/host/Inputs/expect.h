/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of host programs that print the place of a failure. */
#ifndef DPA_TEST_HOST_EXPECT_H
#define DPA_TEST_HOST_EXPECT_H

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fflush(stdout);                                                          \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)
#define EXPECT_SUCCESS(call) EXPECT((call) == FLEXIO_STATUS_SUCCESS)
#define EXPECT_FAILED(call) EXPECT((call) == FLEXIO_STATUS_FAILED)

#endif
