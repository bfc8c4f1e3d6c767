// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many other queues use a queue, which cannot be destroyed before them. Thread
// safe.
#ifndef DPA_EMULATOR_NIC_QUEUE_QUEUE_USERS_H
#define DPA_EMULATOR_NIC_QUEUE_QUEUE_USERS_H

#include <mutex>

namespace dpa {

class QueueUsers {
public:
  /// One more. False: the queue was retired.
  bool add() {
    std::lock_guard guard(lock_);
    if (!isRetired_)
      ++count_;
    return !isRetired_;
  }
  void remove() {
    std::lock_guard guard(lock_);
    --count_;
  }
  /// No more can be added. False, and nothing changed: there are some.
  bool retire() {
    std::lock_guard guard(lock_);
    isRetired_ = isRetired_ || count_ == 0;
    return isRetired_;
  }

private:
  std::mutex lock_; ///< of what follows
  unsigned count_ = 0;
  bool isRetired_ = false;
};

} // namespace dpa

#endif
