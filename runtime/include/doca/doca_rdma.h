/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * RDMA by device code: a context with connections to peers (RC) that share a receive queue. Order of calls:
 * create, configure, doca_ctx_set_datapath_on_dpa(), doca_rdma_dpa_completion_attach(), doca_ctx_start(),
 * then connections. Setters are BAD_STATE unless the context is idle. NULL and handles that are not live are
 * DOCA_ERROR_INVALID_VALUE. C and C++.
 */
#ifndef DOCA_RDMA_H
#define DOCA_RDMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#if DOCA_COMPAT_VERSION < 210
#include <doca_buf.h>
#include <doca_ctx.h>
#include <doca_pe.h>
#include <doca_sync_event.h>
#endif
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_ctx;
struct doca_dev;
struct doca_devinfo;
struct doca_dpa_completion;
struct doca_rdma;
struct doca_rdma_connection;

#if DOCA_COMPAT_VERSION >= 210
/** An RDMA context, for device code. */
typedef uint64_t doca_dpa_dev_rdma_t;
#endif

/** Transports of connections. */
enum doca_rdma_transport_type {
  DOCA_RDMA_TRANSPORT_TYPE_RC = 0,
  DOCA_RDMA_TRANSPORT_TYPE_DC = 1 /**< not supported */
};

/** A GID of a port. */
struct doca_rdma_gid {
  uint8_t raw[DOCA_GID_BYTE_LENGTH];
};

/** Whether device code can receive messages: SUCCESS or NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_cap_task_receive_is_supported(const struct doca_devinfo *devinfo);
/** Whether device code can send messages: SUCCESS or NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_cap_task_send_is_supported(const struct doca_devinfo *devinfo);
/** Whether device code can send messages with an immediate value: SUCCESS or NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_cap_task_send_imm_is_supported(const struct doca_devinfo *devinfo);
/** Whether device code can read memory of the peer: SUCCESS or NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_cap_task_read_is_supported(const struct doca_devinfo *devinfo);
/** Whether device code can write memory of the peer: SUCCESS or NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_cap_task_write_is_supported(const struct doca_devinfo *devinfo);
/** Whether device code can write memory of the peer with an immediate value: SUCCESS or NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_cap_task_write_imm_is_supported(const struct doca_devinfo *devinfo);
/** Always NOT_SUPPORTED: device code has no compare-and-swap request. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_cap_task_atomic_cmp_swp_is_supported(
    const struct doca_devinfo *devinfo);
/** Whether device code can add to memory of the peer: SUCCESS or NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_cap_task_atomic_fetch_add_is_supported(
    const struct doca_devinfo *devinfo);

#if DOCA_COMPAT_VERSION < 210

/** Opaque; the pointer, converted to an integer, is the handle for device code. */
struct doca_dpa_dev_rdma;

/** Creates a context on a device, for one peer and without a completion context; the caller owns it.
 * A failed request is a fatal error of the device (doca_dpa_peek_at_last_error()). NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_create(struct doca_dev *dev,
                 struct doca_rdma **rdma) __asm__("doca_rdma_create_v205");

/** Describes the context for the peer. The context owns the description, which is valid until it is
 * stopped. BAD_STATE: not running. DRIVER. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_export(
    const struct doca_rdma *rdma, const void **local_rdma_conn_details,
    size_t *local_rdma_conn_details_size) __asm__("doca_rdma_export_v205");

/** Connects to a peer by its description; both sides call this, in any order. BAD_STATE: the context is
 * not running. INVALID_VALUE: the description is malformed. CONNECTION_ABORTED: already connected.
 * DRIVER: the peer's address cannot be reached. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_connect(
    struct doca_rdma *rdma, const void *remote_rdma_conn_details,
    size_t remote_rdma_conn_details_size) __asm__("doca_rdma_connect_v205");

/** Stores the context's handle for device code. BAD_STATE: not running. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_get_dpa_handle(struct doca_rdma *rdma,
                         struct doca_dpa_dev_rdma **
                             dpa_rdma) __asm__("doca_rdma_get_dpa_handle_v205");

/** Sets whether packets have a global route header. With RoCE they always have one. BAD_STATE: the
 * context is not idle. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_grh_enabled(
    struct doca_rdma *rdma,
    bool grh_enabled) __asm__("doca_rdma_set_grh_enabled_v205");
/** Stores whether packets have a global route header. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_get_grh_enabled(
    const struct doca_rdma *rdma,
    bool *grh_enabled) __asm__("doca_rdma_get_grh_enabled_v205");

#else

/** Creates a context on a device; the caller owns it. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_create(struct doca_dev *dev,
                                                struct doca_rdma **rdma);

/** Stores the context's handle for device code. BAD_STATE: not running. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_get_dpa_handle(struct doca_rdma *rdma, doca_dpa_dev_rdma_t *dpa_rdma);

/**
 * Creates a connection and describes it for the peer. The context owns both; they are valid until it is
 * stopped. BAD_STATE: not running. NO_MEMORY: the limit of doca_rdma_set_max_num_connections() is
 * reached. DRIVER.
 */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_export(struct doca_rdma *rdma, const void **local_rdma_conn_details,
                 size_t *local_rdma_conn_details_size,
                 struct doca_rdma_connection **rdma_connection);

