/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Memory maps: a range of memory that devices, device code and peers may access. Addresses and
 * lengths are in bytes. NULL and handles that are not live are DOCA_ERROR_INVALID_VALUE. One thread
 * at a time uses a map, unless doca_mmap_enable_thread_safety() was called. C and C++.
 */
#ifndef DOCA_MMAP_H
#define DOCA_MMAP_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#if DOCA_COMPAT_VERSION < 210
#include <stdbool.h>

#include <doca_dev.h>
#endif
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dev;
struct doca_dpa;
struct doca_mmap;

/** A map, for device code: its memory key on the device. */
typedef uint32_t doca_dpa_dev_mmap_t;

/** Called with the range when its map is destroyed. */
typedef void(doca_mmap_memrange_free_cb_t)(void *addr, size_t len,
                                           void *cookie);

/** Creates a map, without range and devices; the caller owns it. NO_MEMORY. */
DOCA_STABLE doca_error_t doca_mmap_create(struct doca_mmap **mmap);

/** Destroys a map; a started one is stopped. NOT_PERMITTED: a buffer or buffer array uses it. */
DOCA_STABLE doca_error_t doca_mmap_destroy(struct doca_mmap *mmap);

/** Makes the range accessible to the devices. NOT_PERMITTED: the map is started. INVALID_VALUE: no
 * range or no device is set. DRIVER: a device rejects the range. */
DOCA_STABLE doca_error_t doca_mmap_start(struct doca_mmap *mmap);

/** Ends the access of devices and peers; exports become invalid. NOT_PERMITTED: the map is not started, a
 * buffer or buffer array uses it, or it was created from an export. */
DOCA_STABLE doca_error_t doca_mmap_stop(struct doca_mmap *mmap);

/** Adds a device. NOT_PERMITTED: the map is started. ALREADY_EXIST: the device was
 * added. NO_MEMORY: the limit of doca_mmap_set_max_num_devices() is reached. */
DOCA_STABLE doca_error_t doca_mmap_add_dev(struct doca_mmap *mmap,
                                           struct doca_dev *dev);
/** Removes a device. NOT_PERMITTED: the map is started. NOT_FOUND: the device was not added. */
DOCA_STABLE doca_error_t doca_mmap_rm_dev(struct doca_mmap *mmap,
                                          struct doca_dev *dev);

/** Sets the range. The program owns the memory. BAD_STATE: the map is started. NOT_PERMITTED: it was
 * created from an export. INVALID_VALUE: the length is 0, or the range wraps. */
DOCA_STABLE doca_error_t doca_mmap_set_memrange(struct doca_mmap *mmap,
                                                void *addr, size_t len);
/** Sets a range of device memory, from doca_dpa_mem_alloc(). Errors of doca_mmap_set_memrange(); BAD_STATE
 * also if the context is not started. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_set_dpa_memrange(struct doca_mmap *mmap, struct doca_dpa *dpa,
                           uint64_t dpa_addr, size_t len);
/** Sets a range of a DMA buffer of another device. Always NOT_SUPPORTED: emulated cards do not have peers
 * on their bus. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_set_dmabuf_memrange(struct doca_mmap *mmap, int dmabuf_fd, void *addr,
                              size_t dmabuf_offset, size_t len);
/** Stores the range; for device memory, the device address. BAD_STATE: no range is set. */
DOCA_STABLE doca_error_t doca_mmap_get_memrange(const struct doca_mmap *mmap,
                                                void **addr, size_t *len);

/** Sets the callback that is called with the range when the map is destroyed; NULL: none. BAD_STATE: the
 * map is started. */
DOCA_STABLE doca_error_t
doca_mmap_set_free_cb(struct doca_mmap *mmap,
                      doca_mmap_memrange_free_cb_t *free_cb, void *opaque);

/** Sets the permissions, bits of enum doca_access_flag; LOCAL_READ_WRITE by default. BAD_STATE: the map is
 * started. INVALID_VALUE: other bits. */
DOCA_STABLE doca_error_t doca_mmap_set_permissions(struct doca_mmap *mmap,
                                                   uint32_t access_mask);

/** Sets the maximum number of devices; 64 by default. BAD_STATE: the map is started. INVALID_VALUE: 0, or
 * less than the current number. */
DOCA_STABLE doca_error_t
doca_mmap_set_max_num_devices(struct doca_mmap *mmap, uint32_t max_num_devices);
/** Stores the maximum number of devices. */
DOCA_STABLE doca_error_t doca_mmap_get_max_num_devices(
    const struct doca_mmap *mmap, uint32_t *max_num_devices);

/** Sets a value that the library keeps for the program. BAD_STATE: the map is started. */
DOCA_STABLE doca_error_t doca_mmap_set_user_data(struct doca_mmap *mmap,
                                                 union doca_data user_data);
/** Stores the value of doca_mmap_set_user_data(); 0 by default. */
DOCA_STABLE doca_error_t doca_mmap_get_user_data(const struct doca_mmap *mmap,
                                                 union doca_data *user_data);

/** Stores the number of buffers that use the map. */
DOCA_STABLE doca_error_t doca_mmap_get_num_bufs(const struct doca_mmap *mmap,
                                                uint32_t *num_bufs);

/** Allows several threads to create buffers of the map. No effect: always allowed. BAD_STATE: the map is
 * started. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_enable_thread_safety(struct doca_mmap *mmap);

/**
 * Describes the map for peers that access it by RDMA to `dev`. The map owns the description, which
 * is valid until the map is stopped. NOT_PERMITTED: the map is not started. NOT_FOUND: the device was
 * not added. NOT_SUPPORTED: the map was created from an export.
 */
DOCA_STABLE doca_error_t doca_mmap_export_rdma(struct doca_mmap *mmap,
                                               const struct doca_dev *dev,
                                               const void **export_desc,
                                               size_t *export_desc_len);
/** Describes the map for other devices of the same bus: here, for devices of the same program. Errors
 * of doca_mmap_export_rdma(); NOT_SUPPORTED also for device memory. */
DOCA_STABLE doca_error_t doca_mmap_export_pci(struct doca_mmap *mmap,
                                              const struct doca_dev *dev,
                                              const void **export_desc,
                                              size_t *export_desc_len);

/**
 * Creates a started map of exported memory, for `dev`; the caller owns it. `user_data` may be NULL.
 * INVALID_VALUE: the description is malformed. NOT_SUPPORTED: doca_mmap_export_pci() of another program.
 * DRIVER, NO_MEMORY.
 */
DOCA_STABLE doca_error_t doca_mmap_create_from_export(
    const union doca_data *user_data, const void *export_desc,
    size_t export_desc_len, struct doca_dev *dev, struct doca_mmap **mmap);

/** Stores the handle of the map for device code that uses `dev`; it is also the key for RDMA.
 * BAD_STATE: the map is not started. NOT_FOUND: the device was not added. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_dev_get_dpa_handle(struct doca_mmap *mmap, const struct doca_dev *dev,
                             doca_dpa_dev_mmap_t *dpa_mmap_handle);

#ifdef __cplusplus
}
#endif

#endif
