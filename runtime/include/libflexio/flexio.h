/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Flex IO host interface: creates processes on the DPA, calls their functions, copies data to and
 * from them, shows their messages. Include this header, which includes its parts; link with
 * -lflexio -libverbs; run with dpa-run. C11 and C++.
 *
 * For all functions: they may be called from any thread and never end the program. An object that
 * is NULL, destroyed or of another kind makes a call fail. Sizes and addresses are in bytes. The
 * reason of a failure is logged to standard error (flexio_log_lvl_set()). "Manual" is the Flex IO
 * SDK API reference, "guide" the DPA development guide.
 */
#ifndef LIBFLEXIO_FLEXIO_H
#define LIBFLEXIO_FLEXIO_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

/** The version that this library implements. */
#define FLEXIO_CURRENT_VERSION FLEXIO_VER(26, 1, 0)

/** The oldest version that a program may ask for. A build may raise it to see what the next release
 * drops. */
#ifndef FLEXIO_LAST_SUPPORTED_VERSION
#define FLEXIO_LAST_SUPPORTED_VERSION FLEXIO_VER(0, 0, 0)
#endif

/** The version that the including program was written for. The program may define it before it
 * includes this header; otherwise it is the current version. */
#ifndef FLEXIO_VER_USED
#define FLEXIO_VER_USED FLEXIO_CURRENT_VERSION
#elif FLEXIO_VER_USED == FLEXIO_VER_LATEST
#undef FLEXIO_VER_USED
#define FLEXIO_VER_USED FLEXIO_CURRENT_VERSION
#endif

#if FLEXIO_VER_USED < FLEXIO_LAST_SUPPORTED_VERSION
#error                                                                         \
    "FLEXIO_VER_USED is older than FLEXIO_LAST_SUPPORTED_VERSION: this version is no longer supported"
#elif FLEXIO_VER_USED == FLEXIO_LAST_SUPPORTED_VERSION
#warning                                                                       \
    "FLEXIO_VER_USED is the oldest version still supported: its support ends with the next release"
#endif

/* Versions before 24.10 mark no function as experimental. */
#if FLEXIO_VER_USED < FLEXIO_VER(24, 10, 0)
#undef FLEXIO_EXPERIMENTAL
#define FLEXIO_EXPERIMENTAL FLEXIO_STABLE
#endif

#include <libflexio/flexio_app.h>
#include <libflexio/flexio_event_queue.h>
#include <libflexio/flexio_memory.h>
#include <libflexio/flexio_message.h>
#include <libflexio/flexio_process.h>
#include <libflexio/flexio_qp.h>
#include <libflexio/flexio_queue.h>
#include <libflexio/flexio_thread.h>
#include <libflexio/flexio_work_queue.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Selects the version that the program works with, as FLEXIO_VER(year, month, 0); to be called
 * before any other function. FLEXIO_VER_LATEST is the current version. Fails for a version below
 * FLEXIO_LAST_SUPPORTED_VERSION or above FLEXIO_CURRENT_VERSION, and if a different version was
 * selected before. Manual: flexio_version_set; guide: Version API.
 */
FLEXIO_STABLE flexio_status flexio_version_set(uint64_t version);

/**
 * Sets the least important level that the library logs (initially FLEXIO_LOG_LVL_WARN, or what
 * dpa-run --log selects) and returns the previous one. FLEXIO_LOG_LVL_INFO shows processes that are
 * created and destroyed, FLEXIO_LOG_LVL_DBG each call with its arguments and its result. A value
 * outside the enumeration changes nothing. Manual: flexio_log_lvl_set.
 */
FLEXIO_EXPERIMENTAL enum flexio_log_lvl
flexio_log_lvl_set(enum flexio_log_lvl lvl);

#ifdef __cplusplus
}
#endif

#endif
