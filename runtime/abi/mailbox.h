/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The mailbox of an execution unit: how the machine passes an activation to the firmware and
 * receives its result. One struct for each EU, at DPA_MAILBOX_BASE + eu * DPA_MAILBOX_STRIDE in
 * firmware memory; little endian, the layout is the same on host and device. `state` says which
 * side owns the fields:
 *
 *   IDLE -machine writes request-> REQUEST -firmware-> RUNNING -firmware writes response-> DONE
 *     ^------------------------ machine reads response -------------------------------'
 *
 * State is written with release and read with acquire ordering.
 */
#ifndef DPA_ABI_MAILBOX_H
#define DPA_ABI_MAILBOX_H

#include <stdint.h>

enum dpa_mailbox_state {
  DPA_MAILBOX_IDLE = 0,
  DPA_MAILBOX_REQUEST = 1,
  DPA_MAILBOX_RUNNING = 2,
  DPA_MAILBOX_DONE = 3
};

/* How an activation ended. */
enum dpa_outcome {
  DPA_OUTCOME_NONE = 0,
  /* The function returned; `value` is its result. */
  DPA_OUTCOME_RETURNED = 1,
  /* flexio_dev_thread_finish(), _reschedule(), _retrigger() */
  DPA_OUTCOME_FINISHED = 2,
  DPA_OUTCOME_RESCHEDULED = 3,
  DPA_OUTCOME_RETRIGGERED = 4,
  /* flexio_dev_process_finish(), flexio_dev_error() and the like: `status` is the
     process's, `crash` the state at the system call, its value the program's code */
  DPA_OUTCOME_PROCESS_ENDED = 5,
  /* Trap, stack overflow or watchdog: see `status` and `crash`. */
  DPA_OUTCOME_CRASHED = 6,
  /* A continuable thread released its EU: `value` is 1 if it asks for a new
     activation at once. The firmware keeps its registers. */
  DPA_OUTCOME_YIELDED = 7
};

enum dpa_request_flags {
  DPA_REQUEST_CONTINUABLE = 1, /* the thread may yield */
  /* The thread continues after the yield that ended its last activation;
     entry, function, arguments and stack_top are ignored. */
  DPA_REQUEST_RESUME = 2
};

/* One activation: the firmware drops to user mode at `entry` with these registers. */
struct dpa_request {
  /* The image's ELF entry: calls t0(a0, a1), then returns by DPA_SYS_RETURN. */
  uint64_t entry;
  uint64_t function; /* t0 */
  uint64_t arg0;     /* a0 */
  uint64_t arg1;     /* a1 */
  /* tp: the thread's TLS block, which starts with its struct dpa_thread_context */
  uint64_t thread_pointer;
  uint64_t stack_top;   /* sp, 16-byte aligned */
  uint64_t stack_limit; /* stack-limit CSR */
  uint32_t thread_id;   /* number of the thread's area */
  uint32_t flags;       /* enum dpa_request_flags */
};

/* State of the machine at a fault, or where the program ended its process. x[0] is 0. */
struct dpa_crash_record {
  uint64_t pc;
  uint64_t cause; /* mcause */
  uint64_t value; /* mtval */
  uint64_t x[32];
  uint32_t machine_mode; /* 1: the firmware itself faulted */
  uint32_t thread_id;
};

struct dpa_mailbox {
  uint32_t state;   /* enum dpa_mailbox_state */
  uint32_t outcome; /* enum dpa_outcome */
  uint32_t status;  /* process status code, process-status.h; 0 = no error */
  uint32_t reserved;
  uint64_t value;
  struct dpa_request request;
  struct dpa_crash_record crash;
  /* Machine to firmware, with the request: function(thread context, error) in which a thread
     continues after an error (outbox.h); 0: such an error ends the process. */
  uint64_t error_handler;
};

_Static_assert(sizeof(struct dpa_request) == 64 &&
                   sizeof(struct dpa_crash_record) == 288,
               "shared by machine and firmware");
_Static_assert(sizeof(struct dpa_mailbox) == 384,
               "shared by machine and firmware");

#endif
