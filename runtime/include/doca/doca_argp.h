/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Command lines: a program describes its parameters, doca_argp_start() reads them and calls back.
 * Every program also has -h/--help, -v/--version, -l/--log-level and --sdk-log-level. A name may be
 * given as `--name value`, `--name=value` or `-name value`; short names may have several letters. One
 * thread at a time. C and C++.
 */
#ifndef DOCA_ARGP_H
#define DOCA_ARGP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_log.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a parameter's value is, and what the callback's pointer points to. */
enum doca_argp_type {
  DOCA_ARGP_TYPE_UNKNOWN = 0,
  DOCA_ARGP_TYPE_STRING = 1,  /**< char: the text */
  DOCA_ARGP_TYPE_INT = 2,     /**< int */
  DOCA_ARGP_TYPE_BOOLEAN = 3, /**< bool: true; the parameter has no value */
  DOCA_ARGP_TYPE_JSON_OBJ = 4 /**< not supported by command lines */
};

/** A parameter. */
struct doca_argp_param;

/** Called with a parameter's value, which is only valid during the call, and the program's
 * configuration. An error ends doca_argp_start() with it. */
typedef doca_error_t (*doca_argp_param_cb_t)(void *value, void *config);
/** Called after all parameters. */
typedef doca_error_t (*doca_argp_validation_cb_t)(void *config);

/** Begins a command line. `program_name` is copied; `program_config` is for callbacks and may be NULL.
 * INVALID_VALUE; BAD_STATE: doca_argp_destroy() was not called since the last time. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_init(const char *program_name,
                                              void *program_config);

/**
 * Reads a command line. For `--help` and `--version` the program prints and exits with code 0.
 * INVALID_VALUE: an unknown parameter, a value that is missing or not of its type, or a mandatory
 * parameter that is missing; the reason is printed on standard error. Errors of callbacks are
 * returned. INITIALIZATION: doca_argp_init() was not called. BAD_STATE: called by a callback.
 */
DOCA_EXPERIMENTAL doca_error_t doca_argp_start(int argc, char **argv);

/** Frees everything. INITIALIZATION: doca_argp_init() was not called. BAD_STATE: called by a callback. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_destroy(void);

/** Creates a parameter. The caller registers or destroys it. INVALID_VALUE, NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_param_create(struct doca_argp_param **param);
/** Destroys a parameter that is not registered. INVALID_VALUE. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_param_destroy(struct doca_argp_param *param);

/* Describing a parameter, before it is registered. Strings are copied. A parameter that is not live
 * is ignored. */
/** Sets the name after one dash. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_short_name(struct doca_argp_param *param, const char *name);
/** Sets the name after two dashes. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_long_name(struct doca_argp_param *param, const char *name);
/** Sets what the usage calls the value. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_arguments(struct doca_argp_param *param,
                              const char *arguments);
/** Sets the usage's text. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_description(struct doca_argp_param *param,
                                const char *description);
/** Sets what is called with the value. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_callback(struct doca_argp_param *param,
                             doca_argp_param_cb_t callback);
/** Sets the value's type. */
DOCA_EXPERIMENTAL void doca_argp_param_set_type(struct doca_argp_param *param,
                                                enum doca_argp_type type);
/** Command lines must have the parameter. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_mandatory(struct doca_argp_param *param);
/** Command lines may have the parameter more than once. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_multiplicity(struct doca_argp_param *param);
/** The parameter is for command lines, not for configuration files; this library has only those. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_cli_only(struct doca_argp_param *param);

/** Adds a parameter, which then belongs to the library. INVALID_VALUE: no name, type or callback, or a
 * name that is taken; the parameter still belongs to the caller. INITIALIZATION: doca_argp_init() was
 * not called. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_register_param(struct doca_argp_param *input_param);

/** Sets what `--version` calls, with NULL and the program's configuration; then the program exits.
 * Without it the library prints its version. INVALID_VALUE, INITIALIZATION. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_register_version_callback(doca_argp_param_cb_t callback);
/** Sets what is called after all parameters were read. INVALID_VALUE, INITIALIZATION. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_register_validation_callback(doca_argp_validation_cb_t callback);

/** Stores the limit of program messages, as set by `--log-level`. INVALID_VALUE, INITIALIZATION. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_get_log_level(int *log_level);
/** The same for library messages and `--sdk-log-level`. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_get_sdk_log_level(int *log_level);

/** Prints the usage and ends the program with code 0. */
DOCA_EXPERIMENTAL void doca_argp_usage(void);

#ifdef __cplusplus
}
#endif

#endif
