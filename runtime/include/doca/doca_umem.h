/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Device memory of the program for queues. C and C++.
 */
#ifndef DOCA_UMEM_H
#define DOCA_UMEM_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#include <doca_error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dpa;
struct doca_umem;

/** Creates an object for `size` bytes of device memory at `address`; the caller owns object and memory.
 * `access_flags`: bits of enum doca_access_flag, without effect on queues. INVALID_VALUE: `size` is 0, or
 * `address` is 0 or not aligned to 64 bytes, or `access_flags` has other bits. BAD_STATE: the DPA is not
 * started. */
DOCA_EXPERIMENTAL doca_error_t
doca_umem_dpa_create(struct doca_dpa *dpa, uint64_t address, size_t size,
                     uint32_t access_flags, struct doca_umem **umem_obj);
/** Destroys the object. INVALID_VALUE: not a live object. IN_USE: a queue uses it. */
DOCA_EXPERIMENTAL doca_error_t doca_umem_destroy(struct doca_umem *umem_obj);

#ifdef __cplusplus
}
#endif

#endif
