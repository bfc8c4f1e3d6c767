/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The host interface of DOCA DPA 1.5 and 2.0, of NVIDIA's DPA subsystem programming guide, over the
 * current one: handle types, events, launches with events, registered memory, workers and endpoints. A
 * part of doca_dpa.h, which is the header to include. Errors as there. C and C++.
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
/** A 64-bit number that host and device change and wait for. */
typedef struct doca_dpa_event *doca_dpa_event_t;
/** An event, for device code. */
typedef uint64_t doca_dpa_dev_event_t;

/** Memory of the host that the card reaches. */
typedef struct doca_dpa_mem *doca_dpa_mem_t;
/** What endpoints are created with. */
typedef struct doca_dpa_worker *doca_dpa_worker_t;
/** One end of a connection, from which kernels write memory of the peer. */
typedef struct doca_dpa_ep *doca_dpa_ep_t;
/** Where an endpoint is: bytes to be sent to the peer. */
typedef struct doca_dpa_ep_addr *doca_dpa_ep_addr_t;
/** Registered memory, for device code. */
typedef uint64_t doca_dpa_dev_mem_t;
/** An endpoint, for device code. */
typedef uint64_t doca_dpa_dev_ep_t;
/** An event, for device code of a peer; an argument of kernels by value. */
typedef struct doca_dpa_dev_event_remote {
  uint64_t data[2]; /**< of the libraries */
} doca_dpa_dev_event_remote_t;

/** Rights to memory, as bits: enum doca_access_flag. */
enum doca_dpa_access {
  DOCA_ACCESS_LOCAL_READ_ONLY = DOCA_ACCESS_FLAG_LOCAL_READ_ONLY,
  DOCA_ACCESS_LOCAL_READ_WRITE = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE,
  DOCA_ACCESS_RDMA_READ = DOCA_ACCESS_FLAG_RDMA_READ,
  DOCA_ACCESS_RDMA_WRITE = DOCA_ACCESS_FLAG_RDMA_WRITE,
  DOCA_ACCESS_RDMA_ATOMIC = DOCA_ACCESS_FLAG_RDMA_ATOMIC,
};

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

/** doca_dpa_app_get_name() of 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_app_name_get(struct doca_dpa_app *app,
                                                     char *app_name,
                                                     size_t *app_name_len);

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

/** Returns the handle of an event for device code of a peer, which may be of another program.
 * NOT_SUPPORTED: the event has no update location DOCA_DPA_EVENT_ACCESS_REMOTE. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_event_dev_remote_export(
    doca_dpa_event_t event, doca_dpa_dev_event_remote_t *handle);

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

/** doca_dpa_mem_free() of 1.5, for an address of doca_dpa_mem_alloc(). INVALID_VALUE: no context has
 * memory there, or several have, as the contexts of a program may: pass the context, too. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_mem_free_v105(doca_dpa_dev_uintptr_t dev_ptr);

/** Registers `length` bytes of memory of the program with the context's device; the memory stays the
 * program's. `access`: bits of enum doca_access_flag. `flags` is 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_host_register(
    doca_dpa_t dpa, void *addr, size_t length, unsigned int access,
    doca_dpa_mem_t *mem, unsigned int flags);

/** Ends the registration, which no kernel uses. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_unregister(doca_dpa_mem_t mem);

/** Returns the handle of registered memory for device code. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_mem_dev_export(doca_dpa_mem_t mem, doca_dpa_dev_mem_t *handle);

/** Returns the key with which a peer reaches the memory. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_rkey_get(doca_dpa_mem_t mem,
                                                     uint32_t *rkey);

/** Creates a worker. `flags` is 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_worker_create(doca_dpa_t dpa,
                                                      doca_dpa_worker_t *worker,
                                                      unsigned int flags);

/** Destroys a worker. IN_USE: it has endpoints. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_worker_destroy(doca_dpa_worker_t worker);

/** Creates an endpoint: a queue pair (RC). `access`: what the peer may do, bits of enum
 * doca_access_flag. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_create(doca_dpa_worker_t worker,
                                                  unsigned int access,
                                                  doca_dpa_ep_t *ep);

/** Destroys an endpoint, which no kernel uses. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_destroy(doca_dpa_ep_t ep);

/** Returns the handle of an endpoint for device code. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_ep_dev_export(doca_dpa_ep_t ep, doca_dpa_dev_ep_t *handle);

/** Returns the address of an endpoint: *addr_length bytes at *addr, which the program sends to the peer
 * by means of its own, and frees with doca_dpa_ep_addr_free(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_addr_get(doca_dpa_ep_t ep,
                                                    doca_dpa_ep_addr_t *addr,
                                                    size_t *addr_length);

/** Frees what doca_dpa_ep_addr_get() returned; addresses that were received are the program's. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_addr_free(doca_dpa_ep_addr_t addr);

/** Connects an endpoint to the one with an address, which may be anywhere in the program's memory. Both
 * sides do so, in any order. INVALID_VALUE: not an address. CONNECTION_ABORTED: the endpoint is
 * connected. DRIVER: the address cannot be reached. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_ep_connect(doca_dpa_ep_t ep,
                                                   doca_dpa_ep_addr_t addr);

#ifdef __cplusplus
}
#endif

/* The function with two arguments, doca_dpa_mem_free_v105() with one. */
#define DOCA_DPA_MEM_FREE_OF_(one, two, name, ...) name
/** Frees device memory: (context, address), or (address) as in DOCA 1.5. */
#define doca_dpa_mem_free(...)                                                 \
  DOCA_DPA_MEM_FREE_OF_(__VA_ARGS__, doca_dpa_mem_free,                        \
                        doca_dpa_mem_free_v105, )                              \
  (__VA_ARGS__)

/* Contexts are created with a program or without, by the generation of the program. */
#define DOCA_DPA_CREATE_OF_(one, two, three, four, name, ...) name
/** That function with two arguments, doca_dpa_create_v205() with three, doca_dpa_create_v105() with
 * four. */
#define doca_dpa_create(...)                                                   \
  DOCA_DPA_CREATE_OF_(__VA_ARGS__, doca_dpa_create_v105, doca_dpa_create_v205, \
                      doca_dpa_create, unused, )                               \
  (__VA_ARGS__)

#endif
