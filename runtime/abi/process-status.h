/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Process status codes, as flexio_err_status_get() returns them: 0 no error, 1 to 63 RTOS and
 * machine, 64 to 127 Flex IO SDK, 128 to 255 the program (flexio_dev_error). C, C++ and assembly.
 */
#ifndef DPA_ABI_PROCESS_STATUS_H
#define DPA_ABI_PROCESS_STATUS_H

#define DPA_STATUS_OK 0
/* RISC-V exceptions: 1 + mcause, for causes 0 to 15. */
#define DPA_STATUS_EXCEPTION(cause) (1 + (cause))
#define DPA_STATUS_FETCH_MISALIGNED 1
#define DPA_STATUS_FETCH_FAULT 2
#define DPA_STATUS_ILLEGAL_INSTRUCTION 3
#define DPA_STATUS_BREAKPOINT 4
#define DPA_STATUS_LOAD_MISALIGNED 5
#define DPA_STATUS_LOAD_FAULT 6
#define DPA_STATUS_STORE_MISALIGNED 7
#define DPA_STATUS_STORE_FAULT 8
#define DPA_STATUS_STACK_OVERFLOW 32
#define DPA_STATUS_WATCHDOG 33
/* The firmware trapped, or did not answer. */
#define DPA_STATUS_FIRMWARE_FAULT 34
/* A replayed run differs from its recording. */
#define DPA_STATUS_LEFT_RECORDING 35
/* The emulator ran out of host memory while the process ran. */
#define DPA_STATUS_HOST_MEMORY 36

#define DPA_STATUS_PROCESS_FINISHED 0x40
#define DPA_STATUS_ILLEGAL_USER_ERROR 0x42
/* abort(), a failed assertion, or exit() with a failure. */
#define DPA_STATUS_ABORTED 0x44

/* flexio_dev_nic_counters_config() or _sample() had an invalid argument. */
#define DPA_STATUS_NIC_COUNTERS 0x46

#define DPA_STATUS_USER_FIRST 128
#define DPA_STATUS_LAST 255

#endif