/**
 * Connects to a connection of the peer by its description; both sides call this, in any order, and may send
 * afterwards. BAD_STATE: the context is not running. INVALID_VALUE: the description is malformed, or the
 * connection belongs to another context. CONNECTION_ABORTED: already connected. DRIVER: the peer's address
 * cannot be reached.
 */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_connect(struct doca_rdma *rdma, const void *remote_rdma_conn_details,
                  size_t remote_rdma_conn_details_size,
                  struct doca_rdma_connection *rdma_connection);

/** Sets whether packets have a global route header (0 or 1). With RoCE they always have one. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_grh_enabled(struct doca_rdma *rdma,
                                                         uint8_t grh_enabled);
/** Stores 1 if packets have a global route header, else 0. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_get_grh_enabled(const struct doca_rdma *rdma, uint8_t *grh_enabled);

#endif

/** Destroys a context and its connections; a started one is stopped. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_destroy(struct doca_rdma *rdma);
/** Returns the object as a context; NULL if it is not live. doca_ctx_start() fails with NOT_CONNECTED without
 * a DPA, BAD_STATE if no completion context is attached, or it or the DPA is not started, NO_MEMORY and
 * DRIVER. */
DOCA_EXPERIMENTAL struct doca_ctx *doca_rdma_as_ctx(struct doca_rdma *rdma);

/** Attaches the completion context of requests and receives. Completions have the connection id as user
 * data. INVALID_VALUE: it belongs to another DPA context. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_dpa_completion_attach(
    struct doca_rdma *rdma, struct doca_dpa_completion *dpa_comp);

/** Sets the permissions of peers, bits of enum doca_access_flag. INVALID_VALUE: other bits. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_permissions(struct doca_rdma *rdma,
                                                         uint32_t permissions);
/** Sets the size of the receive queue, 1 to 32768 receives, rounded up to a power of two; 128 by
 * default. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_set_recv_queue_size(struct doca_rdma *rdma, uint32_t recv_queue_size);
/** Sets the size of the send queue of each connection, 1 to 32768 requests, rounded up to a power of two;
 * 128 by default. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_set_send_queue_size(struct doca_rdma *rdma, uint32_t send_queue_size);
/** Sets the maximum number of connections, 1 to 4096; 16 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_max_num_connections(
    struct doca_rdma *rdma, uint16_t max_num_connections);
/** Sets the index of the local GID of port 1; 0 by default. INVALID_VALUE: the port does not have this
 * GID. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_gid_index(struct doca_rdma *rdma,
                                                       uint32_t gid_index);
/** Sets the transport; RC by default. NOT_SUPPORTED: not RC. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_transport_type(
    struct doca_rdma *rdma, enum doca_rdma_transport_type transport_type);
/** Sets the largest payload of a packet; that of the port by default. NOT_SUPPORTED: RAW_ETHERNET. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_mtu(struct doca_rdma *rdma,
                                                 enum doca_mtu_size mtu);
/** Sets how often a send is retried if the peer has no receive posted, 0 to 7; 7, the default, is without
 * limit. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_set_rnr_retry_count(struct doca_rdma *rdma, uint8_t rnr_retry_count);
/** Sets the number of buffers of a receive. NOT_SUPPORTED: not 1. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_task_receive_set_dst_buf_list_len(
    struct doca_rdma *rdma, uint32_t buf_list_len);
/** Sets the number of buffers of a request. NOT_SUPPORTED: not 1. */
DOCA_EXPERIMENTAL doca_error_t doca_rdma_set_max_send_buf_list_len(
    struct doca_rdma *rdma, uint32_t max_send_buf_list_len);

/** Stores the id of a connection, for device code; 0 for the first one. */
DOCA_EXPERIMENTAL doca_error_t
doca_rdma_connection_get_id(const struct doca_rdma_connection *rdma_connection,
                            uint32_t *connection_id);

#ifdef __cplusplus
}
#endif

#endif
