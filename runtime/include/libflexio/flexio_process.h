/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Processes on the device: creation, calls, end, errors. A part of libflexio/flexio.h, which is the
 * header to include.
 */
#ifndef LIBFLEXIO_FLEXIO_PROCESS_H
#define LIBFLEXIO_FLEXIO_PROCESS_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Loads a program onto the device of `ibv_ctx`. `app` is either the program's variable that dpacc
 * generates, for which an image is selected as by flexio_app_get() with FLEXIO_HW_MODEL_DEF, or a
 * result of flexio_app_get(), which is used as it is. An image for a newer model than the device's
 * is rejected. `process_attr` may be NULL; its protection domain must be of the same device. The
 * caller owns *process_ptr, which is NULL on failure. Manual: flexio_process_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_process_create(struct ibv_context *ibv_ctx, struct flexio_app *app,
                      const struct flexio_process_attr *process_attr,
                      struct flexio_process **process_ptr);

/**
 * Calls a device function and waits until it returns. The arguments after `func_ret` are those of
 * the device function; its 64-bit result is stored in *func_ret, which may be NULL.
 * FLEXIO_STATUS_FATAL_ERR: the process was dead or died in the call. FLEXIO_STATUS_TIMEOUT: no
 * execution unit became free in time (device setting call-timeout); the call will not run later.
 * FLEXIO_STATUS_FAILED: anything else. Synchronous messages that the device sent before it returned
 * are shown when the call returns. Manual: flexio_process_call.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_process_call(struct flexio_process *process, flexio_func_t *host_func,
                    uint64_t *func_ret, ...);

/**
 * Stops a process and frees everything in it, its message streams included. Must not be called
 * while another thread waits in a call to the same process. NULL is allowed. Manual:
 * flexio_process_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_process_destroy(struct flexio_process *process);

/** Returns the protection domain that was given at creation, otherwise the one that the process
 * created and owns; NULL on error. Manual: flexio_process_get_pd. */
FLEXIO_EXPERIMENTAL struct ibv_pd *
flexio_process_get_pd(struct flexio_process *process);

/** Returns address, size and use of the process's heap, in bytes. Manual:
 * flexio_process_mem_info_get. */
FLEXIO_EXPERIMENTAL flexio_status flexio_process_mem_info_get(
    const struct flexio_process *process, struct flexio_heap_mem_info *info);

/** Returns the number of the process's memory as a whole; UINT32_MAX on error. Manual:
 * flexio_process_get_dumem_id. */
FLEXIO_EXPERIMENTAL uint32_t
flexio_process_get_dumem_id(struct flexio_process *process);

/** Returns a token for user debugging; 0, as always on this device, means that debugging is not
 * allowed. Manual: flexio_process_udbg_token_get. */
FLEXIO_EXPERIMENTAL uint64_t
flexio_process_udbg_token_get(struct flexio_process *process);

/**
 * Returns 0 until the process has an unrecoverable error, then its code: 1 to 63 are codes of the
 * device and its operating system, 64 to 127 of Flex IO, 128 to 255 of the program. Returns 0 for
 * NULL and -1 for an invalid process. Manual: flexio_err_status_get.
 */
FLEXIO_EXPERIMENTAL int flexio_err_status_get(struct flexio_process *process);

/**
 * Returns a descriptor that select, poll and epoll report as readable once the process has had an
 * unrecoverable error; -1 on error. The process owns it and closes it. Manual:
 * flexio_err_handler_fd.
 */
FLEXIO_EXPERIMENTAL int flexio_err_handler_fd(struct flexio_process *process);

/**
 * Sets the `__dpa_global__` function (thread context, error) in which threads of the process
 * continue after a recoverable error: a window access that is not allowed, or a rejected doorbell.
 * It runs in the thread that had the error, on that thread's stack, and ends it as handlers end; a
 * further error in it ends the process. Must be set before the first thread of the process is
 * created. Manual: flexio_process_error_handler_set.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_process_error_handler_set(
    struct flexio_process *process, flexio_func_t *error_handler);

/**
 * Writes an ELF core of a process that has ended, with all its threads, for gdb-multiarch:
 * registers, stacks, globals and heap, without memory behind windows. The file is
 * "<outfile>.<process number>.core", or "flexio_dev.<process number>.core" if outfile is NULL; a
 * name that does not begin with a slash is relative to the current folder or, if the file cannot be
 * written there, to /tmp.
 * FLEXIO_STATUS_FAILED, with a log entry and without a file: the process is alive, or the file
 * cannot be written. Manual: flexio_coredump_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_coredump_create(struct flexio_process *process, const char *outfile);

/**
 * Prints a report on the end of a process on standard error, and writes it to a file that is named
 * as by flexio_coredump_create(), with the suffix ".crash". Fails in the same cases. Manual:
 * flexio_crash_data.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_crash_data(struct flexio_process *process, const char *outfile);

#ifdef __cplusplus
}
#endif

#endif
