/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Copies of DOCA 1.5 and 2.5: all threads share the queue of the context.
 */
#ifndef DPA_DOCA_DEVICE_COPIES_H
#define DPA_DOCA_DEVICE_COPIES_H

#include <stddef.h>
#include <stdint.h>

/** A place in registered memory. */
struct doca_place {
  uint32_t key;
  uint64_t address;
};

/** A matrix to transpose. */
struct doca_matrix {
  size_t element_size; /* bytes */
  size_t columns;
  size_t rows;
};

/** Starts a copy of `length` bytes, which is transposed if `matrix` is not NULL. */
void doca_copy(struct doca_place to, struct doca_place from, size_t length,
               const struct doca_matrix *matrix);

#endif
