// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread of a live link: waits for descriptors to be readable, or for a
// time, until the link ends. The last member of a link, so that it ends before
// what it uses.
#ifndef DPA_EMULATOR_NIC_PORT_READER_THREAD_H
#define DPA_EMULATOR_NIC_PORT_READER_THREAD_H

#include "base/descriptor.h"
#include "base/quiet-thread.h"
#include "emulator/host/own-heap-thread.h"
#include "emulator/nic/port/polling-budget.h"

#include <poll.h>
#include <semaphore>
#include <span>
#include <string>

namespace dpa {

class ReaderThread {
public:
  ReaderThread();
  /// Waits for its end.
  ~ReaderThread();
  ReaderThread(const ReaderThread &) = delete;
  ReaderThread &operator=(const ReaderThread &) = delete;

  /// Returns when the thread has its own heap. False, with a message in `error`,
  /// if the thread cannot be created.
  template <typename Body> bool start(Body body, std::string &error) {
    if (stop_.isOpen())
      thread_ = startQuietThread([this, run = std::move(body)] {
        takeOwnHeap();
        hasHeap_.release();
        run();
      });
    if (thread_.joinable())
      hasHeap_.acquire();
    else
      error = "a thread that receives cannot be created";
    return thread_.joinable();
  }

  /// On the thread: waits for an event of `entries`, whose last one is for the
  /// thread's own use. False: the link ends. With a budget, it polls for events before
  /// it sleeps: frames often follow each other closely.
  bool wait(std::span<pollfd> entries, PollingBudget *budget = nullptr) const;
  /// Until the descriptor is readable, or closed at its other end.
  bool waitFor(int descriptor) const;
  /// After a read that failed: pauses unless it may simply be repeated, because
  /// a descriptor with an error is always readable.
  bool pauseAfter(int failure) const;
  /// For this time.
  bool pause(uint64_t nanoseconds) const;

private:
  Descriptor stop_; ///< an eventfd
  std::binary_semaphore hasHeap_{0};
  std::thread thread_;
};

} // namespace dpa

#endif
