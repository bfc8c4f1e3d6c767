// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of one message stream: a thread that writes each message to the
// stream's file as soon as it arrives. A message is written whole, after "/" and
// the number of its EU in two columns and "/". Messages of streams that are not
// in sync mode arrive as records of a ring. In a child that fork() has made there
// is no such thread: nothing waits for it.
#ifndef DPA_RUNTIME_HOST_MESSAGE_STREAM_H
#define DPA_RUNTIME_HOST_MESSAGE_STREAM_H

#include "runtime/host/ring-reader.h"

#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <thread>

namespace dpa::host {

class MessageStream {
public:
  /// Starts the thread; throws std::system_error if there can be no more. `out`
  /// has to stay open as long as the object. `reader`: none in sync mode.
  MessageStream(uint32_t id, std::string name, FILE *out,
                std::optional<RingReader> reader = std::nullopt);
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

  /// Takes records that the device sent of its ring; otherwise as push().
  void pushSent(uint64_t position, std::string_view records) noexcept;
  /// Takes what is in a copy of the whole ring (RingReader::readRing) and has
  /// not been shown; nothing in sync mode.
  void pushRing(uint64_t tail, uint64_t head, std::string_view ring);

  /// This is the child of a fork(): the thread and what is still to be written
  /// are the parent's.
  bool isInChild() const;

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

  void startWriter();
  void run();
  void output(std::string message);
  void reportDamage(bool isGood);
  void enqueue(std::string message);
  bool write(const std::deque<std::string> &messages);

  const uint32_t number;
  const std::string label;
  FILE *const out;
  const pid_t creator;
  std::mutex ringLock; ///< of the reader, and of the order of what it reads
  std::optional<RingReader> reader;
  bool isDamageReported = false;
  std::unique_ptr<Shared> shared;
};

} // namespace dpa::host

#endif
