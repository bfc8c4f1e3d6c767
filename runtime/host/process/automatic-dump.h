// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the core dump of a process that ends with an error, on a thread of its
// own: the end is reported on a thread of the device, which must not wait. The
// end of the program waits for dumps that have begun.
#ifndef DPA_RUNTIME_HOST_PROCESS_AUTOMATIC_DUMP_H
#define DPA_RUNTIME_HOST_PROCESS_AUTOMATIC_DUMP_H

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace dpa::host {

class AutomaticDump {
public:
  /// `write` reports its own errors. Does nothing if no thread can be created.
  explicit AutomaticDump(std::function<void()> write);
  ~AutomaticDump();
  AutomaticDump(const AutomaticDump &) = delete;
  AutomaticDump &operator=(const AutomaticDump &) = delete;

  /// Begins the dump. Any thread; does not wait.
  void begin() noexcept;
  /// Returns when a dump that has begun is over.
  void wait();
  /// The same, and none begins any more.
  void close();

private:
  enum class State : uint8_t { Idle, Begun, Over };
  void run();

  const std::function<void()> write_;
  std::mutex lock_; ///< of `state_`
  std::condition_variable changed_;
  State state_ = State::Idle;
  std::thread thread_; ///< the last member: it uses the others
};

} // namespace dpa::host

#endif
