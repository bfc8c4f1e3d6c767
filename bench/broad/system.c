/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * System calls of the C library: memory for malloc(); no files, no console,
 * no clock. Unused parts are not linked.
 */
#include <libflexio-libc/malloc_arena.h>
#include <stddef.h>
#include <stdio.h>

FLEXIO_LIBC_MALLOC_ARENA(8388608);

FILE *const stdin, *stdout, *const stderr;

int open(const char *name, int flags, ...);
int close(int file);
long read(int file, void *to, size_t size);
long write(int file, const void *from, size_t size);
long lseek(int file, long offset, int whence);
int gettimeofday(void *to, void *zone);
long times(void *to);
int getpid(void);
int kill(int process, int signal);

int open(const char *name, int flags, ...) {
  (void)name, (void)flags;
  return -1;
}

int close(int file) {
  (void)file;
  return -1;
}

long read(int file, void *to, size_t size) {
  (void)file, (void)to, (void)size;
  return -1;
}

long write(int file, const void *from, size_t size) {
  (void)file, (void)from, (void)size;
  return -1;
}

long lseek(int file, long offset, int whence) {
  (void)file, (void)offset, (void)whence;
  return -1;
}

int gettimeofday(void *to, void *zone) {
  (void)to, (void)zone;
  return -1;
}

long times(void *to) {
  (void)to;
  return -1;
}

int getpid(void) { return 1; }

int kill(int process, int signal) {
  (void)process, (void)signal;
  return -1;
}
