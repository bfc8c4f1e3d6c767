// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads of the emulator within the host program: they take no signals, which
// are for the program's own threads.
#ifndef DPA_EMULATOR_HOST_QUIET_THREAD_H
#define DPA_EMULATOR_HOST_QUIET_THREAD_H

#include <csignal>
#include <exception>
#include <pthread.h>
#include <thread>

namespace dpa {

/// Not joinable if there is no thread to be had.
template <typename Body> std::thread startQuietThread(Body body) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); // which a new thread takes over
  std::thread thread;
  try {
    thread = std::thread(std::move(body));
  } catch (const std::exception &) { // no thread, or no memory
    thread = std::thread();
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

} // namespace dpa

#endif
