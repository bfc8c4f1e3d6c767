/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Chunks of the heap (heap.c):
 *
 *   in use:  | header | block ...                          |
 *   kept:    | header | next | ...                         |
 *   free:    | header | next | previous | ...       | size |
 *
 * The header is the size of the chunk with two flags. The last chunk of
 * consecutive memory is a header of size 0.
 */
#ifndef DPA_DEVICE_LIBC_HEAP_CHUNKS_H
#define DPA_DEVICE_LIBC_HEAP_CHUNKS_H

#include <stddef.h>
#include <stdint.h>

enum {
  HEADER = sizeof(size_t),
  /* Alignment of blocks, and unit of chunk sizes. */
  ALIGNMENT = 16,
  CHUNK_MIN = 32,
  /* Bins below have one size each, later ones half of a power of two. */
  SMALL_BINS = 32,
  SMALL_MAX = SMALL_BINS * ALIGNMENT,
  BINS = 64,
  /* Flags of a header, and the mask of the bits that are not part of the size. */
  IS_FREE = 1,
  PREVIOUS_IS_FREE = 2,
  FLAGS = 15
};

/* No block and no alignment is larger, so that sums of sizes do not overflow. */
#define BLOCK_MAX ((size_t)PTRDIFF_MAX / 4)

struct chunk {
  size_t header;
  /* Of free chunks in the same bin, or of the kept ones of the same size. */
  struct chunk *next, *previous;
};

static inline size_t size_of(const struct chunk *chunk) {
  return chunk->header & ~(size_t)FLAGS;
}

static inline struct chunk *chunk_at(void *base, size_t offset) {
  return (struct chunk *)((char *)base + offset);
}

static inline struct chunk *chunk_of(const void *block) {
  return (struct chunk *)((uintptr_t)block - HEADER);
}

static inline void *block_of(struct chunk *chunk) {
  return (char *)chunk + HEADER;
}

/* The size of the free chunk before this one. */
static inline size_t size_before(const struct chunk *chunk) {
  return ((const size_t *)chunk)[-1];
}

/* Returns the size of a chunk for a block of `size` bytes, or 0 if it is too
 * large. */
static inline size_t chunk_size_for(size_t size) {
  if (size > BLOCK_MAX)
    return 0;
  const size_t whole = (size + HEADER + ALIGNMENT - 1) & ~(size_t)FLAGS;
  return whole < CHUNK_MIN ? CHUNK_MIN : whole;
}

static inline unsigned bin_of(size_t size) {
  enum { LOG_SMALL_MAX = 9 };
  if (size < SMALL_MAX)
    return (unsigned)(size / ALIGNMENT);
  const unsigned log = 63 - (unsigned)__builtin_clzll(size);
  const unsigned bin = SMALL_BINS + (log - LOG_SMALL_MAX) * 2 +
                       (unsigned)(size >> (log - 1) & 1);
  return bin < BINS ? bin : BINS - 1;
}

#endif
