/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The host interface of DOCA DPA 1.5 and 2.0, of NVIDIA's DPA subsystem programming guide, over the
 * current one: handle types, events, launches with events. A part of doca_dpa.h,
 * which is the header to include. Registered memory, workers and
 * endpoints are not available. Errors as there. C and C++.
 */
#ifndef DOCA_DPA_V1_H
#define DOCA_DPA_V1_H

#ifndef DOCA_DPA_H
#error "include doca_dpa.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dpa_event;

/** A context. */
typedef struct doca_dpa *doca_dpa_t;
/** A program. */
typedef struct doca_dpa_app *doca_dpa_app_t;
/** A 64-bit number that host and device change and wait for. */
typedef struct doca_dpa_event *doca_dpa_event_t;
/** An event, for device code. */
typedef uint64_t doca_dpa_dev_event_t;

/** How an event changes. */
enum doca_dpa_event_op {
  DOCA_DPA_EVENT_OP_ADD = 0,
  DOCA_DPA_EVENT_OP_SET = 1,
};

/** What a wait for an event compares: number, threshold. */
enum doca_dpa_event_cmp {
  DOCA_DPA_EVENT_CMP_EQ = 0,
  DOCA_DPA_EVENT_CMP_NE = 1,
  DOCA_DPA_EVENT_CMP_GT = 2,
  DOCA_DPA_EVENT_CMP_GEQ = 3,
  DOCA_DPA_EVENT_CMP_LT = 4,
  DOCA_DPA_EVENT_CMP_LEQ = 5,
};

/** Who changes an event or waits for it, as bits. */
enum doca_dpa_event_access {
  DOCA_DPA_EVENT_ACCESS_CPU = 1 << 0,
  DOCA_DPA_EVENT_ACCESS_DPA = 1 << 1,
  DOCA_DPA_EVENT_ACCESS_REMOTE = 1 << 2,
};

/** How the host waits. */
enum doca_dpa_event_wait_method {
  DOCA_DPA_EVENT_WAIT_DEFAULT = 0,
};

/** Returns SUCCESS if the device has a DPA, otherwise NOT_SUPPORTED. Also of 2.5. */
DOCA_EXPERIMENTAL doca_error_t
doca_devinfo_get_is_dpa_supported(const struct doca_devinfo *devinfo);

/** doca_dpa_create() of 1.5: creates a context with a program and starts it. `flags` is 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_create_v105(struct doca_dev *dev,
                                                    struct doca_dpa_app *app,
                                                    struct doca_dpa **dpa,
                                                    unsigned int flags);

/** doca_dpa_create() of 2.5: creates a context with a program and starts it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_create_v205(struct doca_dev *dev,
                                                    struct doca_dpa_app *app,
                                                    struct doca_dpa **dpa);

/** Creates an event; `update_location` and `wait_location` are of enum doca_dpa_event_access, not 0.
 * `flags` is 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_create(
    doca_dpa_t dpa, unsigned int update_location, unsigned int wait_location,
    unsigned int wait_method, doca_dpa_event_t *event, unsigned int flags);

/** Destroys an event, for which nothing waits. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_destroy(doca_dpa_event_t event);

/** Returns the handle of an event for device code. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_event_dev_export(doca_dpa_event_t event, doca_dpa_dev_event_t *handle);

/** Stores the present number in *value. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_get(doca_dpa_event_t event,
                                                  uint64_t *value);

/** Changes the number. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_update(
    doca_dpa_event_t event, uint64_t value, enum doca_dpa_event_op operation);

/** Waits until the comparison of number and threshold holds. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_event_wait_until(doca_dpa_event_t event, uint64_t threshold,
                          enum doca_dpa_event_cmp comparison);

/** Launches a kernel as doca_dpa_kernel_launch_update_set() and _update_add() do. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_kernel_launch(doca_dpa_t dpa, doca_dpa_event_t wait_event,
                       uint64_t wait_threshold, doca_dpa_event_t comp_event,
                       uint64_t comp_count, enum doca_dpa_event_op comp_op,
                       doca_dpa_func_t *func, unsigned int nthreads, ...);

#ifdef __cplusplus
}
#endif

/* Contexts are created with a program or without, by the generation of the program. */
#define DOCA_DPA_CREATE_OF_(one, two, three, four, name, ...) name
/** That function with two arguments, doca_dpa_create_v205() with three, doca_dpa_create_v105() with
 * four. */
#define doca_dpa_create(...)                                                   \
  DOCA_DPA_CREATE_OF_(__VA_ARGS__, doca_dpa_create_v105, doca_dpa_create_v205, \
                      doca_dpa_create, unused, )                               \
  (__VA_ARGS__)

#endif
