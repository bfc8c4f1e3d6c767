/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memcpy, memmove and memset with aligned accesses alone: misaligned ones are
 * slow, or trap. Long copies between addresses of different alignment load
 * whole doublewords and combine parts of two by shifts. No byte outside of the
 * source is read.
 *
 * Bytes are copied upwards, and those of one step are loaded before any is
 * stored, so that memmove can do the same if the target is below the source.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  WORD = sizeof(uint64_t),
  /* Bytes from which a target is aligned first. */
  ALIGNED_MIN = 2 * WORD,
  SHIFTED_MIN = 5 * WORD
};

typedef uint64_t __attribute__((may_alias)) Word;
typedef uint32_t __attribute__((may_alias)) HalfWord;
typedef uint16_t __attribute__((may_alias)) QuarterWord;

/* Weak, as memcpy is: a program may define some of them itself. */
__attribute__((weak)) void *memmove(void *target, const void *source,
                                    size_t size);
__attribute__((weak)) void *memset(void *target, int value, size_t size);

static inline bool is_aligned(const void *address) {
  return (uintptr_t)address % WORD == 0;
}

static inline bool are_aligned(const void *to, const void *from) {
  return (((uintptr_t)to | (uintptr_t)from) % WORD) == 0;
}

static inline bool are_aligned_alike(const void *to, const void *from) {
  return (((uintptr_t)to ^ (uintptr_t)from) % WORD) == 0;
}

static inline void copy_8_bytes(uint8_t *to, const uint8_t *from) {
  const uint8_t b0 = from[0], b1 = from[1], b2 = from[2], b3 = from[3];
  const uint8_t b4 = from[4], b5 = from[5], b6 = from[6], b7 = from[7];
  to[0] = b0;
  to[1] = b1;
  to[2] = b2;
  to[3] = b3;
  to[4] = b4;
  to[5] = b5;
  to[6] = b6;
  to[7] = b7;
}

/* Less than eight. */
static inline void copy_last_bytes(uint8_t *to, const uint8_t *from,
                                   size_t size) {
  if (size & 4) {
    const uint8_t b0 = from[0], b1 = from[1], b2 = from[2], b3 = from[3];
    to[0] = b0;
    to[1] = b1;
    to[2] = b2;
    to[3] = b3;
    to += 4;
    from += 4;
  }
  if (size & 2) {
    const uint8_t b0 = from[0], b1 = from[1];
    to[0] = b0;
    to[1] = b1;
    to += 2;
    from += 2;
  }
  if (size & 1)
    *to = *from;
}

static inline void copy_8_words(uint8_t *target, const uint8_t *source) {
  Word *to = (Word *)target;
  const Word *from = (const Word *)source;
  const Word w0 = from[0], w1 = from[1], w2 = from[2], w3 = from[3];
  const Word w4 = from[4], w5 = from[5], w6 = from[6], w7 = from[7];
  to[0] = w0;
  to[1] = w1;
  to[2] = w2;
  to[3] = w3;
  to[4] = w4;
  to[5] = w5;
  to[6] = w6;
  to[7] = w7;
}

/* The bytes from `from`, which is not aligned, to the next doubleword. */
static inline uint64_t bytes_to_boundary(const uint8_t *from) {
  uint64_t value = 0;
  unsigned shift = 0;
  if ((uintptr_t)from & 1) {
    value = *from++;
    shift = 8;
  }
  if ((uintptr_t)from & 2) {
    value |= (uint64_t)*(const QuarterWord *)from << shift;
    from += 2;
    shift += 16;
  }
  if ((uintptr_t)from & 4)
    value |= (uint64_t)*(const HalfWord *)from << shift;
  return value;
}

/* Copies doublewords to an aligned target from a source that is not aligned.
 * Returns how many bytes. */
static inline size_t copy_shifted(uint8_t *to, const uint8_t *from,
                                  size_t size) {
  const unsigned misaligned = (uintptr_t)from % WORD;
  const unsigned shift = misaligned * 8;
  const uint8_t *next = from - misaligned + WORD;
  /* What has been loaded, but not stored. */
  uint64_t rest = bytes_to_boundary(from);
  size_t done = 0;
  for (; size - done >= 2 * WORD - misaligned; done += WORD) {
    const uint64_t word = *(const Word *)(next + done);
    *(Word *)(to + done) = rest | word << (64 - shift);
    rest = word >> shift;
  }
  return done;
}

