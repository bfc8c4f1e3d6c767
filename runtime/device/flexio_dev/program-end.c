/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The C library's functions that end a program: on the device they end the
 * process, with a status for the host. None of them returns. Weak, because a
 * program may define its own.
 */
#include "runtime/abi/process-status.h"
#include "runtime/device/flexio_dev/message.h"
#include "runtime/device/flexio_dev/system-call.h"

#define PROGRAM_END __attribute__((__weak__, __noreturn__)) void

PROGRAM_END abort(void);
PROGRAM_END _exit(int code);
PROGRAM_END __assert_func(const char *file, int line, const char *function,
                          const char *expression);

PROGRAM_END abort(void) {
  system_call_last(DPA_SYS_PROCESS_END, DPA_STATUS_ABORTED, 0);
}

/* For exit(): 0 is success, and codes of the program are kept. */
PROGRAM_END _exit(int code) {
  int status = code;
  if (code == 0)
    status = DPA_STATUS_PROCESS_FINISHED;
  else if (code < DPA_STATUS_USER_FIRST || code > DPA_STATUS_LAST)
    status = DPA_STATUS_ABORTED;
  system_call_last(DPA_SYS_PROCESS_END, (uint64_t)status, (uint64_t)code);
}

/* For assert(). */
PROGRAM_END __assert_func(const char *file, int line, const char *function,
                          const char *expression) {
  message_to_log("%s:%d: %s: assertion failed: %s", file, line,
                 function ? function : "?", expression);
  abort();
}
