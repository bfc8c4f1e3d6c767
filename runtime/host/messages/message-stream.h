// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of one message stream: a thread that writes each message to the
// stream's file as soon as it arrives. A message is written whole; if the device
// is configured so, after a prefix "/EU/". Messages of streams that are not in
// sync mode arrive as records of a ring.
#ifndef DPA_RUNTIME_HOST_MESSAGES_MESSAGE_STREAM_H
#define DPA_RUNTIME_HOST_MESSAGES_MESSAGE_STREAM_H

#include "runtime/host/messages/message-writer.h"
#include "runtime/host/messages/ring-reader.h"
#include "runtime/host/messages/trace-format.h"

#include <optional>
#include <vector>

namespace dpa::host {

struct MessageStreamSettings {
  std::string name;    ///< for the log; may be empty
  FILE *out = nullptr; ///< must stay open as long as the stream
  bool showsUnit = false;
  std::optional<RingReader> reader;      ///< none in sync mode
  std::vector<std::string> traceFormats; ///< of a ring of trace records
};

class MessageStream {
public:
  /// Starts the thread; throws std::system_error if it cannot.
  MessageStream(uint32_t id, MessageStreamSettings settings);

  uint32_t id() const { return number_; }
  pthread_t thread() { return writer_.thread(); }

  /// Queues a message; on any thread. Waits while too much is unwritten, so that
  /// device code that prints without end cannot exhaust host memory. The message
  /// is lost, and counted, if there is no host memory.
  void push(uint32_t eu, std::string_view text) noexcept;

  /// Queues records that the device sent from its ring: texts like push(); trace
  /// records that would have to wait are dropped and counted.
  void pushSent(uint64_t position, std::string_view records) noexcept;
  /// Queues the records in a copy of the whole ring (RingReader::readRing) that
  /// have not been shown; none in sync mode. Logs how many of `textCount`, which
  /// the device has written so far, were overwritten.
  void pushRing(uint64_t tail, uint64_t head, uint64_t textCount,
                std::string_view ring);

  /// Returns when everything that was pushed before has been written.
  void drain() { writer_.drain(); }
  /// Whether messages could not be written since the last call; logged for
  /// `call`.
  bool reportLoss(const char *call) { return writer_.reportLoss(call); }

private:
  TraceText textOf(std::string_view record) const;
  void append(std::string &to, uint32_t eu, std::string_view bytes) const;
  void traceSent(RingReader &reader, uint64_t position,
                 std::string_view records);
  void reportDamage(bool isGood);
  void reportLostTraces(std::string &to);
  void reportOverwritten(uint64_t lostBytes, uint64_t textCount,
                         uint64_t ringSize);

  const uint32_t number_;
  MessageStreamSettings settings_;
  const std::string title_; ///< "stream 3 ('name')": for the log
  std::mutex ringLock_; ///< of the reader, and of the order of what it reads
  std::optional<RingReader> sentReader_; ///< for the timeline
  bool isDamageReported_ = false;
  uint64_t lostTraces_ = 0; ///< not reported yet
  uint64_t texts_ = 0;      ///< of the ring, read or reported as lost
  MessageWriter writer_;    ///< last, so that it ends first
};

} // namespace dpa::host

#endif
