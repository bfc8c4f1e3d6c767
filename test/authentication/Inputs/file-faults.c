/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A library for LD_PRELOAD that counts calls of the C library that change files. KILL_AT: the program is killed by SIGKILL right before
 * the call with this number; if it is a write, half of its bytes are written. FULL_AT: from the call with this number on, calls that
 * need space fail as on a full disk; a write right before is short. COUNT_TO: a file for the number of calls, written at a regular end.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static long calls;

static long number_of(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : -1;
}

/* Whether the call must fail. */
static int enter(int needs_space) {
  const long now = calls++;
  if (now == number_of("KILL_AT"))
    kill(getpid(), SIGKILL);
  if (needs_space && number_of("FULL_AT") >= 0 && now >= number_of("FULL_AT")) {
    errno = ENOSPC;
    return 1;
  }
  return 0;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("COUNT_TO");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) {
    fprintf(file, "%ld\n", calls);
    fclose(file);
  }
}

#define REAL(NAME, TYPE) ((TYPE)dlsym(RTLD_NEXT, NAME))

ssize_t write(int file, const void *bytes, size_t size) {
  typedef ssize_t real(int, const void *, size_t);
  real *next = REAL("write", real *);
  struct stat status;

  if (fstat(file, &status) || !S_ISREG(status.st_mode))
    return next(file, bytes, size);
  if (calls == number_of("KILL_AT") || calls + 1 == number_of("FULL_AT"))
    size = (size + 1) / 2; /* a short write, then the end */
  if (calls == number_of("KILL_AT"))
    next(file, bytes, size);
  return enter(1) ? -1 : next(file, bytes, size);
}

static int open_with(const char *name, const char *path, int flags,
                     mode_t mode) {
  typedef int real(const char *, int, ...);
  if (flags & O_CREAT && enter(1))
    return -1;
  return REAL(name, real *)(path, flags, mode);
}

#define DEFINE_OPEN(NAME)                                                      \
  int NAME(const char *path, int flags, ...) {                                 \
    va_list rest;                                                              \
    va_start(rest, flags);                                                     \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                  \
    va_end(rest);                                                              \
    return open_with(#NAME, path, flags, mode);                                \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_PATH_CALL(NAME, PARAMETERS, ARGUMENTS, NEEDS_SPACE)             \
  int NAME PARAMETERS {                                                        \
    typedef int real PARAMETERS;                                               \
    return enter(NEEDS_SPACE) ? -1 : REAL(#NAME, real *) ARGUMENTS;            \
  }
DEFINE_PATH_CALL(fsync, (int file), (file), 1)
DEFINE_PATH_CALL(rename, (const char *from, const char *to), (from, to), 1)
DEFINE_PATH_CALL(mkdir, (const char *path, mode_t mode), (path, mode), 1)
DEFINE_PATH_CALL(unlink, (const char *path), (path), 0)
DEFINE_PATH_CALL(unlinkat, (int folder, const char *path, int flags),
                 (folder, path, flags), 0)
DEFINE_PATH_CALL(remove, (const char *path), (path), 0)
DEFINE_PATH_CALL(rmdir, (const char *path), (path), 0)
