/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Memory maps: a range of memory that devices, device code and peers may access. Addresses and
 * lengths are in bytes. NULL and handles that are not live are DOCA_ERROR_INVALID_VALUE. One thread
 * at a time uses a map, except after doca_mmap_enable_thread_safety(). C and C++.
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

/** Device code's handle of a map: its memory key on the device. */
typedef uint32_t doca_dpa_dev_mmap_t;

/** Called when the map of the range is destroyed. */
typedef void(doca_mmap_memrange_free_cb_t)(void *addr, size_t len,
                                           void *cookie);

/** Creates a map, without range and devices; the caller owns it. NO_MEMORY. */
DOCA_STABLE doca_error_t doca_mmap_create(struct doca_mmap **mmap);

/** Destroys a map; a started one is stopped. NOT_PERMITTED: a buffer or buffer array uses it. */
DOCA_STABLE doca_error_t doca_mmap_destroy(struct doca_mmap *mmap);

/** Makes the range accessible to the devices. NOT_PERMITTED: the map is started. INVALID_VALUE: it has no
 * range or no device. DRIVER: a device refuses the range. */
DOCA_STABLE doca_error_t doca_mmap_start(struct doca_mmap *mmap);

/** Ends the access of devices and peers. What was exported is no longer valid. NOT_PERMITTED: the map is
 * not started, a buffer or buffer array uses it, or it was made from an export. */
DOCA_STABLE doca_error_t doca_mmap_stop(struct doca_mmap *mmap);

/** Adds a device. NOT_PERMITTED: the map is started. ALREADY_EXIST: it has the device. NO_MEMORY: it has
 * as many devices as it may. */
DOCA_STABLE doca_error_t doca_mmap_add_dev(struct doca_mmap *mmap,
                                           struct doca_dev *dev);
/** Removes a device. NOT_PERMITTED: the map is started. NOT_FOUND: it does not have the device. */
DOCA_STABLE doca_error_t doca_mmap_rm_dev(struct doca_mmap *mmap,
                                          struct doca_dev *dev);

/** Sets the range: memory of the program, which owns it. BAD_STATE: the map is started. NOT_PERMITTED: it
 * was made from an export. INVALID_VALUE: the length is 0, or the range wraps. */
DOCA_STABLE doca_error_t doca_mmap_set_memrange(struct doca_mmap *mmap,
                                                void *addr, size_t len);
/** The same for memory of the DPA, from doca_dpa_mem_alloc(). BAD_STATE also if the context is not
 * started. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_set_dpa_memrange(struct doca_mmap *mmap, struct doca_dpa *dpa,
                           uint64_t dpa_addr, size_t len);
/** The same for a buffer of another device. NOT_SUPPORTED: emulated cards have no peers on their bus. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_set_dmabuf_memrange(struct doca_mmap *mmap, int dmabuf_fd, void *addr,
                              size_t dmabuf_offset, size_t len);
/** Stores the range; for a map of the DPA its address there. BAD_STATE: there is none. */
DOCA_STABLE doca_error_t doca_mmap_get_memrange(const struct doca_mmap *mmap,
                                                void **addr, size_t *len);

/** Sets what is called with the range when the map is destroyed; NULL: nothing. BAD_STATE: the map is
 * started. */
DOCA_STABLE doca_error_t
doca_mmap_set_free_cb(struct doca_mmap *mmap,
                      doca_mmap_memrange_free_cb_t *free_cb, void *opaque);

/** Sets the rights, bits of enum doca_access_flag; LOCAL_READ_WRITE at first. BAD_STATE: the map is
 * started. INVALID_VALUE: other bits. */
DOCA_STABLE doca_error_t doca_mmap_set_permissions(struct doca_mmap *mmap,
                                                   uint32_t access_mask);

/** Sets how many devices the map may have; 64 at first. BAD_STATE: the map is started. INVALID_VALUE: 0,
 * or less than it has. */
DOCA_STABLE doca_error_t
doca_mmap_set_max_num_devices(struct doca_mmap *mmap, uint32_t max_num_devices);
/** Stores it. */
DOCA_STABLE doca_error_t doca_mmap_get_max_num_devices(
    const struct doca_mmap *mmap, uint32_t *max_num_devices);

/** Stores a value of the program with the map. BAD_STATE: the map is started. */
DOCA_STABLE doca_error_t doca_mmap_set_user_data(struct doca_mmap *mmap,
                                                 union doca_data user_data);
/** Stores the value of doca_mmap_set_user_data(); 0 before. */
DOCA_STABLE doca_error_t doca_mmap_get_user_data(const struct doca_mmap *mmap,
                                                 union doca_data *user_data);

/** Stores how many buffers use the map. */
DOCA_STABLE doca_error_t doca_mmap_get_num_bufs(const struct doca_mmap *mmap,
                                                uint32_t *num_bufs);

/** Several threads may make buffers of the map; here they always may. BAD_STATE: the map is started. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_enable_thread_safety(struct doca_mmap *mmap);

/**
 * Describes the map for peers that access it by RDMA to `dev`. The map owns the description, which
 * does not change until it is stopped. NOT_PERMITTED: the map is not started. NOT_FOUND: it does not
 * have the device. NOT_SUPPORTED: it was made from an export.
 */
DOCA_STABLE doca_error_t doca_mmap_export_rdma(struct doca_mmap *mmap,
                                               const struct doca_dev *dev,
                                               const void **export_desc,
                                               size_t *export_desc_len);
/** Describes the map for other devices of the same bus: here, for devices of the same program. Errors as
 * above; NOT_SUPPORTED also for memory of the DPA. */
DOCA_STABLE doca_error_t doca_mmap_export_pci(struct doca_mmap *mmap,
                                              const struct doca_dev *dev,
                                              const void **export_desc,
                                              size_t *export_desc_len);

/**
 * Creates a started map of memory that was exported, for `dev`; the caller owns it. `user_data` may be
 * NULL. INVALID_VALUE: no description of a map, or damaged. NOT_SUPPORTED: doca_mmap_export_pci() of
 * another program. DRIVER, NO_MEMORY.
 */
DOCA_STABLE doca_error_t doca_mmap_create_from_export(
    const union doca_data *user_data, const void *export_desc,
    size_t export_desc_len, struct doca_dev *dev, struct doca_mmap **mmap);

/** Stores the handle of the map for device code that works with `dev`, which is also its key for RDMA.
 * BAD_STATE: the map is not started. NOT_FOUND: it does not have the device. */
DOCA_EXPERIMENTAL doca_error_t
doca_mmap_dev_get_dpa_handle(struct doca_mmap *mmap, const struct doca_dev *dev,
                             doca_dpa_dev_mmap_t *dpa_mmap_handle);

#ifdef __cplusplus
}
#endif

#endif
