/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * malloc and its relatives. heap.c allocates the memory. If the process runs
 * with --check=heap, each block is reported to the emulator, has guards on both
 * sides, and is kept for a while after it is freed. The emulator stores the
 * sizes, since no code may read the guards.
 */
#include "runtime/abi/syscalls.h"
#include "runtime/abi/thread-context.h"
#include "runtime/device/flexio_dev/system-call.h"
#include "runtime/device/libc/heap.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { GUARD = DPA_HEAP_CHECK_GUARD, QUARANTINE_SIZE = 64 };

void *malloc(size_t size);
void free(void *block);
void cfree(void *block);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
void *memalign(size_t alignment, size_t size);
void *aligned_alloc(size_t alignment, size_t size);
size_t malloc_usable_size(void *block);

static bool is_checked(void) {
  const struct dpa_thread_context *context = __builtin_thread_pointer();
  return context->checks_heap != 0;
}

static inline __attribute__((__always_inline__)) uint64_t
notify(uint64_t what, const void *block, size_t size, const void *base) {
  return (uint64_t)system_call4(DPA_SYS_HEAP_CHECK, what, (uintptr_t)block,
                                size, (uintptr_t)base);
}

/* Freed blocks. When another one is freed, the oldest goes back to the heap. */
static void *quarantine[QUARANTINE_SIZE];
static unsigned quarantine_next;

static void give_back(void *block) {
  if (!block)
    return;
  void *base = (void *)notify(DPA_HEAP_CHECK_RECYCLED, block, 0, NULL);
  if (base)
    heap_free(base);
}

static void put_in_quarantine(void *block) {
  unsigned at = __atomic_fetch_add(&quarantine_next, 1, __ATOMIC_RELAXED) %
                QUARANTINE_SIZE;
  give_back(__atomic_exchange_n(&quarantine[at], block, __ATOMIC_ACQ_REL));
}

static void give_all_back(void) {
  for (unsigned i = 0; i < QUARANTINE_SIZE; i++)
    give_back(__atomic_exchange_n(&quarantine[i], NULL, __ATOMIC_ACQ_REL));
}

/* Memory for `size` bytes at `alignment` between two guards. */
static __attribute__((noinline)) void *allocate(size_t alignment, size_t size,
                                                uint64_t what) {
  if (size > SIZE_MAX - alignment - 4 * GUARD) {
    errno = ENOMEM;
    return NULL;
  }
  const size_t whole = size + alignment + 3 * GUARD;
  char *base = heap_allocate(whole);
  if (!base) {
    give_all_back();
    base = heap_allocate(whole);
  }
  if (!base)
    return NULL;
  const uintptr_t block =
      ((uintptr_t)base + GUARD + alignment - 1) / alignment * alignment;
  if (what == DPA_HEAP_CHECK_CLEARED)
    memset((void *)block, 0, size);
  notify(what, (void *)block, size, base);
  return (void *)block;
}

void *malloc(size_t size) {
  if (!is_checked())
    return heap_allocate(size);
  return allocate(GUARD, size, DPA_HEAP_CHECK_ALLOCATED);
}

void free(void *block) {
  if (!block)
    return;
  if (!is_checked()) {
    heap_free(block);
    return;
  }
  if (notify(DPA_HEAP_CHECK_FREED, block, 0, NULL) != 0)
    put_in_quarantine(block);
}

void cfree(void *block) { free(block); }

void *calloc(size_t count, size_t size) {
  size_t bytes;

  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  if (!is_checked()) {
    void *block = heap_allocate(bytes);
    return block ? memset(block, 0, bytes) : NULL;
  }
  return allocate(GUARD, bytes, DPA_HEAP_CHECK_CLEARED);
}

void *realloc(void *block, size_t size) {
  if (!block)
    return malloc(size);
  if (size == 0) {
    free(block);
    return NULL;
  }
  if (!is_checked())
    return heap_reallocate(block, size);
  void *moved = allocate(GUARD, size, DPA_HEAP_CHECK_ALLOCATED);
  if (!moved)
    return NULL;
  const size_t before = notify(DPA_HEAP_CHECK_SIZE, block, 0, NULL);
  memcpy(moved, block, before < size ? before : size);
  if (notify(DPA_HEAP_CHECK_FREED, block, 0, NULL) != 0)
    put_in_quarantine(block);
  return moved;
}

void *memalign(size_t alignment, size_t size) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    errno = EINVAL;
    return NULL;
  }
  if (!is_checked())
    return heap_allocate_aligned(alignment, size);
  return allocate(alignment < GUARD ? GUARD : alignment, size,
                  DPA_HEAP_CHECK_ALLOCATED);
}

void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}

size_t malloc_usable_size(void *block) {
  if (!is_checked())
    return heap_usable_size(block);
  return notify(DPA_HEAP_CHECK_SIZE, block, 0, NULL);
}
