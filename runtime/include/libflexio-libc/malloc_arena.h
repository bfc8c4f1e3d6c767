/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Memory for malloc in a device program. The device's C library has malloc, calloc, realloc, free
 * and their users (asprintf, fdevopen, ...), but no memory for them: a program that calls them
 * without an arena does not link. One source of the program has, outside functions,
 *
 *   FLEXIO_LIBC_MALLOC_ARENA(65536);
 *
 * which gives the process an arena of that many bytes in its data, for all its threads. Blocks are
 * aligned to 16 bytes. When the arena is full, malloc returns NULL.
 */
#ifndef LIBFLEXIO_LIBC_MALLOC_ARENA_H
#define LIBFLEXIO_LIBC_MALLOC_ARENA_H

/** Defines the arena; `bytes` is a literal number, which is rounded up to a multiple of 16. */
#define FLEXIO_LIBC_MALLOC_ARENA(bytes)                                        \
  __asm__(".pushsection .bss.__heap_start,\"aw\",@nobits\n"                    \
          ".balign 16\n"                                                       \
          ".globl __heap_start\n"                                              \
          ".globl __heap_end\n"                                                \
          "__heap_start:\n"                                                    \
          ".zero ((" #bytes ") + 15) / 16 * 16\n"                              \
          "__heap_end:\n"                                                      \
          ".popsection");                                                      \
  extern char __heap_start[]

#endif
