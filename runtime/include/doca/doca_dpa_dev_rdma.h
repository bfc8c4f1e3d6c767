/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * RDMA from device code. Of libdoca_dpa_dev.a.
 *
 * - A request names a connection by its id (doca_rdma_connection_get_id(); 0 for the first one). It
 *   completes in the completion context of the RDMA context, with the connection id as user data.
 *   Requests of a connection are executed in order. `flags`: enum doca_dpa_dev_submit_flag.
 * - The program must not post more requests to a connection than its queue has entries.
 * - Memory is given by registered memory and an address in it, of this side or of the peer. An address
 *   out of bounds, or a missing permission, results in a completion of type SEND_ERR or RECV_ERR.
 *   `length` is in bytes, up to 2^31. A buffer gives memory, address and length.
 * C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_RDMA_H
#define DOCA_DPA_DEV_RDMA_H

#include <doca_dpa_dev.h>
#include <doca_dpa_dev_buf.h>
#include <doca_dpa_dev_sync_event.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An RDMA context: doca_rdma_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_rdma_t;

/** Posts a read of memory of the peer (src) to memory of this side (dst). */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_post_read(doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
                            doca_dpa_dev_mmap_t dst_mmap_handle,
                            uint64_t dst_addr,
                            doca_dpa_dev_mmap_t src_mmap_handle,
                            uint64_t src_addr, size_t length, uint32_t flags);

/** Posts a read of all of buffer src. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_buf_read(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_buf_t dst_buf_handle, doca_dpa_dev_buf_t src_buf_handle,
    uint32_t flags);

/** Posts a write of memory of this side (src) to memory of the peer (dst). */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_post_write(doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
                             doca_dpa_dev_mmap_t dst_mmap_handle,
                             uint64_t dst_addr,
                             doca_dpa_dev_mmap_t src_mmap_handle,
                             uint64_t src_addr, size_t length, uint32_t flags);

/** Posts a write of all of buffer src. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_buf_write(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_buf_t dst_buf_handle, doca_dpa_dev_buf_t src_buf_handle,
    uint32_t flags);

/** Posts a write that completes a receive of the peer with an immediate. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_write_imm(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_mmap_t dst_mmap_handle, uint64_t dst_addr,
    doca_dpa_dev_mmap_t src_mmap_handle, uint64_t src_addr, size_t length,
    uint32_t immediate, uint32_t flags);

/** Posts a write of all of buffer src, with an immediate. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_buf_write_imm(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_buf_t dst_buf_handle, doca_dpa_dev_buf_t src_buf_handle,
    uint32_t immediate, uint32_t flags);

/** Posts a send of a message. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_post_send(doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
                            doca_dpa_dev_mmap_t mmap_handle, uint64_t addr,
                            size_t length, uint32_t flags);

/** Posts a send of a buffer. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_buf_send(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_buf_t send_buf_handle, uint32_t flags);

/** Posts a send of a message with an immediate. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_send_imm(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_mmap_t mmap_handle, uint64_t addr, size_t length,
    uint32_t immediate, uint32_t flags);

/** Posts a send of a buffer with an immediate. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_buf_send_imm(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_buf_t send_buf_handle, uint32_t immediate, uint32_t flags);

/** Posts an atomic addition of `value` to a 64-bit number of the peer, aligned to 8 bytes. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_atomic_fetch_add(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_mmap_t dst_mmap_handle, uint64_t dst_addr, uint64_t value,
    uint32_t flags);

/** Posts an atomic addition of `value` to the 64-bit number at the start of a buffer of the peer. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_post_buf_atomic_fetch_add(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_buf_t dst_buf_handle, uint64_t value, uint32_t flags);

/** Posts a receive for one message of any connection. The type of its completion is that of the
 * message. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_post_receive(doca_dpa_dev_rdma_t rdma,
                               doca_dpa_dev_mmap_t mmap_handle, uint64_t addr,
                               size_t length);

/** Posts a receive of a buffer. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_post_buf_receive(doca_dpa_dev_rdma_t rdma,
                                   doca_dpa_dev_buf_t receive_buf_handle);

/** Releases the entries of `num_acked` completed receives. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_receive_ack(doca_dpa_dev_rdma_t rdma,
                                                     uint32_t num_acked);

/** Returns the index of the completed receive: the number of earlier receives, modulo the size of the
 * receive queue. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_rdma_completion_get_wr_index(
    doca_dpa_dev_completion_element_t comp_element);

#if DOCA_COMPAT_VERSION >= 205 && DOCA_COMPAT_VERSION < 210

/*
 * DOCA 2.5: an RDMA context has one peer and no completion context. Offsets are in bytes
 * from the start of a buffer. Requests are started immediately and executed in order; a failed request is
 * a fatal error of the DPA context (doca_dpa_peek_at_last_error()). A call blocks while the queue is full.
 * RDMA contexts are not thread safe.
 */

/** Reads `length` bytes of the peer (src) to this side (dst). */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_read(doca_dpa_dev_rdma_t rdma, doca_dpa_dev_buf_t dst_mem,
                       uint64_t dst_offset, doca_dpa_dev_buf_t src_mem,
                       uint64_t src_offset, size_t length);

/** Writes `length` bytes of this side (src) to the peer (dst). */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_write(doca_dpa_dev_rdma_t rdma, doca_dpa_dev_buf_t dst_mem,
                        uint64_t dst_offset, doca_dpa_dev_buf_t src_mem,
                        uint64_t src_offset, size_t length);

/** Adds `value` to the peer's 8-byte aligned 64-bit number. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_rdma_atomic_fetch_add(doca_dpa_dev_rdma_t rdma,
                                   doca_dpa_dev_buf_t dst_mem,
                                   uint64_t dst_offset, size_t value);

/** Sets a sync event of the peer, after all earlier requests. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_signal_set(
    doca_dpa_dev_rdma_t rdma,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event,
    uint64_t count) __asm__("doca_dpa_dev_rdma_signal_set_v205");

/** Adds to a sync event of the peer, as doca_dpa_dev_rdma_signal_set() sets one. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_signal_add(
    doca_dpa_dev_rdma_t rdma,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event,
    uint64_t count) __asm__("doca_dpa_dev_rdma_signal_add_v205");

/** Waits until all requests of the context are completed. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_synchronize(doca_dpa_dev_rdma_t rdma);

#else

/** Posts a request that sets a sync event of the peer, after all earlier requests. It creates a
 * completion only if it fails. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_signal_set(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event, uint64_t count);

/** Adds to a sync event of the peer, as doca_dpa_dev_rdma_signal_set() sets one. */
DOCA_EXPERIMENTAL void doca_dpa_dev_rdma_signal_add(
    doca_dpa_dev_rdma_t rdma, uint32_t connection_id,
    doca_dpa_dev_sync_event_remote_net_t remote_sync_event, uint64_t count);

#endif

#ifdef __cplusplus
}
#endif

#endif
