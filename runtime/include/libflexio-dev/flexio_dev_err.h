/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Errors of device code: fatal ones end the process, others are a thread's
 * error number (Flex IO SDK reference, "Flex IO SDK dev error handling").
 * Process status codes: 0 fine, 1 to 63 system, 64 to 127 Flex IO SDK, 128 to
 * 255 the user's.
 */
#ifndef FLEXIO_DEV_ERR_H
#define FLEXIO_DEV_ERR_H

#include "flexio_dev.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum flexio_dev_error {
  FLEXIO_DEV_ERROR_ILLEGAL_ERR = 0x42, /* flexio_dev_error() was called with a
                                          code that is not the user's */
} flexio_dev_error_t;

/* Ends the process; the host reads `error` as its status. Codes below 128
 * become FLEXIO_DEV_ERROR_ILLEGAL_ERR. */
FLEXIO_DEV_EXPERIMENTAL __attribute__((__noreturn__)) void
flexio_dev_error(uint8_t error);

/* The thread's error number; 0 if nothing went wrong since the last reset. */
FLEXIO_DEV_EXPERIMENTAL uint64_t
flexio_dev_get_errno(struct flexio_dev_thread_ctx *dtctx);
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_rst_errno(struct flexio_dev_thread_ctx *dtctx);
FLEXIO_DEV_EXPERIMENTAL uint64_t
flexio_dev_get_and_rst_errno(struct flexio_dev_thread_ctx *dtctx);

#ifdef __cplusplus
}
#endif

#endif
