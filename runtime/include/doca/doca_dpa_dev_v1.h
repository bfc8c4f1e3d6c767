/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The device interface of DOCA DPA 1.5 and 2.0, of NVIDIA's DPA subsystem programming guide: events,
 * registered memory, endpoints. A part of doca_dpa_dev.h, which is the header to include. Copies and
 * puts are started immediately and executed in order. One that fails, because an address is out of bounds
 * or a permission is missing, is a fatal error of the context (doca_dpa_peek_at_last_error()). For kernels
 * of contexts that were created by doca_dpa_create() of 1.5. C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_V1_H
#define DOCA_DPA_DEV_V1_H

#ifndef DOCA_DPA_DEV_H
#error "include doca_dpa_dev.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** An event: doca_dpa_event_dev_export(). 0 is not an event. */
typedef uint64_t doca_dpa_dev_event_t;

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

/** Stores the current number. */
DOCA_EXPERIMENTAL void doca_dpa_dev_event_get(doca_dpa_dev_event_t event,
                                              uint64_t *value);

/** Adds `value` to the number, or sets it. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_event_update(doca_dpa_dev_event_t event, uint64_t value,
                          enum doca_dpa_event_op operation);

/** Waits until the comparison of number and threshold is true; the execution unit is released during the
 * wait. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_event_wait_until(doca_dpa_dev_event_t event, uint64_t threshold,
                              enum doca_dpa_event_cmp comparison);

/** Registered memory of the host: doca_dpa_mem_dev_export(). */
typedef uint64_t doca_dpa_dev_mem_t;
/** An endpoint: doca_dpa_ep_dev_export(). */
typedef uint64_t doca_dpa_dev_ep_t;

/** An event of another program: doca_dpa_event_dev_remote_export(). An argument of kernels. */
struct
#ifdef __dpa_global__ /* of dpacc */
    __dpa_global__
#endif
        doca_dpa_dev_event_remote {
  uint64_t data[2]; /**< opaque */
};
/** The type of the struct. */
typedef struct doca_dpa_dev_event_remote doca_dpa_dev_event_remote_t;

/** Returns the key by which a peer accesses the memory. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_mem_rkey_get(doca_dpa_dev_mem_t mem);

/** Stores a pointer to registered memory of the host, for loads and stores; 0 if the memory cannot be
 * mapped. It is valid until the next call of this function or the end of the activation. Address and
 * size of the memory must be multiples of 64 bytes. Stores are visible to the host after
 * __dpa_thread_window_writeback(). */
DOCA_EXPERIMENTAL void
doca_dpa_dev_external_ptr_get(uint64_t ext_addr, doca_dpa_dev_mem_t mem,
                              doca_dpa_dev_uintptr_t *dev_ptr);

/** Starts a copy of `length` bytes (up to 2^31) between registered memories. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_nb(uint64_t dst_addr,
                                              doca_dpa_dev_mem_t dst_mem,
                                              uint64_t src_addr,
                                              doca_dpa_dev_mem_t src_mem,
                                              size_t length);

/** Starts a copy that transposes a matrix of `num_rows` rows and `num_columns` columns (up to 127 each).
 * `element_size` is in bytes, up to 255; `length` is the size of the matrix, in bytes. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_transpose2D_nb(
    uint64_t dst_addr, doca_dpa_dev_mem_t dst_mem, uint64_t src_addr,
    doca_dpa_dev_mem_t src_mem, size_t length, size_t element_size,
    size_t num_columns, size_t num_rows);

/** Waits until all earlier copies are completed. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_synchronize(void);

/** Starts a write of `length` bytes of `local_mem` to the peer's memory with key `rkey`. Blocks while the
 * endpoint's queue is full. */
DOCA_EXPERIMENTAL void doca_dpa_dev_put_nb(doca_dpa_dev_ep_t ep,
                                           uint64_t local_addr, size_t length,
                                           doca_dpa_dev_mem_t local_mem,
                                           uint64_t raddr, uint32_t rkey);

/** doca_dpa_dev_put_nb() followed by an update of an event of the peer, after the data are written. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_put_signal_nb(doca_dpa_dev_ep_t ep, uint64_t local_addr,
                           doca_dpa_dev_mem_t local_mem, size_t length,
                           uint64_t raddr, uint32_t rkey,
                           doca_dpa_dev_event_remote_t event,
                           uint64_t comp_count, enum doca_dpa_event_op comp_op);

/** Waits until all earlier puts are completed. */
DOCA_EXPERIMENTAL void doca_dpa_dev_ep_synchronize(doca_dpa_dev_ep_t ep);

#ifdef __cplusplus
}
#endif

#endif
