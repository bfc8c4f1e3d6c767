/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of the samples that handle packets: see sample_arguments.h.
 */
#include "sample_arguments.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits only: strtoull() alone would also take blanks and signs. */
static bool parse_number(const struct sample *sample,
                         const struct sample_option *option, const char *text) {
  char *end;

  errno = 0;
  if (text && *text >= '0' && *text <= '9') {
    *option->value = strtoull(text, &end, 10);
    if (*end == '\0' && errno == 0 && *option->value >= option->least &&
        *option->value <= option->most)
      return true;
  }
  fprintf(stderr,
          "%s: error: %s: %s%s%s (expected %" PRIu64 " to %" PRIu64 ")\n",
          sample->name, option->name, text ? "'" : "",
          text ? text : "missing number", text ? "' is not valid" : "",
          option->least, option->most);
  return false;
}

static bool parse_text(const struct sample *sample,
                       const struct sample_option *option, char ***argv) {
  *option->text = *++*argv;
  if (!**argv)
    fprintf(stderr, "%s: error: %s: missing text\n", sample->name,
            option->name);
  return **argv != NULL;
}

/* Parses the option at *argv and moves to its last word. */
static bool parse_option(const struct sample *sample,
                         const struct sample_option *options, char ***argv) {
  for (const struct sample_option *option = options; option->name; option++) {
    if (strcmp(**argv, option->name) != 0)
      continue;
    if (option->text)
      return parse_text(sample, option, argv);
    if (!option->has_number) {
      *option->value = 1;
      return true;
    }
    if (!parse_number(sample, option, (*argv)[1]))
      return false;
    ++*argv;
    return true;
  }
  fprintf(stderr, "%s: error: unknown argument '%s'\n", sample->name, **argv);
  return false;
}

const char *sample_arguments(const struct sample *sample, const char *usage,
                             const struct sample_option *options, char **argv) {
  const char *device = NULL;
  bool is_fine = true;

  while (is_fine && *++argv) {
    if (device || **argv == '-')
      is_fine = parse_option(sample, options, &argv);
    else
      device = *argv;
  }
  if (is_fine && device)
    return device;
  if (is_fine)
    fprintf(stderr, "%s: error: missing argument DEVICE\n", sample->name);
  fprintf(stderr, "usage: %s DEVICE %s      e.g. %s mlx5_0\n", sample->name,
          usage, sample->name);
  return NULL;
}
