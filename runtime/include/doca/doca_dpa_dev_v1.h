/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The device interface of DOCA DPA 1.5 and 2.0, of NVIDIA's DPA subsystem programming guide: events,
 * registered memory, endpoints. A part of doca_dpa_dev.h, which is the header to include. Copies and
 * puts are started at once and run in order; one that fails, because it leaves the registered memory or
 * has no right to it, is a fatal error of the context (doca_dpa_peek_at_last_error()). For kernels of
 * contexts that doca_dpa_create() of 1.5 has made. C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_V1_H
#define DOCA_DPA_DEV_V1_H

#ifndef DOCA_DPA_DEV_H
#error "include doca_dpa_dev.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** An event: doca_dpa_event_dev_export(); 0 is none. */
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

/** Stores the present number in *value. */
DOCA_EXPERIMENTAL void doca_dpa_dev_event_get(doca_dpa_dev_event_t event,
                                              uint64_t *value);

/** Changes the number. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_event_update(doca_dpa_dev_event_t event, uint64_t value,
                          enum doca_dpa_event_op operation);

/** Waits until the comparison of number and threshold holds; other kernels run meanwhile. */
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
  uint64_t data[2]; /**< of the libraries */
};
/** The same. */
typedef struct doca_dpa_dev_event_remote doca_dpa_dev_event_remote_t;

/** Returns the key with which a peer reaches the memory. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_mem_rkey_get(doca_dpa_dev_mem_t mem);

/** Stores a pointer to registered memory of the host, for loads and stores, which is valid until the
 * next call of this function or the end of the activation; 0 if it cannot be reached. The memory's
 * address and length must be multiples of 64 bytes. Others see stores after
 * __dpa_thread_window_writeback(). */
DOCA_EXPERIMENTAL void
doca_dpa_dev_external_ptr_get(uint64_t ext_addr, doca_dpa_dev_mem_t mem,
                              doca_dpa_dev_uintptr_t *dev_ptr);

/** Copies `length` bytes, up to 2^31, between registered memories, and does not wait for the end. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_nb(uint64_t dst_addr,
                                              doca_dpa_dev_mem_t dst_mem,
                                              uint64_t src_addr,
                                              doca_dpa_dev_mem_t src_mem,
                                              size_t length);

/** Copies a matrix of `num_rows` rows of `num_columns` elements as one of `num_columns` rows. Rows and
 * columns are up to 127, elements up to 255 bytes; `length` is the size of the matrix in bytes. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_transpose2D_nb(
    uint64_t dst_addr, doca_dpa_dev_mem_t dst_mem, uint64_t src_addr,
    doca_dpa_dev_mem_t src_mem, size_t length, size_t element_size,
    size_t num_columns, size_t num_rows);

/** Waits until all copies that were started before are done. */
DOCA_EXPERIMENTAL void doca_dpa_dev_memcpy_synchronize(void);

/** Writes `length` bytes of `local_mem` to the peer's memory with key `rkey`, and does not wait for the
 * end. Waits if the endpoint's queue is full. */
DOCA_EXPERIMENTAL void doca_dpa_dev_put_nb(doca_dpa_dev_ep_t ep,
                                           uint64_t local_addr, size_t length,
                                           doca_dpa_dev_mem_t local_mem,
                                           uint64_t raddr, uint32_t rkey);

/** doca_dpa_dev_put_nb(), and then changes an event of the peer, which sees the data before. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_put_signal_nb(doca_dpa_dev_ep_t ep, uint64_t local_addr,
                           doca_dpa_dev_mem_t local_mem, size_t length,
                           uint64_t raddr, uint32_t rkey,
                           doca_dpa_dev_event_remote_t event,
                           uint64_t comp_count, enum doca_dpa_event_op comp_op);

/** Waits until all that was put before is with the peer. */
DOCA_EXPERIMENTAL void doca_dpa_dev_ep_synchronize(doca_dpa_dev_ep_t ep);

#ifdef __cplusplus
}
#endif

#endif
