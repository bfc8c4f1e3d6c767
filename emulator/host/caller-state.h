// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a thread of the host program keeps while it runs an execution unit
// (docs/design.md, decision 15): its errno, and no cancellation until it is
// back. Signal mask and rounding mode are kept because nothing touches them.
#ifndef DPA_EMULATOR_HOST_CALLER_STATE_H
#define DPA_EMULATOR_HOST_CALLER_STATE_H

#include <cerrno>
#include <pthread.h>

namespace dpa {

class CallerState {
public:
  CallerState() : errno_(errno) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelState_);
  }
  ~CallerState() {
    pthread_setcancelstate(cancelState_, nullptr);
    errno = errno_;
  }
  CallerState(const CallerState &) = delete;
  CallerState &operator=(const CallerState &) = delete;

private:
  int errno_;
  int cancelState_ = PTHREAD_CANCEL_ENABLE;
};

} // namespace dpa

#endif
