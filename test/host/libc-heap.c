// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of malloc and its relatives do not overlap and are aligned to 16 bytes; realloc keeps contents; all memory can be used as one block
// after its parts were freed in another order, also if the program itself calls sbrk; small blocks take few instructions although there are
// many free ones.
// PROVES: R-LIBC-16
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-O2" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --check=heap -- %t/host checked

//--- device.c
#include <dpaintrin.h>
#include <errno.h>
#include <libflexio-libc/malloc_arena.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ARENA = 1000000, BLOCKS = 300 };

FLEXIO_LIBC_MALLOC_ARENA(1000000);

void *sbrk(ptrdiff_t more);

static struct {
  unsigned char *bytes;
  size_t size;
  unsigned char value;
} blocks[BLOCKS];

static uint64_t state = 1;

static uint32_t next_random(void) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(state >> 32);
}

/* The compiler knows malloc, and removes calls whose results it sees unused. */
static void *opaque(void *block) {
  void *volatile seen = block;
  return seen;
}

/* Small ones are more frequent. */
static size_t random_size(void) {
  return next_random() % (1u << next_random() % 13);
}

static void fill(unsigned i, unsigned char *bytes, size_t size) {
  blocks[i].bytes = bytes;
  blocks[i].size = size;
  blocks[i].value = (unsigned char)next_random();
  memset(bytes, blocks[i].value, size);
}

static int is_intact(unsigned i, size_t size) {
  for (size_t at = 0; at < size; at++)
    if (blocks[i].bytes[at] != blocks[i].value)
      return 0;
  return 1;
}

static void *random_block(size_t size, size_t *alignment) {
  *alignment = 16;
  switch (next_random() % 8) {
  case 0:
    *alignment = (size_t)16 << next_random() % 6;
    return memalign(*alignment, size);
  case 1:
    return calloc(1, size);
  default:
    return malloc(size);
  }
}

static uint64_t change(unsigned i) {
  size_t size = random_size(), alignment = 16;
  if (blocks[i].bytes && next_random() % 4 != 0) {
    if (!is_intact(i, blocks[i].size))
      return __LINE__;
    free(blocks[i].bytes);
    blocks[i].bytes = NULL;
    return 0;
  }
  unsigned char *bytes = blocks[i].bytes;
  if (bytes) {
    size += 1;
    const size_t before = blocks[i].size;
    bytes = realloc(bytes, size);
    blocks[i].bytes = bytes;
    if (bytes && !is_intact(i, before < size ? before : size))
      return __LINE__;
  } else {
    bytes = random_block(size, &alignment);
  }
  if (!bytes || (uintptr_t)bytes % alignment != 0)
    return __LINE__;
  if (malloc_usable_size(bytes) < size)
    return __LINE__;
  fill(i, bytes, size);
  return 0;
}

__dpa_rpc__ uint64_t random_changes(uint64_t rounds) {
  for (uint64_t round = 0; round < rounds; round++) {
    const uint64_t line = change(next_random() % BLOCKS);
    if (line != 0)
      return line;
  }
  for (unsigned i = 0; i < BLOCKS; i++) {
    if (blocks[i].bytes && !is_intact(i, blocks[i].size))
      return __LINE__;
    free(blocks[i].bytes);
    blocks[i].bytes = NULL;
  }
  return 0;
}

/* Allocates blocks until the arena is full and frees them in another order;
 * afterwards most of the arena is one block. */
__dpa_rpc__ uint64_t whole_arena(uint64_t size) {
  void **first = NULL;
  unsigned count = 0;
  for (;;) {
    errno = 0;
    void **block = malloc(size);
    if (!block)
      break;
    *block = first;
    first = block;
    count++;
  }
  /* The compiler assumes that malloc does not change errno. */
  if (*(volatile int *)&errno != ENOMEM || count < ARENA * 9 / 10 / (size + 16))
    return __LINE__;
  /* Every second block, then the others. */
  for (void **block = first; block; block = *block) {
    void **second = *block;
    if (!second)
      break;
    *block = *second;
    free(second);
    if (!*block)
      break;
  }
  while (first) {
    void **next = *first;
    free(first);
    first = next;
  }
  void *large = malloc(ARENA * 9 / 10);
  if (!large)
    return __LINE__;
  free(large);
  return 0;
}

/* Memory that the program takes is not used, and blocks around it are not
 * joined. */
