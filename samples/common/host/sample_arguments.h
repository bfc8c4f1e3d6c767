/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of the samples that handle packets: a device and options. */
#ifndef SAMPLE_ARGUMENTS_H
#define SAMPLE_ARGUMENTS_H

#include "sample.h"

/* An option with a number, or without one, which sets *value to 1; or with a text
 * (not NULL). */
struct sample_option {
  const char *name;
  uint64_t *value;
  bool has_number;
  uint64_t least, most;
  const char **text;
};

/* Returns the device's name; prints an error and the usage, which is
 * "NAME DEVICE" and `usage`, and returns NULL if an argument is wrong. The last
 * option has no name. */
const char *sample_arguments(const struct sample *sample, const char *usage,
                             const struct sample_option *options, char **argv);

#endif
