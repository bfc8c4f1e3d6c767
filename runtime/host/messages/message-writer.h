// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that writes texts to a file in the order of their arrival, each whole,
// and flushes the file whenever it has written all of them. Counts the messages
// that the file did not accept.
#ifndef DPA_RUNTIME_HOST_MESSAGES_MESSAGE_WRITER_H
#define DPA_RUNTIME_HOST_MESSAGES_MESSAGE_WRITER_H

#include "base/short-lock.h"
#include "base/thread-slot.h"

#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <string>
#include <string_view>
#include <thread>

namespace dpa::host {

class MessageWriter {
public:
  /// Starts the thread; throws std::system_error if it cannot. `out` must
  /// stay open as long as the object lives. `stream`: its title, for the log.
  MessageWriter(std::string stream, FILE *out);
  /// Writes what is queued, then ends the thread. Logs a loss that was not
  /// reported.
  ~MessageWriter();
  MessageWriter(const MessageWriter &) = delete;
  MessageWriter &operator=(const MessageWriter &) = delete;

  pthread_t thread() { return writer_.native_handle(); }

  /// Queues a text made of two parts, which contains so many messages; waits
  /// while too much is unwritten. Queues nothing if it throws std::bad_alloc.
  void write(std::string_view prefix, std::string_view text,
             uint64_t messages = 1);
  /// Counts messages that could not be queued; `error` is an errno.
  void lose(uint64_t messages, int error);
  /// Too much is unwritten: write() would wait.
  bool isBehind();
  /// Returns when everything queued before has been written.
  void drain();
  /// Whether messages were lost since the last call; logged for `call`.
  bool reportLoss(const char *call);

private:
  using Guard = std::unique_lock<ShortLock>;

  void start();
  void run();
  bool isUrgent() const;
  void waitForText(Guard &lock);
  void pause(Guard &lock);
  bool writeOut(std::string_view text);
  template <typename Condition>
  void waitForWritten(Guard &lock, Condition condition);

  const std::string stream_;
  FILE *const out_;

  // Every message changes the members up to queuedMessages_, which are one cache line, because
  // messages of different threads move it between processors.
  alignas(cacheLine) ShortLock lock_; ///< of what follows
  bool isIdle_ = false;               ///< the thread waits for `arrived_`
  bool isPausing_ = false;            ///< the same, for at most 100 us
  bool isStopping_ = false;
  unsigned waiting_ = 0; ///< for `written_`
  uint64_t taken_ = 0;   ///< bytes so far
  uint64_t done_ = 0;    ///< of these, how many are written
  std::string queue_;
  uint64_t queuedMessages_ = 0;
  uint64_t lost_ = 0; ///< messages at most, not reported yet
  int lossError_ = 0; ///< of the last of them
  std::condition_variable_any arrived_;
  std::condition_variable_any written_;
  std::thread writer_; ///< last: it uses the others
};

} // namespace dpa::host

#endif