__dpa_rpc__ uint64_t own_memory(void) {
  enum { OWN = 1000 };
  void *before = malloc(5000);
  unsigned char *own = sbrk(OWN);
  if (!before || own == (void *)-1)
    return __LINE__;
  memset(own, 0x5a, OWN);
  const uint64_t line = random_changes(3000);
  if (line != 0)
    return line;
  free(before);
  for (unsigned i = 0; i < OWN; i++)
    if (own[i] != 0x5a)
      return __LINE__;
  const struct mallinfo now = mallinfo();
  return now.fordblks > now.arena - 200 && now.arena < ARENA ? 0 : __LINE__;
}

__dpa_rpc__ uint64_t impossible(void) {
  volatile size_t size = SIZE_MAX;
  void *volatile block = malloc(100);
  if (!block || opaque(malloc(size)) || opaque(malloc(size - 20)) ||
      opaque(malloc(size / 2)) || opaque(realloc(block, size - 8)) ||
      opaque(memalign(64, size - 100)) || opaque(memalign(size / 2 + 1, 1)) ||
      errno != ENOMEM)
    return __LINE__;
  /* Sizes whose chunks have no size, or one that the heap cannot grow by. */
  for (size_t less = 0; less < 64; less++)
    if (opaque(malloc(size / 2 - less)) ||
        opaque(realloc(block, size / 2 - less)) ||
        opaque(memalign(size / 2 + 1, size / 2 - less)) ||
        opaque(memalign(size / 4 + 1, size / 4 - less)))
      return __LINE__;
  volatile size_t odd = 48;
  if (opaque(memalign(odd, 1)) || errno != EINVAL)
    return __LINE__;
  free(block);
  free(NULL);
  return 0;
}

/* A block grows into the next one, which was freed, although the arena is full. */
__dpa_rpc__ uint64_t grown_in_place(void) {
  char *volatile first = malloc(400), *volatile next = malloc(400);
  void **others = NULL;
  for (void **more; (more = opaque(malloc(16))) != NULL; others = more)
    *more = others;
  free(next);
  char *volatile grown = realloc(first, 700);
  if (next - first < 416 || grown != first)
    return __LINE__;
  free(grown);
  while (others) {
    void **more = *others;
    free(others);
    others = more;
  }
  return 0;
}

/* Instructions of a block that is allocated and freed while there are many
 * free ones, whose neighbours are in use. */
__dpa_rpc__ uint64_t cost(void) {
  enum { MANY = 1000 };
  static void *many[MANY];
  for (unsigned i = 0; i < MANY; i++)
    many[i] = malloc(600 + i % 7 * 32);
  for (unsigned i = 0; i < MANY; i += 2)
    free(many[i]);
  free(opaque(malloc(40)));
  const uint64_t start = __dpa_thread_inst_ret();
  void *volatile block = malloc(40);
  free(block);
  const uint64_t end = __dpa_thread_inst_ret();
  for (unsigned i = 1; i < MANY; i += 2)
    free(many[i]);
  return end - start;
}

/* A block that was just freed is not freed again. */
__dpa_rpc__ uint64_t freed_twice(void) {
  void *volatile small = malloc(40), *volatile large = malloc(4000);
  void *volatile end = malloc(40);
  free(small);
  free(small);
  if (opaque(malloc(40)) == opaque(malloc(40)))
    return __LINE__;
  free(large);
  free(large);
  if (opaque(malloc(4000)) == opaque(malloc(4000)))
    return __LINE__;
  free(end);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t random_changes, whole_arena, grown_in_place, own_memory,
    impossible, cost, freed_twice;

static struct flexio_process *process;

static void expect_no_line(flexio_func_t *function, uint64_t argument) {
  uint64_t line = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &line, argument));
  if (line)
    printf("failed: line %lu of the device code\n", (unsigned long)line);
  EXPECT(line == 0);
}

int main(int argc, char **argv) {
  uint64_t instructions = 0;
  const int is_checked = argc > 1 && strcmp(argv[1], "checked") == 0;

  process = create_process(open_device());
  expect_no_line(random_changes, is_checked ? 2000 : 20000);
  expect_no_line(impossible, 0);
  if (!is_checked) {
    expect_no_line(whole_arena, 24);
    expect_no_line(whole_arena, 1000);
    expect_no_line(grown_in_place, 0);
    EXPECT_SUCCESS(flexio_process_call(process, cost, &instructions));
    if (instructions > 100)
      printf("%lu instructions\n", (unsigned long)instructions);
    EXPECT(instructions <= 100);
    expect_no_line(freed_twice, 0);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  if (!is_checked) {
    process = create_process(open_device());
    expect_no_line(own_memory, 0);
    EXPECT_SUCCESS(flexio_process_destroy(process));
  }
  return 0;
}
