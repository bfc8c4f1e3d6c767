/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Errors of device code: fatal ones end the process, others set the thread's error number. Process
 * status codes: 0 no error, 1 to 63 system, 64 to 127 Flex IO SDK, 128 to 255 the program. "Manual"
 * is the Flex IO SDK API reference, chapter "Flex IO SDK dev error handling".
 */
#ifndef FLEXIO_DEV_ERR_H
#define FLEXIO_DEV_ERR_H

#include "flexio_dev.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Status codes of the Flex IO SDK. */
typedef enum flexio_dev_error {
  FLEXIO_DEV_ERROR_ILLEGAL_ERR =
      0x42, /**< a code below 128 for flexio_dev_error() */
} flexio_dev_error_t;

/** Ends the process with status `error`, 128 to 255; a lower code becomes
 * FLEXIO_DEV_ERROR_ILLEGAL_ERR. Manual: flexio_dev_error. */
FLEXIO_DEV_STABLE __attribute__((__noreturn__)) void
flexio_dev_error(uint8_t error);

/** Returns the thread's error number, 0 without an error since the last reset. Manual:
 * flexio_dev_get_errno. */
FLEXIO_DEV_STABLE uint64_t
flexio_dev_get_errno(struct flexio_dev_thread_ctx *dtctx);

/** Sets the thread's error number to 0. Manual: flexio_dev_rst_errno. */
FLEXIO_DEV_STABLE void
flexio_dev_rst_errno(struct flexio_dev_thread_ctx *dtctx);

/** Returns the thread's error number and sets it to 0. Manual: flexio_dev_get_and_rst_errno. */
FLEXIO_DEV_STABLE uint64_t
flexio_dev_get_and_rst_errno(struct flexio_dev_thread_ctx *dtctx);

FLEXIO_DEV_MARKS_OF_ERR_

#ifdef __cplusplus
}
#endif

#endif
