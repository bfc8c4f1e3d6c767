# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# int message_read_string(const char *text, int limit, const void *caller): see message-string.h. While
# it reads, ra is `caller`, and its own return address is in t0: at a fault, the host's log names pc
# and ra.

  .cfi_sections .debug_frame
  .section .text.message_read_string, "ax", @progbits
  .globl message_read_string
  .type message_read_string, @function
  .balign 4
message_read_string:
  .cfi_startproc
  mv t0, ra
  .cfi_register ra, t0
  mv ra, a2
  mv a2, a0
1:
  beqz a1, 2f
  lbu a3, 0(a0)
  beqz a3, 2f
  addi a0, a0, 1
  addi a1, a1, -1 # stays negative for strings of this machine's size
  j 1b
2:
  sub a0, a0, a2
  mv ra, t0
  .cfi_restore ra
  ret
  .cfi_endproc
  .size message_read_string, . - message_read_string
