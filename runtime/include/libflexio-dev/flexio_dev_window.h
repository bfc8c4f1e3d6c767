/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Windows, through which device code accesses memory that the host has registered (ibv_reg_mr,
 * address and size multiples of 64 bytes). A part of flexio_dev.h, which is the header to include.
 *
 * A thread has two window entities. Each is configured, in every activation anew, with a window
 * that the host has created and a memory key of the same protection domain; the window has a
 * default (the thread's), the key has none. Loads and stores through an acquired pointer then
 * access host memory; an access outside the key's region, or without the right for it, faults. Host
 * and device see each other's writes as the memory model says: __dpa_thread_window_writeback()
 * after stores, __dpa_thread_window_read_inv() before loads that must not be stale.
 */
#ifndef FLEXIO_DEV_WINDOW_H
#define FLEXIO_DEV_WINDOW_H

#include "flexio_dev.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The window entities of a thread. */
enum flexio_window_entity {
  FLEXIO_DEV_WINDOW_ENTITY_0 = 0,
  FLEXIO_DEV_WINDOW_ENTITY_1 = 1,
  FLEXIO_DEV_WINDOW_ENTITY_NUM = 2,
};

/**
 * Configures an entity. FLEXIO_DEV_STATUS_FAILED, with the reason in the host's log and the
 * configuration unchanged, if there is no such entity, window or key, if the key has another
 * protection domain, or if its region is not aligned to 64 bytes. Manual:
 * flexio_dev_multi_window_config.
 */
FLEXIO_DEV_STABLE flexio_dev_status_t
flexio_dev_multi_window_config(enum flexio_window_entity win_entity,
                               uint16_t window_config_id, uint32_t mkey);

/** As flexio_dev_multi_window_config(), with the entity's present window, otherwise the thread's
 * default window. Manual: flexio_dev_multi_window_mkey_config. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_multi_window_mkey_config(
    enum flexio_window_entity win_entity, uint32_t mkey);

/**
 * Stores in *daddr the device address at which an entity accesses host address `haddr`; it is that
 * of host address 0 plus `haddr`. The address does not depend on the configuration and is checked
 * when it is used. FLEXIO_DEV_STATUS_FAILED if there is no such entity, `daddr` is NULL, or `haddr`
 * is 2^60 or more. Manual: flexio_dev_multi_window_ptr_acquire.
 */
FLEXIO_DEV_STABLE flexio_dev_status_t
flexio_dev_multi_window_ptr_acquire(enum flexio_window_entity win_entity,
                                    uint64_t haddr, flexio_uintptr_t *daddr);

/**
 * Copies `size` bytes, of any alignment, from host address `haddr` to device memory. An access that
 * is not allowed faults, and nothing is copied. FLEXIO_DEV_STATUS_FAILED if there is no such
 * entity. The manual marks this function as not supported yet; here it works. Manual:
 * flexio_dev_multi_window_copy_from_host.
 */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_multi_window_copy_from_host(
    enum flexio_window_entity win_entity, void *daddr, uint64_t haddr,
    uint32_t size);

/** Copies `size` bytes from device memory to host address `haddr`, with the rules of
 * flexio_dev_multi_window_copy_from_host(). Manual: flexio_dev_multi_window_copy_to_host. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_multi_window_copy_to_host(
    enum flexio_window_entity win_entity, uint64_t haddr, const void *daddr,
    uint32_t size);

/* The window entity that the first argument of a window call selects. */
FLEXIO_DEV_ALWAYS_INLINE enum flexio_window_entity
flexio_dev_entity_alone_(enum flexio_window_entity win_entity) {
  return win_entity;
}
FLEXIO_DEV_ALWAYS_INLINE enum flexio_window_entity
flexio_dev_entity_of_thread_(const struct flexio_dev_thread_ctx *dtctx) {
  (void)dtctx;
  return FLEXIO_DEV_WINDOW_ENTITY_0;
}

/* In the form before version 24.10 the first argument is the thread context, which selects entity
 * 0. */

/** flexio_dev_multi_window_config() under the name that programs use. */
#define flexio_dev_window_config(first, window_config_id, mkey)                \
  flexio_dev_multi_window_config(FLEXIO_DEV_ENTITY_(first), window_config_id,  \
                                 mkey)
/** flexio_dev_multi_window_mkey_config() under the name that programs use. */
#define flexio_dev_window_mkey_config(first, mkey)                             \
  flexio_dev_multi_window_mkey_config(FLEXIO_DEV_ENTITY_(first), mkey)
/** flexio_dev_multi_window_ptr_acquire() under the name that programs use. */
#define flexio_dev_window_ptr_acquire(first, haddr, daddr)                     \
  flexio_dev_multi_window_ptr_acquire(FLEXIO_DEV_ENTITY_(first), haddr, daddr)
/** flexio_dev_multi_window_copy_from_host() under the name that programs use. */
#define flexio_dev_window_copy_from_host(first, daddr, haddr, size)            \
  flexio_dev_multi_window_copy_from_host(FLEXIO_DEV_ENTITY_(first), daddr,     \
                                         haddr, size)
/** flexio_dev_multi_window_copy_to_host() under the name that programs use. */
#define flexio_dev_window_copy_to_host(first, haddr, daddr, size)              \
  flexio_dev_multi_window_copy_to_host(FLEXIO_DEV_ENTITY_(first), haddr,       \
                                       daddr, size)

FLEXIO_DEV_MARKS_OF_WINDOW_

#ifdef __cplusplus
}
#endif

#endif
