// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With an arena provided by the program, malloc and the functions that need it work on several
// execution units at once; without, the program does not link, and the error says what to do.
// PROVES: R-LIBC-04 R-LIBC-09
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-DARENA" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --seed=3 --quantum=100 -- %t/host
// RUN: not %dpacc_bf3 %t/device.c -o %t/none.a -app-name=test_app 2>&1 | FileCheck %s
// CHECK: undefined symbol: __heap_start
// CHECK: note: {{.*}}FLEXIO_LIBC_MALLOC_ARENA(bytes) of libflexio-libc/malloc_arena.h

//--- device.c
#include <dpaintrin.h>
#include <libflexio-libc/malloc_arena.h>
#include <libflexio-libc/stdio.h>
#include <libflexio-libc/string.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef ARENA
FLEXIO_LIBC_MALLOC_ARENA(400000);
#endif

static void *block_of_kind(uint64_t kind, size_t size) {
  if (kind == 0)
    return memalign(64, size);
  void *block = malloc(kind == 1 ? size / 2 : size);
  return block && kind == 1 ? realloc(block, size) : block;
}

/* Other threads do not write to this thread's blocks. */
__dpa_rpc__ uint64_t allocate(uint64_t thread, uint64_t rounds) {
  for (uint64_t i = 0; i < rounds; i++) {
    unsigned char *blocks[8];
    for (unsigned b = 0; b < 8; b++) {
      const size_t size = 16 + 8 * ((i * 7 + b) % 250);
      blocks[b] = block_of_kind((i + b) % 3, size);
      if (!blocks[b] || (uintptr_t)blocks[b] % 16 != 0)
        return __LINE__;
      memset(blocks[b], (int)(thread * 8 + b), size);
    }
    for (unsigned b = 0; b < 8; b++) {
      for (unsigned at = 0; at < 16 + 8 * ((i * 7 + b) % 250); at++)
        if (blocks[b][at] != thread * 8 + b)
          return __LINE__;
      free(blocks[b]);
    }
  }
  return 0;
}

static unsigned length;
static char text[32];
static int keep(char c, FILE *stream) {
  (void)stream;
  text[length++] = c;
  return 0;
}

static char *text_of(const char *format, ...) {
  char *line = NULL;
  va_list list;

  va_start(list, format);
  if (vasprintf(&line, format, list) != (int)strlen(line))
    line = NULL;
  va_end(list);
  return line;
}

__dpa_rpc__ uint64_t others(void) {
  char *line = text_of("%d", 12345);

  if (!line || strcmp(line, "12345") != 0)
    return __LINE__;
  free(line);
  FILE *stream = fdevopen(keep, NULL, NULL);

  if (!stream || fprintf(stream, "%d", 42) != 2 || strcmp(text, "42") != 0)
    return __LINE__;
  if (fclose(stream) != 0)
    return __LINE__;
  if (asprintf(&line, "%s and %d", "text", 7) != 10 ||
      strcmp(line, "text and 7") != 0)
    return __LINE__;
  free(line);
  if (malloc(500000) != NULL)
    return __LINE__;
  line = malloc(250000);
  if (!line || malloc(250000) != NULL)
    return __LINE__;
  free(line);
  return 0;
}

/* Only calloc clears a block that was used before. */
__dpa_rpc__ uint64_t cleared(void) {
  enum { SIZE = 4000 };
  volatile unsigned char *block = malloc(SIZE), *again;
  unsigned used = 0;

  for (unsigned i = 0; i < SIZE; i++)
    block[i] = 0xab;
  free((void *)block);
  again = malloc(SIZE);
  for (unsigned i = 0; i < SIZE; i++)
    used += again[i] == 0xab;
  if (again != block || used < SIZE - 16)
    return __LINE__;
  free((void *)again);
  again = calloc(SIZE / 8, 8);
  for (unsigned i = 0; i < SIZE; i++)
    if (again[i] != 0)
      return __LINE__;
  if (again != block || calloc(SIZE_MAX / 8, 9) != NULL)
    return __LINE__;
  for (unsigned i = 0; i < SIZE; i++)
    again[i] = 0xcd;
  again = realloc((void *)again, 2 * SIZE);
  for (unsigned i = 0; i < SIZE; i++)
    if (again[i] != 0xcd)
      return __LINE__;
  free((void *)again);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t allocate, others, cleared;

enum { THREADS = 4 };

static struct flexio_process *process;

static void *run(void *argument) {
  uint64_t line = 0;

  EXPECT_SUCCESS(flexio_process_call(
      process, allocate, &line, (uint64_t)(intptr_t)argument, UINT64_C(300)));
  if (line)
    printf("failed: line %lu of the device code\n", (unsigned long)line);
  EXPECT(line == 0);
  return NULL;
}

static void expect_no_line(flexio_func_t *function) {
  uint64_t line = 0;

  EXPECT_SUCCESS(flexio_process_call(process, function, &line));
  if (line)
    printf("failed: line %lu of the device code\n", (unsigned long)line);
  EXPECT(line == 0);
}

int main(void) {
  pthread_t threads[THREADS];

  process = create_process(open_device());
  expect_no_line(others);
  expect_no_line(cleared);
  for (intptr_t i = 0; i < THREADS; i++)
    EXPECT(pthread_create(&threads[i], NULL, run, (void *)i) == 0);
  for (int i = 0; i < THREADS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
