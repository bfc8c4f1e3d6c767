/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Probes of the entry code and the firmware, for the firmware's tests. Part of a device program
 * that is built without dpacc.
 */
#include "runtime/abi/syscalls.h"
#include "runtime/abi/thread-context.h"
#include "test/unit/device/image/probe.h"

#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>

#include <dpaintrin.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

PROBE probe_add(uint64_t a, uint64_t b) { return a + b; }

/* --- Thread-local storage and context --- */

static _Thread_local uint64_t initialised = 1000;
static _Thread_local uint64_t zeroed;

/* Increments the thread's variables: each activation starts with the same values. */
PROBE probe_thread_locals(uint64_t a, uint64_t b) {
  initialised += a;
  zeroed += b;
  return initialised * 1000000 + zeroed;
}

/* Aligned more than the variables that have initial values. */
static _Thread_local _Alignas(4096) uint64_t zeroed_and_aligned;

/* 1 if the variable is aligned and 0, and `initialised` has its initial value, as
 * at the start of each activation. */
PROBE probe_aligned_thread_locals(uint64_t a, uint64_t b) {
  (void)b;
  uint64_t *at = &zeroed_and_aligned;
  __asm__(
      ""
      : "+r"(at)); /* so that the compiler does not rely on the declaration */
  uint64_t good =
      (uint64_t)(uintptr_t)at % 4096 == 0 && *at == 0 && initialised == 1000;
  *at = a;
  return good;
}

/* Offset of the C library's first thread-local variable from tp, after setting it. */
PROBE probe_errno(uint64_t a, uint64_t b) {
  (void)b;
  errno = (int)a;
  struct flexio_dev_thread_ctx *context = NULL;
  flexio_dev_get_thread_ctx(&context);
  uint64_t offset = (uint64_t)(uintptr_t)&errno - (uint64_t)(uintptr_t)context;
  return offset >= 64 && errno == (int)a &&
         ((struct dpa_thread_context *)context)->version == 1;
}

PROBE probe_context(uint64_t a, uint64_t b) {
  struct flexio_dev_thread_ctx *context = NULL;
  if (flexio_dev_get_thread_ctx(NULL) >= 0 ||
      flexio_dev_get_thread_ctx(&context) != 0)
    return 1;
  if ((uintptr_t)context % 64 != 0)
    return 2;
  ((struct dpa_thread_context *)context)->os_errno = (uint32_t)a;
  if (flexio_dev_get_errno(context) != a ||
      flexio_dev_get_and_rst_errno(context) != a)
    return 3;
  if (flexio_dev_get_errno(context) != 0)
    return 4;
  flexio_dev_rst_errno(context);
  (void)b;
  return flexio_dev_get_errno(context);
}

PROBE probe_thread_id(uint64_t a, uint64_t b) {
  struct flexio_dev_thread_ctx *context = NULL;
  (void)a, (void)b;
  flexio_dev_get_thread_ctx(&context);
  return flexio_dev_get_thread_id(context);
}

/* --- Registers at the start --- */

/* Returns the bitwise or of all registers that neither the ABI nor the entry code sets: 0. */
__attribute__((used, retain, naked)) uint64_t probe_registers(void) {
  __asm__(
      "or a0, s0, s1\n\t"
      "or a0, a0, s2\n\tor a0, a0, s3\n\tor a0, a0, s4\n\tor a0, a0, s5\n\tor "
      "a0, a0, s6\n\tor a0, a0, s7\n\t"
      "or a0, a0, s8\n\tor a0, a0, s9\n\tor a0, a0, s10\n\tor a0, a0, s11\n\t"
      "or a0, a0, a2\n\tor a0, a0, a3\n\tor a0, a0, a4\n\tor a0, a0, a5\n\tor "
      "a0, a0, a6\n\tor a0, a0, a7\n\t"
      "li s0, -1\n\tli s11, -1\n\tli a7, -1\n\tli a2, -1\n\tli a3, -1\n\t" /* for the next activation to see */
      "ret");
}

