/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * What the headers of DOCA PCC for device code include. Of that library the SDK has only the timer,
 * fixed-point functions and fences (doca_pcc_dev_utils.h). C and C++, device only.
 */
#ifndef DOCA_PCC_DEV_COMMON_H
#define DOCA_PCC_DEV_COMMON_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>

#ifndef FORCE_INLINE
/** Always inlined. */
#define FORCE_INLINE static inline __attribute__((always_inline))
#endif

#endif
