/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What host and device of the multithread sample share. */
#ifndef MULTITHREAD_H
#define MULTITHREAD_H

#include <stdint.h>

enum { MATRIX_SIZE = 5, MATRIX_CELLS = MATRIX_SIZE * MATRIX_SIZE };

/* One cell of a product of two matrices, stored row by row. */
struct cell_job {
  uint64_t left;   /* device address of the left matrix */
  uint64_t right;  /* device address of the right matrix */
  uint64_t result; /* host address of the result matrix */
  uint32_t result_key;
  uint32_t window;
  uint32_t row;
  uint32_t column;
};

#endif
