/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Hints for the compiler. C and C++, host and device.
 */
#ifndef DOCA_COMMON_DEFINES_H
#define DOCA_COMMON_DEFINES_H

/** The condition is expected to hold. */
#define doca_likely(x) __builtin_expect(!!(x), 1)
/** The condition is expected not to hold. */
#define doca_unlikely(x) __builtin_expect(!!(x), 0)

#endif
