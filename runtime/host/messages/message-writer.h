// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that writes texts to a file in the order of their arrival, each whole,
// and flushes the file whenever it has written all of them. The child of a fork()
// does not have the thread: write() writes immediately there, nothing waits.
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
  /// Starts the thread; throws std::system_error if it cannot. `out` must
  /// stay open as long as the object lives. `stream`: its title, for the log.
  MessageWriter(std::string stream, FILE *out);
  /// Writes what is queued, then ends the thread. Does nothing in a child: queue
  /// and thread are the parent's.
  ~MessageWriter();
  MessageWriter(const MessageWriter &) = delete;
  MessageWriter &operator=(const MessageWriter &) = delete;

  pthread_t thread() const { return shared_->writer.native_handle(); }

  /// Queues a text made of two parts; waits while too much is unwritten. Queues
  /// nothing if it throws std::bad_alloc.
  void write(std::string_view prefix, std::string_view text);
  /// Too much is unwritten: write() would wait.
  bool isBehind();
  /// Returns when everything queued before has been written.
  void drain();

private:
  /// State of the thread and its users. Not touched in a child, whose copy may be
  /// locked for ever.
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

  bool isInChild() const;
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