/* Global pointer, low bits of the stack pointer. */
__attribute__((used, retain, naked)) uint64_t probe_pointers(void) {
  __asm__("lla a0, __global_pointer$\n\tsub a0, a0, gp\n\tandi a1, sp, "
          "15\n\tor a0, a0, a1\n\tret");
}

/* --- Stack --- */

/* Uses exactly `bytes` of stack: lowers sp, writes the lowest 8, returns. */
__attribute__((used, retain, naked)) uint64_t
probe_stack(__attribute__((unused)) uint64_t bytes) {
  __asm__("sub sp, sp, a0\n\taddi t1, sp, 7\n\tandi t1, t1, -8\n\tsd ra, "
          "0(t1)\n\tadd sp, sp, a0\n\tret");
}

PROBE probe_recursion(uint64_t depth, uint64_t b) {
  volatile uint64_t frame[4] = {depth, b};
  return depth == 0 ? b : probe_recursion(depth - 1, b + 1) + frame[0] - depth;
}

/* --- Faults --- */

PROBE probe_load(uint64_t address, uint64_t b) {
  (void)b;
  return *(volatile uint64_t *)address;
}

PROBE probe_store(uint64_t address, uint64_t value) {
  *(volatile uint64_t *)address = value;
  return 0;
}

PROBE probe_jump(uint64_t address, uint64_t b) {
  return ((uint64_t (*)(uint64_t))address)(b);
}

PROBE probe_illegal(uint64_t a, uint64_t b) {
  __asm__ volatile(".4byte 0xffffffff");
  return a + b;
}

PROBE probe_machine_register(uint64_t a, uint64_t b) {
  __asm__ volatile("csrr %0, mstatus" : "=r"(a));
  return a + b;
}

/* Known values in registers at a fault. */
PROBE probe_crash_registers(uint64_t a, uint64_t b) {
  __asm__ volatile("mv s5, %0\n\tmv t6, %1\n\tld zero, 0(zero)"
                   :
                   : "r"(a), "r"(b)
                   : "s5", "t6");
  return 0;
}

PROBE probe_endless(uint64_t a, uint64_t b) {
  for (volatile uint64_t count = 0;; count++)
    if (count == a && b == 1)
      return count;
}

PROBE probe_breakpoint(uint64_t a, uint64_t b) {
  __asm__ volatile("ebreak");
  return a + b;
}

/* --- System calls --- */

PROBE probe_system_call(uint64_t number, uint64_t argument) {
  register uint64_t a7 __asm__("a7") = number;
  register uint64_t a0 __asm__("a0") = argument;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7) : "memory");
  return a0;
}

/* The registers that a message's system call must keep. */
PROBE probe_message_keeps_registers(uint64_t a, uint64_t b) {
  register uint64_t s2 __asm__("s2") = a;
  register uint64_t t3 __asm__("t3") = b;
  register uint64_t a7 __asm__("a7") = DPA_SYS_MESSAGE;
  register uint64_t a0 __asm__("a0") = 0;
  register uint64_t a1 __asm__("a1") = (uint64_t)(uintptr_t)"text";
  register uint64_t a2 __asm__("a2") = 4;
  __asm__ volatile("ecall"
                   : "+r"(a0)
                   : "r"(a1), "r"(a2), "r"(a7), "r"(s2), "r"(t3)
                   : "memory");
  __asm__ volatile("" : "+r"(s2), "+r"(t3), "+r"(a7), "+r"(a1), "+r"(a2));
  return s2 == a && t3 == b && a7 == DPA_SYS_MESSAGE && a2 == 4 && a0 == 0;
}

