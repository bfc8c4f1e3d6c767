/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of tests: a wrong result is printed, and the program fails at its end. */
#ifndef CHECK_H
#define CHECK_H

#include <doca_error.h>
#include <stdio.h>

static int failures;

/* `call` returns `expected`. */
#define GIVES(expected, call)                                                  \
  do {                                                                         \
    doca_error_t got_ = (call);                                                \
    if (got_ != (expected)) {                                                  \
      failures++;                                                              \
      printf("%s:%d: %s: %s (expected %s)\n", __FILE__, __LINE__, #call,       \
             doca_error_get_name(got_), doca_error_get_name(expected));        \
    }                                                                          \
  } while (0)

#define OK(call) GIVES(DOCA_SUCCESS, call)
#define INVALID(call) GIVES(DOCA_ERROR_INVALID_VALUE, call)

#define HOLDS(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      failures++;                                                              \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                   \
    }                                                                          \
  } while (0)

static inline int result(void) {
  printf("%d failures\n", failures);
  return failures != 0;
}

#endif
