// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that writes texts to a file in the order in which they came, each
// whole, and flushes the file whenever it has written all there is. In a child
// that fork() has made there is no such thread: texts are written at once there,
// and nothing waits.
#ifndef DPA_RUNTIME_HOST_MESSAGES_MESSAGE_WRITER_H
#define DPA_RUNTIME_HOST_MESSAGES_MESSAGE_WRITER_H

#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>

namespace dpa::host {

class MessageWriter {
public:
  /// Starts the thread; throws std::system_error if there can be no more. `out`
  /// has to stay open as long as the object. `stream`: its title, for the log.
  MessageWriter(std::string stream, FILE *out);
  /// Writes what has come, then ends the thread. In a child only the file is
  /// let go: the rest is the parent's.
  ~MessageWriter();
  MessageWriter(const MessageWriter &) = delete;
  MessageWriter &operator=(const MessageWriter &) = delete;

  pthread_t thread() const { return shared_->writer.native_handle(); }
  bool isInChild() const;

  /// Takes a text made of two parts; waits while too much is unwritten. Throws
  /// std::bad_alloc, then nothing has been taken.
  void write(std::string_view prefix, std::string_view text);
  /// Too much is unwritten: write() would wait.
  bool isBehind();
  /// Returns when everything that came before has been written.
  void drain();

private:
  /// What the thread and its users share. A child has its copy, perhaps locked,
  /// and with a thread that waits and will never wake: it is not touched there.
  struct Shared {
    std::mutex mutex;
    std::condition_variable arrived;
    std::condition_variable written;
    std::string queue;
    uint64_t taken = 0;   ///< bytes so far
    uint64_t done = 0;    ///< of these, how many are written
    unsigned waiting = 0; ///< for `written`
    bool isIdle = false;  ///< the thread waits for `arrived`
    bool isStopping = false;
    std::thread writer;
  };

  void start();
  void run();
  void waitForText(std::unique_lock<std::mutex> &lock);
  bool writeOut(std::string_view text);
  template <typename Condition>
  void waitForWritten(std::unique_lock<std::mutex> &lock, Condition condition);

  const std::string stream_;
  FILE *const out_;
  const pid_t creator_;
  std::unique_ptr<Shared> shared_;
};

} // namespace dpa::host

#endif
