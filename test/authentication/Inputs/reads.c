/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * usage: reads COMMAND... Creates processes, and says how often the settings of the device and this program's own file were opened
 * meanwhile; then again after each command.
 */
#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern struct flexio_app *signed_app;
flexio_func_t sum;

static int settings_reads, program_reads;
static const char *own_name;

static int has_name(const char *path, const char *name) {
  const char *last = strrchr(path, '/');
  return !strcmp(last ? last + 1 : path, name);
}

static int count_and_open(const char *path, int flags, mode_t mode) {
  settings_reads += has_name(path, "nv.current");
  program_reads += own_name && has_name(path, own_name);
  return openat(AT_FDCWD, path, flags, mode);
}

#define DEFINE_OPEN(NAME)                                                      \
  int NAME(const char *path, int flags, ...) {                                 \
    va_list rest;                                                              \
    va_start(rest, flags);                                                     \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                  \
    va_end(rest);                                                              \
    return count_and_open(path, flags, mode);                                  \
  }
/* In place of those of the C library, also for libraries. */
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

static int create(struct ibv_context *device) {
  struct flexio_process *process = NULL;
  if (flexio_process_create(device, signed_app, NULL, &process))
    return 0;
  flexio_process_destroy(process);
  return 1;
}

static void report(struct ibv_context *device, const char *when) {
  int created = 0;

  settings_reads = program_reads = 0;
  for (int i = 0; i < 3; ++i)
    created += create(device);
  printf("%s: %d of 3 processes, %s, program read %d times\n", when, created,
         settings_reads ? "settings read" : "settings not read", program_reads);
  fflush(stdout);
}

int main(int argc, char **argv) {
  struct ibv_device **devices = ibv_get_device_list(NULL);
  struct ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : NULL;

  if (!device)
    return EXIT_FAILURE;
  own_name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
  create(device); /* the first one may read everything */
  report(device, "unchanged");
  for (int i = 1; i < argc; ++i) {
    if (system(argv[i]))
      return EXIT_FAILURE;
    report(device, argv[i]);
    report(device, "unchanged");
  }
  ibv_close_device(device);
  ibv_free_device_list(devices);
  return EXIT_SUCCESS;
}
