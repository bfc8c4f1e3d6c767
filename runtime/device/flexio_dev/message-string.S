# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# int message_read_string(const char *text, int limit, const void *caller)
# char *message_copy_string(char *to, const char *text, const char *end, const void *caller, char stop)
# See message-string.h. While they read, ra is `caller`, and their own return address is in t0: at a fault,
# the host's log names pc and ra.

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

  .section .text.message_copy_string, "ax", @progbits
  .globl message_copy_string
  .type message_copy_string, @function
  .balign 4
message_copy_string:
  .cfi_startproc
  mv t0, ra
  .cfi_register ra, t0
  mv ra, a3
  sub a5, a2, a0
  li a6, 4
  bltu a5, a6, 2f
  addi a5, a2, -4 # the last place with room for four bytes
1:
  .irp n, 0, 1, 2, 3
  lbu a6, \n(a1)
  bgeu a4, a6, .Lcheck\n
.Lstore\n:
  sb a6, \n(a0)
  .endr
  addi a0, a0, 4
  addi a1, a1, 4
  bgeu a5, a0, 1b
2:
  beq a0, a2, 4f
  lbu a6, 0(a1)
  bltu a4, a6, 3f
  beqz a6, 4f
  beq a6, a4, 4f
3:
  sb a6, 0(a0)
  addi a0, a0, 1
  addi a1, a1, 1
  j 2b
  .irp n, 0, 1, 2, 3
.Lcheck\n: # most bytes are greater than `stop`; this one is not
  beqz a6, .Lend\n
  bne a6, a4, .Lstore\n
.Lend\n:
  addi a0, a0, \n
  j 4f
  .endr
4:
  mv ra, t0
  .cfi_restore ra
  ret
  .cfi_endproc
  .size message_copy_string, . - message_copy_string
