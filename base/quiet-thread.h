// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of a library within its program: they take no signals, which are for
// the program's own threads, and cannot be cancelled.
#ifndef DPA_BASE_QUIET_THREAD_H
#define DPA_BASE_QUIET_THREAD_H

#include <csignal>
#include <exception>
#include <pthread.h>
#include <thread>
#include <utility>

namespace dpa {

/// Whether this thread was started by startQuietThread(), of the same library.
inline thread_local bool isQuietThread = false;

/// Not joinable if no thread could be created.
template <typename Body> std::thread startQuietThread(Body body) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); // which a new thread inherits
  std::thread thread;
  try {
    thread = std::thread([run = std::move(body)] {
      pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
      isQuietThread = true;
      run();
    });
  } catch (const std::exception &) { // no thread, or no memory
    thread = std::thread();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

} // namespace dpa

#endif
