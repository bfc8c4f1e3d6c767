/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The memory of malloc(): chunks of what sbrk() returns, each with a header.
 * Small blocks that are freed are kept for the next request of their size.
 * Before the heap grows they are released like larger ones: joined with free
 * memory beside them, and put into one of 64 bins by their size. A request
 * searches one bin, then takes any chunk of the next larger one. Bins of small
 * sizes have one size each, so their first chunk fits.
 */
#include "runtime/device/libc/heap.h"
#include "runtime/device/libc/heap-chunks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Of picolibc; unistd.h declares it for programs of POSIX only. */
void *sbrk(ptrdiff_t more);

/* Small blocks that have been freed, by their size, and whether there may be
 * any. Their chunks count as in use. */
static struct chunk *kept[SMALL_BINS];
static bool has_kept;
static struct chunk *bins[BINS];
/* A bit for each bin with chunks. */
static uint64_t filled_bins;
/* The last header of the memory that was added last, or null. */
static struct chunk *heap_end;
static size_t heap_total;
static uint32_t heap_lock;

static inline void lock_heap(void) {
  while (__atomic_exchange_n(&heap_lock, 1, __ATOMIC_ACQUIRE) != 0) {
  }
}

static inline void unlock_heap(void) {
  __atomic_store_n(&heap_lock, 0, __ATOMIC_RELEASE);
}

static inline void take_out(struct chunk *chunk) {
  struct chunk *next = chunk->next, *previous = chunk->previous;
  if (next)
    next->previous = previous;
  if (previous) {
    previous->next = next;
    return;
  }
  const unsigned bin = bin_of(size_of(chunk));
  bins[bin] = next;
  if (!next)
    filled_bins &= ~(UINT64_C(1) << bin);
}

/* Makes a free chunk of so many bytes; the chunks beside it are in use. */
static inline void put_in(struct chunk *chunk, size_t size) {
  const unsigned bin = bin_of(size);
  struct chunk *first = bins[bin], *following = chunk_at(chunk, size);
  chunk->header = size | IS_FREE;
  chunk->next = first;
  chunk->previous = NULL;
  ((size_t *)following)[-1] = size;
  following->header |= PREVIOUS_IS_FREE;
  if (first)
    first->previous = chunk;
  bins[bin] = chunk;
  filled_bins |= UINT64_C(1) << bin;
}

/* Frees a chunk in use and joins it with free neighbours. IS_FREE stays in its
 * old header until the memory is used again, so that a second free() has no
 * effect. */
static void release(struct chunk *chunk) {
  size_t size = size_of(chunk);
  struct chunk *following = chunk_at(chunk, size);
  const bool previous_is_free = chunk->header & PREVIOUS_IS_FREE;
  chunk->header |= IS_FREE;
  if (following->header & IS_FREE) {
    size += size_of(following);
    take_out(following);
  }
  if (previous_is_free) {
    const size_t before = size_before(chunk);
    chunk = (struct chunk *)((char *)chunk - before);
    size += before;
    take_out(chunk);
  }
  put_in(chunk, size);
}

/* A chunk of `total` bytes that is in no bin, or is in use, keeps `size` of
 * them; the rest becomes free if it is large enough. */
static inline void *use(struct chunk *chunk, size_t total, size_t size) {
  const size_t flag = chunk->header & PREVIOUS_IS_FREE;
  struct chunk *following = chunk_at(chunk, total);
  if (total - size >= CHUNK_MIN) {
    chunk->header = size | flag;
    put_in(chunk_at(chunk, size), total - size);
  } else {
    chunk->header = total | flag;
    following->header &= ~(size_t)PREVIOUS_IS_FREE;
  }
  return block_of(chunk);
}

/* A chunk of at least so many bytes, or null. */
static inline struct chunk *find(size_t size) {
  const unsigned bin = bin_of(size);
  for (struct chunk *chunk = bins[bin]; chunk; chunk = chunk->next)
    if (size_of(chunk) >= size)
      return chunk;
  const uint64_t larger = filled_bins & UINT64_MAX << bin << 1;
  return larger ? bins[__builtin_ctzll(larger)] : NULL;
}

/* Adds memory behind the last chunk: `more` bytes. */
static bool extend(size_t more) {
  if (sbrk(0) != block_of(heap_end) || sbrk((ptrdiff_t)more) == (void *)-1)
    return false;
  heap_total += more;
  heap_end = chunk_at(heap_end, more);
  heap_end->header = 0;
  return true;
}

/* A new chunk of this size, which continues the free one at the end. */
static struct chunk *chunk_at_end(size_t size) {
  struct chunk *chunk = heap_end;
  size_t before = 0;
  if (chunk->header & PREVIOUS_IS_FREE) {
    before = size_before(chunk);
    chunk = (struct chunk *)((char *)chunk - before);
  }
  if (!extend(size - before))
    return NULL;
  if (before != 0)
    take_out(chunk);
  chunk->header = size;
  return chunk;
}

/* A chunk of this size in memory that does not continue the last one. */
static struct chunk *chunk_elsewhere(size_t size) {
  const size_t pad = -((uintptr_t)sbrk(0) + HEADER) % ALIGNMENT;
  char *base = sbrk((ptrdiff_t)(pad + size + HEADER));
  if (base == (void *)-1)
    return NULL;
  struct chunk *chunk = chunk_at(base, pad);
  chunk->header = size;
  heap_total += size + HEADER;
  heap_end = chunk_at(chunk, size);
  heap_end->header = 0;
  return chunk;
}

static __attribute__((noinline)) struct chunk *grow(size_t size) {
  struct chunk *chunk = heap_end ? chunk_at_end(size) : NULL;
  return chunk ? chunk : chunk_elsewhere(size);
}

