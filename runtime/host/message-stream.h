// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of one message stream in sync mode: a thread that writes each
// message to the stream's file as soon as it arrives. A message is written
// whole, after "/" and the number of its EU in two columns and "/". In a child
// that fork() has made there is no such thread: nothing waits for it.
#ifndef DPA_RUNTIME_HOST_MESSAGE_STREAM_H
#define DPA_RUNTIME_HOST_MESSAGE_STREAM_H

#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>

namespace dpa::host {

class MessageStream {
public:
  /// Starts the thread; throws std::system_error if there can be no more. `out`
  /// has to stay open as long as the object.
  MessageStream(uint32_t id, std::string name, FILE *out);
  /// Writes what has arrived, then ends the thread. In a child only the file
  /// is let go: the rest is the parent's.
  ~MessageStream();
  MessageStream(const MessageStream &) = delete;
  MessageStream &operator=(const MessageStream &) = delete;

  uint32_t id() const { return number; }
  const std::string &name() const { return label; }
  pthread_t thread() { return shared->writer.native_handle(); }

  /// Takes a message; on any thread. Waits for the file while too much is
  /// unwritten, so that device code that prints without end cannot fill the
  /// host's memory. Without host memory the message is lost. In a child it is
  /// written at once.
  void push(uint32_t eu, std::string_view text) noexcept;

  /// Returns when everything that was pushed before has been written.
  void drain();

private:
  /// What the thread and its users share. A child has its copy, perhaps locked,
  /// and with a thread that waits and will never wake: it is not touched there.
  struct Shared {
    std::mutex mutex;
    std::condition_variable arrived;
    std::condition_variable written;
    std::deque<std::string> queue;
    uint64_t pushedCount = 0;
    uint64_t writtenCount = 0;
    size_t unwrittenBytes = 0;
    bool isStopping = false;
    std::thread writer;
  };

  bool isInChild() const;
  void startWriter();
  void run();
  void enqueue(std::string message);
  bool write(const std::deque<std::string> &messages);

  const uint32_t number;
  const std::string label;
  FILE *const out;
  const pid_t creator;
  std::unique_ptr<Shared> shared;
};

} // namespace dpa::host

#endif
