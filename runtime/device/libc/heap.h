/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The memory of malloc() (heap.c), without the heap check. Blocks are aligned
 * to 16 bytes. Functions that return null have set errno.
 */
#ifndef DPA_DEVICE_LIBC_HEAP_H
#define DPA_DEVICE_LIBC_HEAP_H

#include <stddef.h>

/* Reserved names, so that they cannot clash with names of a program. */
#define heap_allocate __dpa_heap_allocate
#define heap_allocate_aligned __dpa_heap_allocate_aligned
#define heap_free __dpa_heap_free
#define heap_reallocate __dpa_heap_reallocate
#define heap_usable_size __dpa_heap_usable_size
#define heap_usage __dpa_heap_usage

struct heap_usage {
  size_t total; /* with headers */
  size_t free;
  size_t free_blocks;
};

void *heap_allocate(size_t size);
/* The alignment is a power of two. */
void *heap_allocate_aligned(size_t alignment, size_t size);
/* `block` must not be null. */
void heap_free(void *block);
void *heap_reallocate(void *block, size_t size);
size_t heap_usable_size(const void *block);
struct heap_usage heap_usage(void);

#endif
