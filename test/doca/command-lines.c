// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Command lines: values of each type, long and short names, general parameters,
// errors that name the parameter.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t
// RUN: dpa-run -- %t -n 7 --name=one -flag | FileCheck %s
// RUN: dpa-run -- %t --number 7 -pf_dev one -f -l 60 --sdk-log-level 20 | FileCheck %s --check-prefix=LEVELS
// RUN: dpa-run -- %t --help | FileCheck %s --check-prefix=HELP
// RUN: dpa-run -- %t -v | FileCheck %s --check-prefix=VERSION
// RUN: not dpa-run -- %t -n 7 2>&1 | FileCheck %s --check-prefix=MANDATORY
// RUN: not dpa-run -- %t -n x --name a 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not dpa-run -- %t --name 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not dpa-run -- %t --name a --name b 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not dpa-run -- %t word 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dpa-run -- %t --name bad 2>&1 | FileCheck %s --check-prefix=CALLBACK
// RUN: not dpa-run -- %t --name a -n 13 2>&1 | FileCheck %s --check-prefix=VALID
// CHECK: one 7 1 50 40
// LEVELS: one 7 1 60 20
// HELP: Usage: program{{.*}} [DOCA Flags] [Program Flags]
// HELP: DOCA Flags:
// HELP: -h, --help
// HELP: Program Flags:
// HELP: -pf_dev, --name <text> What it is called
// VERSION: 3.3.0
// MANDATORY: argp: error: mandatory parameter --name is missing
// NUMBER: argp: error: --number: 'x' is not a number (expected an integer)
// VALUE: argp: error: parameter --name requires a value
// TWICE: argp: error: parameter --name is given more than once
// UNKNOWN: argp: error: unknown parameter 'word' (--help lists them)
// CALLBACK: DOCA_ERROR_TOO_BIG
// VALID: DOCA_ERROR_BAD_CONFIG
#include "check.h"
#include <doca_argp.h>
#include <string.h>

struct config {
  char name[16];
  int number;
  bool flag;
};

static doca_error_t set_name(void *value, void *config) {
  if (strcmp(value, "bad") == 0)
    return DOCA_ERROR_TOO_BIG;
  strcpy(((struct config *)config)->name, value);
  return DOCA_SUCCESS;
}
static doca_error_t set_number(void *value, void *config) {
  ((struct config *)config)->number = *(int *)value;
  return DOCA_SUCCESS;
}
/* What calls back is not destroyed, nor called again. */
static void check_callback(void) {
  GIVES(DOCA_ERROR_BAD_STATE, doca_argp_destroy());
  GIVES(DOCA_ERROR_BAD_STATE, doca_argp_start(0, (char *[]){NULL}));
}
static doca_error_t set_flag(void *value, void *config) {
  ((struct config *)config)->flag = *(bool *)value;
  check_callback();
  return DOCA_SUCCESS;
}
static doca_error_t validate(void *config) {
  check_callback();
  return ((struct config *)config)->number == 13 ? DOCA_ERROR_BAD_CONFIG
                                                 : DOCA_SUCCESS;
}

static struct doca_argp_param *parameter(const char *short_name,
                                         const char *long_name,
                                         enum doca_argp_type type,
                                         doca_argp_param_cb_t callback) {
  struct doca_argp_param *param;
  OK(doca_argp_param_create(&param));
  doca_argp_param_set_short_name(param, short_name);
  if (long_name)
    doca_argp_param_set_long_name(param, long_name);
  doca_argp_param_set_type(param, type);
  doca_argp_param_set_callback(param, callback);
  return param;
}

int main(int argc, char **argv) {
  struct config config = {};
  int level, sdk_level;
  GIVES(DOCA_ERROR_INITIALIZATION, doca_argp_start(argc, argv));
  GIVES(DOCA_ERROR_INITIALIZATION, doca_argp_destroy());
  INVALID(doca_argp_init(NULL, NULL));
  OK(doca_argp_init("program", &config));
  GIVES(DOCA_ERROR_BAD_STATE, doca_argp_init("program", &config));
  struct doca_argp_param *name =
      parameter("pf_dev", "name", DOCA_ARGP_TYPE_STRING, set_name);
  doca_argp_param_set_arguments(name, "<text>");
  doca_argp_param_set_description(name, "What it is called");
  doca_argp_param_set_mandatory(name);
  OK(doca_argp_register_param(name));
  INVALID(doca_argp_register_param(name));
  INVALID(doca_argp_register_param(NULL));
  OK(doca_argp_register_param(
      parameter("n", "number", DOCA_ARGP_TYPE_INT, set_number)));
  OK(doca_argp_register_param(
      parameter("f", NULL, DOCA_ARGP_TYPE_BOOLEAN, set_flag)));
  OK(doca_argp_register_param(
      parameter("flag", NULL, DOCA_ARGP_TYPE_BOOLEAN, set_flag)));
  struct doca_argp_param *taken =
      parameter("n", NULL, DOCA_ARGP_TYPE_INT, set_number);
  INVALID(doca_argp_register_param(taken));
  OK(doca_argp_param_destroy(taken));
  INVALID(doca_argp_param_destroy(taken));
  INVALID(doca_argp_register_version_callback(NULL));
  OK(doca_argp_register_validation_callback(validate));
  doca_error_t status = doca_argp_start(argc, argv);
  if (status) {
    printf("%s\n", doca_error_get_name(status));
    return 1;
  }
  OK(doca_argp_get_log_level(&level));
  OK(doca_argp_get_sdk_log_level(&sdk_level));
  OK(doca_argp_destroy());
  printf("%s %d %d %d %d\n", config.name, config.number, config.flag, level,
         sdk_level);
  return failures != 0;
}
