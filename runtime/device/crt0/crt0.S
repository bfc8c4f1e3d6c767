# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Entry of every device program, first in its text. The firmware enters it in user mode for each
# activation:
#   t0 function, a0 and a1 its arguments, sp stack, tp the thread's TLS block (starts with the thread context).
# Initializes the thread's TLS from the template, calls t0(a0, a1) and passes the result to the
# firmware. Must not write the 64 bytes of the thread context, which the machine has filled in, and
# uses no stack of its own.

#include "runtime/abi/syscalls.h"
#include "runtime/abi/thread-context.h"

  .option norelax
  .section .text.dpa_start, "ax", @progbits
  .globl __dpa_start
  .type __dpa_start, @function
__dpa_start:
  .cfi_startproc
  .cfi_undefined ra
  lla gp, __global_pointer$

  # Initialized thread-locals: copy template [64, __dpa_tdata_size) to tp.
  addi t1, tp, DPA_THREAD_CONTEXT_SIZE
  lla t2, __dpa_tls_start + DPA_THREAD_CONTEXT_SIZE
  lui t3, %hi(__dpa_tdata_size)
  addi t3, t3, %lo(__dpa_tdata_size)
  add t3, t3, tp
1:
  bgeu t1, t3, 2f
  ld t4, 0(t2)
  sd t4, 0(t1)
  addi t1, t1, 8
  addi t2, t2, 8
  j 1b

  # The others: zero up to __dpa_tls_size.
2:
  lui t3, %hi(__dpa_tls_size)
  addi t3, t3, %lo(__dpa_tls_size)
  add t3, t3, tp
3:
  bgeu t1, t3, 4f
  sd zero, 0(t1)
  addi t1, t1, 8
  j 3b

4:
  jalr t0
  li a7, DPA_SYS_RETURN
  ecall
  unimp
  .cfi_endproc
  .size __dpa_start, . - __dpa_start

  # Reserves the thread context at the beginning of the TLS template.
  .section .tdata.dpa_thread_context, "awT", @progbits
  .balign 64
  .zero DPA_THREAD_CONTEXT_SIZE

  # Version of the firmware interface that this program was linked for.
  .section .flexio_os_ver, "aw", @progbits
  .balign 8
  .globl __dpa_os_ver
  .type __dpa_os_ver, @object
__dpa_os_ver:
  .dword 0x0301ffff
  .size __dpa_os_ver, 8
