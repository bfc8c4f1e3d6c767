/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The host interface of DOCA DPA 1.5 and 2.0, of NVIDIA's DPA subsystem programming guide, implemented by
 * the current one: handle types, events, launches with events, registered memory, workers and endpoints. A
 * part of doca_dpa.h, which is the header to include. Errors of doca_dpa.h. C and C++.
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
struct doca_dpa_mem;
struct doca_dpa_worker;
struct doca_dpa_ep;
struct doca_dpa_ep_addr;

/** A context. */
typedef struct doca_dpa *doca_dpa_t;
/** A program. */
typedef struct doca_dpa_app *doca_dpa_app_t;
/** An event: a 64-bit number that host and device update and wait for. */
typedef struct doca_dpa_event *doca_dpa_event_t;
/** An event, for device code. */
typedef uint64_t doca_dpa_dev_event_t;

/** Registered memory of the host. */
typedef struct doca_dpa_mem *doca_dpa_mem_t;
/** A worker, to which endpoints belong. */
typedef struct doca_dpa_worker *doca_dpa_worker_t;
/** One end of a connection, from which kernels write memory of the peer. */
typedef struct doca_dpa_ep *doca_dpa_ep_t;
/** The address of an endpoint: bytes to be sent to the peer. */
typedef struct doca_dpa_ep_addr *doca_dpa_ep_addr_t;
/** Registered memory, for device code. */
typedef uint64_t doca_dpa_dev_mem_t;
/** An endpoint, for device code. */
typedef uint64_t doca_dpa_dev_ep_t;
/** An event, for device code of a peer; an argument of kernels by value. */
typedef struct doca_dpa_dev_event_remote {
  uint64_t data[2]; /**< opaque */
} doca_dpa_dev_event_remote_t;

/** Permissions of memory, as bits: enum doca_access_flag. */
enum doca_dpa_access {
  DOCA_ACCESS_LOCAL_READ_ONLY = DOCA_ACCESS_FLAG_LOCAL_READ_ONLY,
  DOCA_ACCESS_LOCAL_READ_WRITE = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE,
  DOCA_ACCESS_RDMA_READ = DOCA_ACCESS_FLAG_RDMA_READ,
  DOCA_ACCESS_RDMA_WRITE = DOCA_ACCESS_FLAG_RDMA_WRITE,
  DOCA_ACCESS_RDMA_ATOMIC = DOCA_ACCESS_FLAG_RDMA_ATOMIC,
};

/** Updates of an event. */
enum doca_dpa_event_op {
  DOCA_DPA_EVENT_OP_ADD = 0,
  DOCA_DPA_EVENT_OP_SET = 1,
};

/** Comparisons of a wait for an event: number with threshold. */
enum doca_dpa_event_cmp {
  DOCA_DPA_EVENT_CMP_EQ = 0,
  DOCA_DPA_EVENT_CMP_NE = 1,
  DOCA_DPA_EVENT_CMP_GT = 2,
  DOCA_DPA_EVENT_CMP_GEQ = 3,
  DOCA_DPA_EVENT_CMP_LT = 4,
  DOCA_DPA_EVENT_CMP_LEQ = 5,
};

/** Locations that update or wait for an event, as bits. */
enum doca_dpa_event_access {
  DOCA_DPA_EVENT_ACCESS_CPU = 1 << 0,
  DOCA_DPA_EVENT_ACCESS_DPA = 1 << 1,
  DOCA_DPA_EVENT_ACCESS_REMOTE = 1 << 2,
};

/** Methods of waiting on the host. */
enum doca_dpa_event_wait_method {
  DOCA_DPA_EVENT_WAIT_DEFAULT = 0,
};

/** Returns SUCCESS if the device has a DPA, otherwise NOT_SUPPORTED. Also of 2.5. */
DOCA_EXPERIMENTAL doca_error_t
doca_devinfo_get_is_dpa_supported(const struct doca_devinfo *devinfo);