static bool release_kept(void) {
  if (!has_kept)
    return false;
  has_kept = false;
  for (unsigned i = 0; i < SMALL_BINS; i++) {
    struct chunk *chunk = kept[i];
    kept[i] = NULL;
    while (chunk) {
      struct chunk *next = chunk->next;
      release(chunk);
      chunk = next;
    }
  }
  return true;
}

static void *allocate(size_t size) {
  struct chunk *chunk = find(size);
  if (!chunk && release_kept())
    chunk = find(size);
  if (chunk) {
    take_out(chunk);
    return use(chunk, size_of(chunk), size);
  }
  chunk = grow(size);
  return chunk ? block_of(chunk) : NULL;
}

static void *failed(void) {
  errno = ENOMEM;
  return NULL;
}

static __attribute__((noinline)) void *allocate_and_unlock(size_t size) {
  void *block = allocate(size);
  unlock_heap();
  return block ? block : failed();
}

void *heap_allocate(size_t size) {
  const size_t whole = chunk_size_for(size);
  if (whole == 0)
    return failed();
  lock_heap();
  if (whole < SMALL_MAX) {
    struct chunk **list = &kept[whole / ALIGNMENT], *chunk = *list;
    if (chunk) {
      *list = chunk->next;
      unlock_heap();
      return block_of(chunk);
    }
  }
  return allocate_and_unlock(whole);
}

/* A block that was just freed is not freed again. */
static inline void keep(struct chunk *chunk) {
  struct chunk **list = &kept[size_of(chunk) / ALIGNMENT], *first = *list;
  if (first == chunk)
    return;
  chunk->next = first;
  *list = chunk;
  has_kept = true;
}

static __attribute__((noinline)) void release_and_unlock(struct chunk *chunk) {
  release(chunk);
  unlock_heap();
}

void heap_free(void *block) {
  struct chunk *chunk = chunk_of(block);
  /* A fault at a wrong address must not leave the heap locked. */
  (void)*(volatile const size_t *)&chunk->header;
  lock_heap();
  if (!(chunk->header & IS_FREE)) {
    if (size_of(chunk) >= SMALL_MAX) {
      release_and_unlock(chunk);
      return;
    }
    keep(chunk);
  }
  unlock_heap();
}

/* Makes room for `size` bytes at the address of the chunk, from the free chunk
 * after it or by extending the heap. Returns the whole size, for use(), or 0.
 */
static size_t join_following(struct chunk *chunk, size_t size) {
  const size_t now = size_of(chunk);
  struct chunk *following = chunk_at(chunk, now);
  size_t joined = now;
  if (following->header & IS_FREE)
    joined += size_of(following);
  if (joined < size) {
    if (chunk_at(chunk, joined) != heap_end || !extend(size - joined))
      return 0;
    joined = size;
  }
  if (following->header & IS_FREE)
    take_out(following);
  return joined;
}

/* False if the chunk cannot have this size without being moved. */
static bool resize(struct chunk *chunk, size_t size) {
  const size_t now = size_of(chunk);
  if (size > now) {
    const size_t joined = join_following(chunk, size);
    if (joined == 0)
      return false;
    use(chunk, joined, size);
  } else if (now - size >= CHUNK_MIN) {
    struct chunk *rest = chunk_at(chunk, size);
    chunk->header = size | (chunk->header & PREVIOUS_IS_FREE);
    rest->header = now - size;
    release(rest);
  }
  return true;
}

static bool resize_locked(struct chunk *chunk, size_t size) {
  lock_heap();
  const bool is_resized = resize(chunk, size);
  unlock_heap();
  return is_resized;
}

void *heap_reallocate(void *block, size_t size) {
  const size_t whole = chunk_size_for(size);
  if (whole == 0)
    return failed();
  struct chunk *chunk = chunk_of(block);
  const size_t before = size_of(chunk) - HEADER;
  if (resize_locked(chunk, whole))
    return block;
  void *moved = heap_allocate(size);
  if (!moved) /* now kept blocks have been released, maybe the one after it */
    return resize_locked(chunk, whole) ? block : NULL;
  memcpy(moved, block, before < size ? before : size);
  heap_free(block);
  return moved;
}

void *heap_allocate_aligned(size_t alignment, size_t size) {
  const size_t whole = chunk_size_for(size);
  if (alignment <= ALIGNMENT)
    return heap_allocate(size);
  if (whole == 0 || alignment > BLOCK_MAX)
    return failed();
  lock_heap();
  void *block = allocate(whole + alignment + CHUNK_MIN);
  if (block) {
    struct chunk *chunk = chunk_of(block);
    uintptr_t at = ((uintptr_t)block + alignment - 1) & -alignment;
    while (at != (uintptr_t)block && at - (uintptr_t)block < CHUNK_MIN)
      at += alignment;
    const size_t gap = at - (uintptr_t)block;
    if (gap != 0) {
      struct chunk *aligned = chunk_at(chunk, gap);
      aligned->header = size_of(chunk) - gap;
      chunk->header = gap | (chunk->header & PREVIOUS_IS_FREE);
      release(chunk);
      chunk = aligned;
    }
    resize(chunk, whole);
    block = block_of(chunk);
  }
  unlock_heap();
  return block ? block : failed();
}

size_t heap_usable_size(const void *block) {
  return size_of(chunk_of(block)) - HEADER;
}

struct heap_usage heap_usage(void) {
  struct heap_usage usage = {0};
  lock_heap();
  release_kept();
  usage.total = heap_total;
  for (unsigned i = 0; i < BINS; i++)
    for (const struct chunk *chunk = bins[i]; chunk; chunk = chunk->next) {
      usage.free += size_of(chunk);
      usage.free_blocks++;
    }
  unlock_heap();
  return usage;
}