/* The result of a system call with one argument; 999 if another register than a0 changes. */
__attribute__((used, retain, naked)) uint64_t
probe_call_keeps_registers(__attribute__((unused)) uint64_t number,
                           __attribute__((unused)) uint64_t argument) {
  __asm__("addi sp, sp, -128\n\tsd ra, 0(sp)\n\tsd gp, 8(sp)\n\tsd s0, "
          "16(sp)\n\tsd s1, 24(sp)\n\t"
          ".irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n\tsd s\\n, 16 + 8 * "
          "\\n(sp)\n\t.endr\n\t"
          "mv a7, a0\n\tmv a0, a1\n\t"
          ".irp n, 1, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, "
          "21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n\t"
          "li x\\n, 100 + \\n\n\t.endr\n\t"
          "ecall\n\tsd a0, 112(sp)\n\tli a0, 0\n\t"
          ".irp n, 1, 3, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, "
          "21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31\n\t"
          "addi x\\n, x\\n, -(100 + \\n)\n\tor a0, a0, x\\n\n\t.endr\n\t"
          "ld t0, 112(sp)\n\tbeqz a0, 1f\n\tli t0, 999\n1:\tmv a0, t0\n\t"
          ".irp n, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11\n\tld s\\n, 16 + 8 * "
          "\\n(sp)\n\t.endr\n\t"
          "ld ra, 0(sp)\n\tld gp, 8(sp)\n\tld s0, 16(sp)\n\tld s1, "
          "24(sp)\n\taddi sp, sp, 128\n\tret");
}

PROBE probe_raw_message(uint64_t address, uint64_t length) {
  register uint64_t a7 __asm__("a7") = DPA_SYS_MESSAGE;
  register uint64_t a0 __asm__("a0") = 0;
  register uint64_t a1 __asm__("a1") = address;
  register uint64_t a2 __asm__("a2") = length;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return a0;
}

PROBE probe_finish(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  flexio_dev_thread_finish();
}

PROBE probe_reschedule(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  flexio_dev_thread_reschedule();
}

PROBE probe_retrigger(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  flexio_dev_thread_retrigger();
}

PROBE probe_process_finish(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  flexio_dev_process_finish();
}

PROBE probe_error(uint64_t a, uint64_t b) {
  (void)b;
  flexio_dev_error((uint8_t)a);
}

/* --- Messages --- */

PROBE probe_message(uint64_t stream, uint64_t level) {
  return (uint64_t)flexio_dev_msg((int)stream, (flexio_msg_dev_level)level,
                                  "level %lu of %s\n", level, "message");
}

PROBE probe_print(uint64_t a, uint64_t b) {
  return (uint64_t)flexio_dev_print("Calculate: %lu + %lu = %lu\n", a, b,
                                    a + b);
}

/* Every macro once, to streams of level 4 (default) and 2 (`stream`); returns how many calls
 * sent something. */
PROBE probe_message_macros(uint64_t stream, uint64_t b) {
  (void)b;
  int sent = 0;
  sent += flexio_dev_msg_dflt(FLEXIO_MSG_DEV_INFO, "default%d", 4) > 0;
  sent += flexio_dev_msg_dflt(FLEXIO_MSG_DEV_DEBUG, "default%d", 5) > 0;
  sent += flexio_dev_msg_broadcast(FLEXIO_MSG_DEV_ERROR, "all%d", 2) > 0;
  sent += flexio_dev_msg_err((int)stream, "err") > 0;
  sent += flexio_dev_msg_warn((int)stream, "warn") > 0;
  sent += flexio_dev_msg_info((int)stream, "info") > 0;
  sent += flexio_dev_msg_dbg((int)stream, "dbg") > 0;
  sent += flexio_dev_print("print") > 0;
  return (uint64_t)sent;
}

PROBE probe_puts(uint64_t a, uint64_t b) {
  (void)a, (void)b;
  return (uint64_t)flexio_dev_puts(NULL, "put 100%");
}

PROBE probe_long_message(uint64_t width, uint64_t b) {
  return (uint64_t)flexio_dev_print("%-*d|%*s|", (int)width, (int)b, (int)width,
                                    "");
}

/* Many messages of one letter, to check that messages of threads do not mix. */
PROBE probe_chatter(uint64_t letter, uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    flexio_dev_print("%c%c%c%c%c%c%c%c", (int)letter, (int)letter, (int)letter,
                     (int)letter, (int)letter, (int)letter, (int)letter,
                     (int)letter);
  return count;
}
