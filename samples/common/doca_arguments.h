/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command lines of DOCA samples: -d, --device NAME, and those of every DOCA program (-h, -v, -l). A
 * sample may have a further parameter with a number. Errors end the program; warnings of the
 * libraries are shown. */
#ifndef SAMPLE_DOCA_ARGUMENTS_H
#define SAMPLE_DOCA_ARGUMENTS_H

#include "doca.h"

#include <doca_argp.h>
#include <doca_log.h>

struct sample_arguments {
  char device[DOCA_DEVINFO_IBDEV_NAME_SIZE]; /* empty: the first one */
  int number;                                /* of the further parameter */
};

/* A parameter of a command line. */
struct sample_parameter {
  const char *short_name, *long_name;
  const char *value, *description;
  enum doca_argp_type type;
  doca_argp_param_cb_t take;
};

static inline doca_error_t take_device(void *value, void *config) {
  struct sample_arguments *arguments = config;

  if (strlen(value) >= sizeof(arguments->device))
    return DOCA_ERROR_INVALID_VALUE;
  strcpy(arguments->device, value);
  return DOCA_SUCCESS;
}

static inline doca_error_t take_number(void *value, void *config) {
  struct sample_arguments *arguments = config;

  arguments->number = *(int *)value;
  return arguments->number > 0 ? DOCA_SUCCESS : DOCA_ERROR_INVALID_VALUE;
}

static inline void add_parameter(const struct sample_parameter *from) {
  struct doca_argp_param *parameter;

  CHECK(doca_argp_param_create(&parameter));
  doca_argp_param_set_short_name(parameter, from->short_name);
  doca_argp_param_set_long_name(parameter, from->long_name);
  doca_argp_param_set_arguments(parameter, from->value);
  doca_argp_param_set_description(parameter, from->description);
  doca_argp_param_set_type(parameter, from->type);
  doca_argp_param_set_callback(parameter, from->take);
  CHECK(doca_argp_register_param(parameter));
}

/* Reads the command line of the program `name`. `further` may be NULL; its number has its default in
 * `arguments`. */
static inline void read_arguments(const char *name, int argc, char **argv,
                                  const struct sample_parameter *further,
                                  struct sample_arguments *arguments) {
  static const struct sample_parameter device = {
      .short_name = "d",
      .long_name = "device",
      .value = "<NAME>",
      .description = "Device with a DPA; without, the first one",
      .type = DOCA_ARGP_TYPE_STRING,
      .take = take_device};
  struct doca_log_backend *libraries;

  CHECK(doca_log_backend_create_standard());
  CHECK(doca_log_backend_create_with_file_sdk(stderr, &libraries));
  CHECK(doca_log_backend_set_sdk_level(libraries, DOCA_LOG_LEVEL_WARNING));
  CHECK(doca_argp_init(name, arguments));
  add_parameter(&device);
  if (further)
    add_parameter(further);
  CHECK(doca_argp_start(argc, argv));
  CHECK(doca_argp_destroy());
}

/* The program of a sample whose only parameter is the device. */
static inline struct doca_dev *open_named_device(const char *name, int argc,
                                                 char **argv) {
  struct sample_arguments arguments = {0};

  read_arguments(name, argc, argv, NULL, &arguments);
  return open_dpa_device(arguments.device[0] ? arguments.device : NULL);
}

#endif
