/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Timer, fixed-point functions and fences of DOCA PCC; doca_pcc_dev_event.h in DOCA 2.5. Fixed-point
 * numbers are Q16.16 (dpaintrin.h). C and C++, device
 * only.
 */
#ifndef DOCA_PCC_DEV_UTILS_H
#define DOCA_PCC_DEV_UTILS_H

#include <dpaintrin.h>

#include <doca_pcc_dev_common.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Returns the time in microseconds since an unspecified start. */
FORCE_INLINE uint64_t doca_pcc_dev_get_timer(void) {
  return __dpa_thread_time();
}

/** Returns the lower 32 bits of doca_pcc_dev_get_timer(). */
FORCE_INLINE uint32_t doca_pcc_dev_get_timer_lo(void) {
  return (uint32_t)__dpa_thread_time();
}

#ifdef __cplusplus
}
#endif

/** 1/x: __dpa_fxp_rcp(). */
#define doca_pcc_dev_fxp_recip(x) __dpa_fxp_rcp(x)
/** 2^x: __dpa_fxp_pow2(). */
#define doca_pcc_dev_fxp_power2(x) __dpa_fxp_pow2(x)
/** The base-2 logarithm of an integer: __dpa_fxp_log2(). */
#define doca_pcc_dev_fxp_log2(x) __dpa_fxp_log2(x)

/** A fence for all operations on all spaces. */
#define doca_pcc_dev_fence_all() __dpa_thread_system_fence()
/** A fence for the program's memory. */
#define doca_pcc_dev_fence_memory()                                            \
  __dpa_thread_memory_fence(__DPA_RW, __DPA_RW)
/** A fence for windows and the outbox. */
#define doca_pcc_dev_fence_io() __dpa_thread_window_fence(__DPA_RW, __DPA_RW)
/** A fence between earlier writes and later reads of the program's memory. */
#define doca_pcc_dev_fence_w_r() __dpa_thread_memory_fence(__DPA_W, __DPA_R)

#endif
