/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Memory for queues that a program allocates itself. C and C++.
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

/** Names `size` bytes of the DPA's memory from `address` on, which the program owns; `access_flags` has bits
 * of enum doca_access_flag, which queues do not need. The caller owns the object. INVALID_VALUE: no memory, or an address that is not
 * aligned to 64 bytes. BAD_STATE: the DPA is not started. */
DOCA_EXPERIMENTAL doca_error_t
doca_umem_dpa_create(struct doca_dpa *dpa, uint64_t address, size_t size,
                     uint32_t access_flags, struct doca_umem **umem_obj);
/** Destroys the object. INVALID_VALUE: not live. IN_USE: a queue uses it. */
DOCA_EXPERIMENTAL doca_error_t doca_umem_destroy(struct doca_umem *umem_obj);

#ifdef __cplusplus
}
#endif

#endif