/** doca_dpa_create() of 1.5: creates a context with a program and starts it. `flags` must be 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_create_v105(struct doca_dev *dev,
                                                    struct doca_dpa_app *app,
                                                    struct doca_dpa **dpa,
                                                    unsigned int flags);

/** doca_dpa_create() of 2.5: creates a context with a program and starts it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_create_v205(struct doca_dev *dev,
                                                    struct doca_dpa_app *app,
                                                    struct doca_dpa **dpa);

/** doca_dpa_app_get_name() of 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_app_name_get(struct doca_dpa_app *app,
                                                     char *app_name,
                                                     size_t *app_name_len);

/** Creates an event; the caller owns it. `update_location` and `wait_location` are bits of enum
 * doca_dpa_event_access, at least one each. `flags` must be 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_create(
    doca_dpa_t dpa, unsigned int update_location, unsigned int wait_location,
    unsigned int wait_method, doca_dpa_event_t *event, unsigned int flags);

/** Destroys an event. No kernel or thread may wait for it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_destroy(doca_dpa_event_t event);

/** Stores the handle of an event for device code. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_event_dev_export(doca_dpa_event_t event, doca_dpa_dev_event_t *handle);

/** Stores the handle of an event for device code of a peer, in this or another program. NOT_SUPPORTED: the
 * event does not have the update location DOCA_DPA_EVENT_ACCESS_REMOTE. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_dev_remote_export(
    doca_dpa_event_t event, doca_dpa_dev_event_remote_t *handle);

/** Stores the current number. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_get(doca_dpa_event_t event,
                                                  uint64_t *value);

/** Adds `value` to the number, or sets it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_update(
    doca_dpa_event_t event, uint64_t value, enum doca_dpa_event_op operation);

/** Waits until the comparison of number and threshold is true. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_event_wait_until(doca_dpa_event_t event, uint64_t threshold,
                          enum doca_dpa_event_cmp comparison);

/** Launches a kernel as doca_dpa_kernel_launch_update_set() or _update_add(), as selected by `comp_op`. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_kernel_launch(doca_dpa_t dpa, doca_dpa_event_t wait_event,
                       uint64_t wait_threshold, doca_dpa_event_t comp_event,
                       uint64_t comp_count, enum doca_dpa_event_op comp_op,
                       doca_dpa_func_t *func, unsigned int nthreads, ...);

/** doca_dpa_mem_free() of 1.5, for an address of doca_dpa_mem_alloc(). INVALID_VALUE: no context
 * has memory at the address, or several do, as contexts of a program may have equal addresses; use the
 * form with a context then. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_mem_free_v105(doca_dpa_dev_uintptr_t dev_ptr);

/** Registers `length` bytes of host memory with the context's device; the program owns the memory.
 * `access`: bits of enum doca_access_flag. `flags` must be 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_host_register(
    doca_dpa_t dpa, void *addr, size_t length, unsigned int access,
    doca_dpa_mem_t *mem, unsigned int flags);

/** Unregisters memory. No running kernel may use it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_unregister(doca_dpa_mem_t mem);

/** Stores the handle of registered memory for device code. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_mem_dev_export(doca_dpa_mem_t mem, doca_dpa_dev_mem_t *handle);

/** Stores the key by which a peer accesses the memory. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_rkey_get(doca_dpa_mem_t mem,
                                                     uint32_t *rkey);

/** Creates a worker; the caller owns it. `flags` must be 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_worker_create(doca_dpa_t dpa,
                                                      doca_dpa_worker_t *worker,
                                                      unsigned int flags);

/** Destroys a worker. IN_USE: an endpoint of the worker exists. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_worker_destroy(doca_dpa_worker_t worker);

/** Creates an endpoint: a queue pair (RC); the caller owns it. `access`: permissions of the peer, bits of
 * enum doca_access_flag. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_create(doca_dpa_worker_t worker,
                                                  unsigned int access,
                                                  doca_dpa_ep_t *ep);

/** Destroys an endpoint. No running kernel may use it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_destroy(doca_dpa_ep_t ep);

/** Stores the handle of an endpoint for device code. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_ep_dev_export(doca_dpa_ep_t ep, doca_dpa_dev_ep_t *handle);

/** Stores the address of an endpoint: *addr_length bytes at *addr, for the program to send to the peer.
 * The caller frees it by doca_dpa_ep_addr_free(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_addr_get(doca_dpa_ep_t ep,
                                                    doca_dpa_ep_addr_t *addr,
                                                    size_t *addr_length);

/** Frees an address of doca_dpa_ep_addr_get(). Not for addresses that were received from a peer. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_addr_free(doca_dpa_ep_addr_t addr);

/** Connects an endpoint to a peer by its address, at any alignment; both sides call this, in any order.
 * INVALID_VALUE: the address is malformed. CONNECTION_ABORTED: already connected. DRIVER: the peer's
 * address cannot be reached. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_connect(doca_dpa_ep_t ep,
                                                   doca_dpa_ep_addr_t addr);

#ifdef __cplusplus
}
#endif

/* Selects the function by the number of arguments. */
#define DOCA_DPA_MEM_FREE_OF_(one, two, name, ...) name
/** Frees device memory: (context, address), or (address) as in DOCA 1.5. */
#define doca_dpa_mem_free(...)                                                 \
  DOCA_DPA_MEM_FREE_OF_(__VA_ARGS__, doca_dpa_mem_free,                        \
                        doca_dpa_mem_free_v105, )                              \
  (__VA_ARGS__)

/* Selects the function by the number of arguments. */
#define DOCA_DPA_CREATE_OF_(one, two, three, four, name, ...) name
/** The function doca_dpa_create() for two arguments, doca_dpa_create_v205() for three,
 * doca_dpa_create_v105() for four. */
#define doca_dpa_create(...)                                                   \
  DOCA_DPA_CREATE_OF_(__VA_ARGS__, doca_dpa_create_v105, doca_dpa_create_v205, \
                      doca_dpa_create, unused, )                               \
  (__VA_ARGS__)

#endif