/* memcpy, for memmove, by a name that a program does not replace and that is
 * not in symbol tables. */
static void *copy_up(void *target, const void *source,
                     size_t size) __asm__(".Ldpa_copy_up");

static __attribute__((used)) void *copy_up(void *target, const void *source,
                                           size_t size) {
  uint8_t *to = target;
  const uint8_t *from = source;
  if (size < WORD) {
    copy_last_bytes(to, from, size);
    return target;
  }
  if (!are_aligned(to, from) &&
      size >= (are_aligned_alike(to, from) ? ALIGNED_MIN : SHIFTED_MIN))
    for (; !is_aligned(to); --size)
      *to++ = *from++;
  if (are_aligned(to, from)) {
    for (; size >= 8 * WORD; size -= 8 * WORD) {
      copy_8_words(to, from);
      to += 8 * WORD;
      from += 8 * WORD;
    }
    for (; size >= WORD; size -= WORD) {
      *(Word *)to = *(const Word *)from;
      to += WORD;
      from += WORD;
    }
  } else if (size >= SHIFTED_MIN - WORD && is_aligned(to)) {
    const size_t done = copy_shifted(to, from, size);
    to += done;
    from += done;
    size -= done;
  }
  for (; size >= WORD; size -= WORD) {
    copy_8_bytes(to, from);
    to += WORD;
    from += WORD;
  }
  copy_last_bytes(to, from, size);
  return target;
}

__attribute__((weak, alias(".Ldpa_copy_up"))) void *
memcpy(void *target, const void *source, size_t size);

/* Copies the last bytes first. Not inlined, so that memmove needs no frame. */
static __attribute__((noinline)) void *
copy_down(void *target, const void *source, size_t size) {
  uint8_t *to = target;
  const uint8_t *from = source;
  if (are_aligned_alike(to, from)) {
    for (; size != 0 && !is_aligned(to + size); --size)
      to[size - 1] = from[size - 1];
    for (; size >= 8 * WORD; size -= 8 * WORD)
      copy_8_words(to + size - 8 * WORD, from + size - 8 * WORD);
    for (; size >= WORD; size -= WORD)
      *(Word *)(to + size - WORD) = *(const Word *)(from + size - WORD);
  }
  for (; size >= WORD; size -= WORD)
    copy_8_bytes(to + size - WORD, from + size - WORD);
  for (; size != 0; --size)
    to[size - 1] = from[size - 1];
  return target;
}

void *memmove(void *target, const void *source, size_t size) {
  if ((uintptr_t)target - (uintptr_t)source >= size)
    return copy_up(target, source, size);
  return copy_down(target, source, size);
}

static inline void fill_8_bytes(uint8_t *to, uint8_t value) {
  to[0] = to[1] = to[2] = to[3] = value;
  to[4] = to[5] = to[6] = to[7] = value;
}

/* Less than eight. */
static inline void fill_last_bytes(uint8_t *to, uint8_t value, size_t size) {
  if (size & 4) {
    to[0] = to[1] = to[2] = to[3] = value;
    to += 4;
  }
  if (size & 2) {
    to[0] = to[1] = value;
    to += 2;
  }
  if (size & 1)
    *to = value;
}

static inline void fill_8_words(uint8_t *target, uint64_t value) {
  Word *to = (Word *)target;
  to[0] = to[1] = to[2] = to[3] = value;
  to[4] = to[5] = to[6] = to[7] = value;
}

void *memset(void *target, int value, size_t size) {
  const uint64_t byte = (uint8_t)value;
  uint8_t *to = target;
  if (size >= ALIGNED_MIN)
    for (; !is_aligned(to); --size)
      *to++ = (uint8_t)byte;
  if (is_aligned(to)) {
    const uint64_t word = byte * (UINT64_MAX / UINT8_MAX);
    for (; size >= 8 * WORD; size -= 8 * WORD, to += 8 * WORD)
      fill_8_words(to, word);
    for (; size >= WORD; size -= WORD, to += WORD)
      *(Word *)to = word;
  }
  for (; size >= WORD; size -= WORD, to += WORD)
    fill_8_bytes(to, (uint8_t)byte);
  fill_last_bytes(to, (uint8_t)byte, size);
  return target;
}
