/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Device memory, windows to host memory, and memory keys. A part of libflexio/flexio.h, which is
 * the header to include.
 */
#ifndef LIBFLEXIO_FLEXIO_MEMORY_H
#define LIBFLEXIO_FLEXIO_MEMORY_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Allocates `buff_bsize` bytes, at least 1, on the process's heap: 64-byte aligned, from 4 KiB on
 * 4 KiB aligned, with undefined contents. *dest_daddr_p is 0 on failure. The caller frees the
 * buffer with flexio_buf_dev_free(). If device code has written behind the buffer, the log says so
 * when it is freed and when its process is destroyed. Manual: flexio_buf_dev_alloc.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_buf_dev_alloc(struct flexio_process *process, size_t buff_bsize,
                     flexio_uintptr_t *dest_daddr_p);

/**
 * Allocates whole blocks of 4096 bytes, as flexio_buf_dev_alloc() does, whose contents are copied
 * to host memory when the buffer is freed or its process destroyed. `mkey` is the key of that host
 * memory (of ibv_reg_mr, with IBV_ACCESS_LOCAL_WRITE), which must have the buffer's size rounded up
 * to blocks and must still be registered then. Manual: flexio_recoverable_buf_dev_alloc.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_recoverable_buf_dev_alloc(
    struct flexio_process *process, size_t buff_bsize, uint32_t mkey,
    flexio_uintptr_t *dest_daddr_p);

/** Frees the buffer that starts at `daddr`; 0 is allowed. Fails for any other address, and for a
 * buffer that a completion queue uses. Manual: flexio_buf_dev_free. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_buf_dev_free(struct flexio_process *process, flexio_uintptr_t daddr);

/**
 * Sets `buff_bsize` bytes of device memory to the low byte of `value`. As for all copies here, a
 * range on the heap must lie in one buffer; otherwise the call fails and changes nothing. Manual:
 * flexio_buf_dev_memset.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_buf_dev_memset(struct flexio_process *process, int value,
                      size_t buff_bsize, flexio_uintptr_t dest_daddr);

/** Copies `buff_bsize` bytes of host memory to device memory. Fails as flexio_buf_dev_memset()
 * does. Manual: flexio_host2dev_memcpy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_host2dev_memcpy(struct flexio_process *process, void *src_haddr,
                       size_t buff_bsize, flexio_uintptr_t dest_daddr);

/** Allocates a buffer of `buff_bsize` bytes and copies host memory to it; *dest_daddr_p is 0 on
 * failure. The caller frees the buffer with flexio_buf_dev_free(). Manual:
 * flexio_copy_from_host. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_copy_from_host(struct flexio_process *process, void *src_haddr,
                      size_t buff_bsize, flexio_uintptr_t *dest_daddr_p);

/** Copies `buff_bsize` bytes between host and device memory, in any of the four directions; the
 * ranges may overlap. Device addresses are those of `process`. Fails as flexio_buf_dev_memset()
 * does. Interface of version 25.1. */
FLEXIO_EXPERIMENTAL flexio_status flexio_memcpy(struct flexio_process *process,
                                                struct flexio_mem *src,
                                                struct flexio_mem *dst,
                                                size_t buff_bsize);

/**
 * Creates a window, through which device code accesses host memory that is registered (ibv_reg_mr)
 * in protection domain `pd`; keys of other domains do not work with it. Address and size of such a
 * registration must be multiples of 64 bytes. The caller owns *window, which is NULL on failure.
 * Fails if `pd` does not belong to the device, or if the process has 65535 windows. Manual:
 * flexio_window_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_window_create(struct flexio_process *process, struct ibv_pd *pd,
                     struct flexio_window **window);

/** Destroys a window. When the call returns, device code has no access through it; its later
 * accesses fault. NULL is allowed. Manual: flexio_window_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_window_destroy(struct flexio_window *window);

/** Returns the number with which device code configures the window, 1 to 65535; UINT32_MAX on
 * error. Manual: flexio_window_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_window_get_id(struct flexio_window *window);

/**
 * Creates a memory key for `len` bytes, at least 1, of the process's data or of one buffer on its
 * heap, with which the NIC reads and writes them; `access` is made of IBV_ACCESS_*. The caller owns
 * *mkey, which is NULL on failure. Manual: flexio_device_mkey_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_device_mkey_create(
    struct flexio_process *process, struct flexio_mkey_attr *fattr,
    struct flexio_mkey **mkey);

/** Destroys a memory key. When the call returns, the key is no longer in use. NULL is allowed.
 * Manual: flexio_device_mkey_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_device_mkey_destroy(struct flexio_mkey *mkey);

/** Returns the key for work requests; UINT32_MAX on error. Manual: flexio_mkey_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_mkey_get_id(struct flexio_mkey *mkey);

#ifdef __cplusplus
}
#endif

#endif
