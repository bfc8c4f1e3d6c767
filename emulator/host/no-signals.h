// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes of the emulator that fail send the program no signal (SIGXFSZ,
// SIGPIPE): the caller sees the error only.
#ifndef DPA_EMULATOR_HOST_NO_SIGNALS_H
#define DPA_EMULATOR_HOST_NO_SIGNALS_H

#include "base/quiet-thread.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <initializer_list>
#include <pthread.h>

namespace dpa {

/// While it lives, a write that fails sends this thread no signal. Keeps errno.
/// Quiet threads, which take none, skip four system calls.
class NoSignals {
public:
  NoSignals() {
    if (isQuietThread)
      return;
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGXFSZ);
    sigaddset(&signals_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    sigset_t pending;
    sigpending(&pending);
    for (int signal : {SIGXFSZ, SIGPIPE})
      if (sigismember(&pending, signal) == 1)
        sigdelset(&signals_, signal); // was pending before
  }
  ~NoSignals() {
    if (isQuietThread)
      return;
    const int before = errno;
    const timespec now{};
    while (sigtimedwait(&signals_, nullptr, &now) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = before;
  }
  NoSignals(const NoSignals &) = delete;
  NoSignals &operator=(const NoSignals &) = delete;

private:
  sigset_t signals_; ///< to be removed again
  sigset_t before_;
};

} // namespace dpa

#endif
