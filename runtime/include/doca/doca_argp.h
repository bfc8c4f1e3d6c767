/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Command lines: a program describes its parameters; doca_argp_start() parses the arguments and calls a
 * callback for each parameter. -h/--help, -v/--version, -l/--log-level and --sdk-log-level are always
 * defined. Accepted forms are `--name value`, `--name=value` and `-name value`; short names may have
 * several letters. Not thread safe. C and C++.
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

/** Type of a parameter's value, and of the object that the callback's pointer points to. */
enum doca_argp_type {
  DOCA_ARGP_TYPE_UNKNOWN = 0,
  DOCA_ARGP_TYPE_STRING = 1,  /**< char: the text */
  DOCA_ARGP_TYPE_INT = 2,     /**< int */
  DOCA_ARGP_TYPE_BOOLEAN = 3, /**< bool: true; the parameter has no value */
  DOCA_ARGP_TYPE_JSON_OBJ = 4 /**< not supported: there are no JSON files */
};

/** A parameter. */
struct doca_argp_param;

/** Called with a parameter's value, which is only valid during the call, and the program's
 * configuration. Parsing stops at an error, which doca_argp_start() returns. */
typedef doca_error_t (*doca_argp_param_cb_t)(void *value, void *config);
/** Called after all parameters are parsed. doca_argp_start() returns its result. */
typedef doca_error_t (*doca_argp_validation_cb_t)(void *config);

/** Initialises the parser. `program_name` is copied; `program_config` is passed to callbacks and may be
 * NULL. INVALID_VALUE: `program_name` is NULL. BAD_STATE: already initialised. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_init(const char *program_name,
                                              void *program_config);

/**
 * Parses a command line. `--help` and `--version` print a text and exit the program with code 0.
 * INVALID_VALUE: an unknown parameter, a value that is missing or not of its type, or a mandatory
 * parameter that is missing; the reason is printed on standard error. Errors of callbacks are
 * returned. INITIALIZATION: doca_argp_init() was not called. BAD_STATE: called by a callback.
 */
DOCA_EXPERIMENTAL doca_error_t doca_argp_start(int argc, char **argv);

/** Destroys the parser and all registered parameters. INITIALIZATION: doca_argp_init() was not called.
 * BAD_STATE: called by a callback. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_destroy(void);

/** Creates a parameter. The caller owns it until it is registered. INVALID_VALUE, NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_param_create(struct doca_argp_param **param);
/** Destroys a parameter that is not registered. INVALID_VALUE: not a live parameter, or registered. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_param_destroy(struct doca_argp_param *param);

/* Setters, to be called before registration. Strings are copied. Calls with a handle that is not live
 * have no effect. */
/** Sets the name after one dash. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_short_name(struct doca_argp_param *param, const char *name);
/** Sets the name after two dashes. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_long_name(struct doca_argp_param *param, const char *name);
/** Sets the placeholder of the value in the usage text, such as "<port>". */
DOCA_EXPERIMENTAL void
doca_argp_param_set_arguments(struct doca_argp_param *param,
                              const char *arguments);
/** Sets the description in the usage text. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_description(struct doca_argp_param *param,
                                const char *description);
/** Sets the callback for the value. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_callback(struct doca_argp_param *param,
                             doca_argp_param_cb_t callback);
/** Sets the value's type. */
DOCA_EXPERIMENTAL void doca_argp_param_set_type(struct doca_argp_param *param,
                                                enum doca_argp_type type);
/** Makes the parameter mandatory. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_mandatory(struct doca_argp_param *param);
/** Allows the parameter more than once in a command line. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_multiplicity(struct doca_argp_param *param);
/** Excludes the parameter from configuration files. No effect: this library reads command lines only. */
DOCA_EXPERIMENTAL void
doca_argp_param_set_cli_only(struct doca_argp_param *param);

/** Registers a parameter and takes ownership of it. INVALID_VALUE: name, type or callback is missing, or
 * the name is taken; the caller keeps ownership. INITIALIZATION: doca_argp_init() was not called. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_register_param(struct doca_argp_param *input_param);

/** Sets the callback of `--version`. It is called with NULL and the program's configuration; then the
 * program exits with code 0. Default: print the version of the library. INVALID_VALUE, INITIALIZATION. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_register_version_callback(doca_argp_param_cb_t callback);
/** Sets the callback that is called after all parameters are parsed. INVALID_VALUE, INITIALIZATION. */
DOCA_EXPERIMENTAL doca_error_t
doca_argp_register_validation_callback(doca_argp_validation_cb_t callback);

/** Stores the level limit of program messages (enum doca_log_level), as set by `--log-level`.
 * INVALID_VALUE, INITIALIZATION. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_get_log_level(int *log_level);
/** Stores the level limit of library messages, as set by `--sdk-log-level`. INVALID_VALUE,
 * INITIALIZATION. */
DOCA_EXPERIMENTAL doca_error_t doca_argp_get_sdk_log_level(int *log_level);

/** Prints the usage and exits the program with code 0. */
DOCA_EXPERIMENTAL void doca_argp_usage(void);

#ifdef __cplusplus
}
#endif

#endif
