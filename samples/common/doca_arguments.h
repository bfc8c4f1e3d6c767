/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line of the samples of DOCA DPA: -d <device>, and what all DOCA programs have: -h, -v, -l.
 * Messages of the program and of the libraries are shown. */
#ifndef SAMPLE_DOCA_ARGUMENTS_H
#define SAMPLE_DOCA_ARGUMENTS_H

#include "doca.h"

#include <doca_argp.h>
#include <doca_log.h>

static inline doca_error_t take_device_name(void *value, void *config) {
  char *name = config;

  if (strlen(value) >= DOCA_DEVINFO_IBDEV_NAME_SIZE)
    return DOCA_ERROR_INVALID_VALUE;
  strcpy(name, value);
  return DOCA_SUCCESS;
}

/* Opens the device that the command line names, or the first one that has a DPA. A wrong command line
 * ends the program. */
static inline struct doca_dev *open_named_device(const char *program, int argc,
                                                 char **argv) {
  static char name[DOCA_DEVINFO_IBDEV_NAME_SIZE];
  struct doca_log_backend *backend;
  struct doca_argp_param *device;

  CHECK(doca_log_backend_create_standard());
  CHECK(doca_log_backend_create_with_file_sdk(stderr, &backend));
  CHECK(doca_log_backend_set_sdk_level(backend, DOCA_LOG_LEVEL_WARNING));
  CHECK(doca_argp_init(program, name));
  CHECK(doca_argp_param_create(&device));
  doca_argp_param_set_short_name(device, "d");
  doca_argp_param_set_long_name(device, "device");
  doca_argp_param_set_arguments(device, "<IB device name>");
  doca_argp_param_set_description(
      device, "device with a DPA (optional; default: the first one)");
  doca_argp_param_set_callback(device, take_device_name);
  doca_argp_param_set_type(device, DOCA_ARGP_TYPE_STRING);
  CHECK(doca_argp_register_param(device));
  CHECK(doca_argp_start(argc, argv));
  CHECK(doca_argp_destroy());
  return open_dpa_device(name[0] ? name : NULL);
}

#endif
