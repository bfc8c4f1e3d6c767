// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A public function is never cancelled in its middle: pthread_cancel() takes
// effect after it.
//
// Cancellation unwinds the stack. With the asynchronous kind it can begin at any
// instruction, and the C++ run-time library ends the program if that
// instruction is in a function with cleanups or handlers, and is not a call.
// So a public function has neither: all of its C++ is inside uncancelled().
// test/host/cancelled-calls.c checks the libraries' unwind tables.
#ifndef DPA_BASE_UNCANCELLED_H
#define DPA_BASE_UNCANCELLED_H

#include <pthread.h>

namespace dpa {

/// A separate function, so that its caller has no cleanups.
template <typename Body> [[gnu::noinline]] auto runApart(Body &body) {
  return body();
}

/// body(), while pthread_cancel() does not end this thread.
template <typename Body>
[[gnu::always_inline]] inline auto uncancelled(Body body) {
  int state = PTHREAD_CANCEL_ENABLE;
  int type = PTHREAD_CANCEL_DEFERRED;
  // glibc 2.36 may cancel asynchronously just after this was disabled.
  pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
  auto result = runApart(body);
  pthread_setcancelstate(state, nullptr);
  pthread_setcanceltype(type, nullptr);
  return result;
}

} // namespace dpa

#endif
