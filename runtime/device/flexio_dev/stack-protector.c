/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What code compiled with -fstack-protector refers to: the word that functions
 * store behind their local arrays and compare before they return, and what they
 * call if it has changed. Weak, because a program may define its own.
 */
#include "runtime/device/flexio_dev/message.h"

#include <stdint.h>

void abort(void) __attribute__((__noreturn__));

extern uintptr_t __stack_chk_guard;
__attribute__((__weak__, __noreturn__)) void __stack_chk_fail(void);

/* Finds mistakes, not attacks, so that each process has the same word. The
 * lowest byte, which is the first in memory, is 0: it ends strings. */
__attribute__((__weak__)) uintptr_t __stack_chk_guard = 0xa5c396e15ac36900;

__attribute__((__weak__, __noreturn__)) void __stack_chk_fail(void) {
  message_to_log("stack smashing detected: a function has written beyond its "
                 "local variables");
  abort();
}
