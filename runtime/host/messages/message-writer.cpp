// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that writes texts to a file: see message-writer.h.
#include "runtime/host/messages/message-writer.h"

#include "base/quiet-thread.h"
#include "runtime/host/support/log.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <system_error>
#include <utility>

namespace dpa::host {
namespace {

// Enough for bursts; a file that stays slower throttles the device.
constexpr uint64_t unwrittenBytesMax = 1 << 20;
/// Queued bytes from which on the writer does not pause.
constexpr uint64_t urgentBytes = unwrittenBytesMax / 4;

} // namespace

MessageWriter::MessageWriter(std::string stream, FILE *out)
    : stream_(std::move(stream)), out_(out) {
  start();
}

MessageWriter::~MessageWriter() {
  {
    const std::lock_guard guard(lock_);
    isStopping_ = true;
  }
  arrived_.notify_one();
  writer_.join();
  reportLoss("message stream");
}

void MessageWriter::start() {
  writer_ = startQuietThread([this] { run(); });
  if (!writer_.joinable())
    throw std::system_error(EAGAIN, std::generic_category());
}

template <typename Condition>
void MessageWriter::waitForWritten(Guard &guard, Condition condition) {
  ++waiting_;
  if (isPausing_)
    arrived_.notify_one();
  written_.wait(guard, condition);
  --waiting_;
}

void MessageWriter::write(std::string_view prefix, std::string_view text,
                          uint64_t messages) {
  Guard guard(lock_);
  if (taken_ - done_ >= unwrittenBytesMax)
    waitForWritten(guard, [&] { return taken_ - done_ < unwrittenBytesMax; });
  std::string &queue = queue_;
  if (size_t size = queue.size() + prefix.size() + text.size();
      size > queue.capacity())
    queue.reserve(std::max(size, 2 * queue.capacity()));
  queue.append(prefix).append(text);
  queuedMessages_ += messages;
  taken_ += prefix.size() + text.size();
  if (isIdle_ || (isPausing_ && queue.size() >= urgentBytes)) {
    isIdle_ = isPausing_ = false;
    arrived_.notify_one();
  }
}

void MessageWriter::lose(uint64_t messages, int error) {
  const std::lock_guard guard(lock_);
  lost_ += messages;
  lossError_ = error;
}

bool MessageWriter::reportLoss(const char *call) {
  Guard guard(lock_);
  const uint64_t lost = std::exchange(lost_, 0);
  const int error = lossError_;
  guard.unlock();
  if (lost != 0)
    logError(call, "%s: up to %llu messages were lost: %s", stream_.c_str(),
             static_cast<unsigned long long>(lost), strerror(error));
  return lost != 0;
}

bool MessageWriter::isBehind() {
  const std::lock_guard guard(lock_);
  return taken_ - done_ >= unwrittenBytesMax;
}

void MessageWriter::drain() {
  Guard guard(lock_);
  uint64_t goal = taken_;
  if (done_ < goal)
    waitForWritten(guard, [&] { return done_ >= goal; });
}

/// Whether text has to be written without delay.
bool MessageWriter::isUrgent() const {
  return isStopping_ || waiting_ != 0 || queue_.size() >= urgentBytes;
}

void MessageWriter::waitForText(Guard &guard) {
  while (queue_.empty() && !isStopping_) {
    isIdle_ = true;
    arrived_.wait(guard);
    isIdle_ = false;
  }
}

/// Messages often arrive in bursts: after some were written, the thread sleeps for a
/// moment, so that others collect and the sender need not wake it.
void MessageWriter::pause(Guard &guard) {
  constexpr std::chrono::microseconds length(100);
  isPausing_ = true;
  arrived_.wait_for(guard, length, [&] { return isUrgent(); });
  isPausing_ = false;
}

void MessageWriter::run() {
  bool isBroken = false;
  std::string texts;
  Guard guard(lock_);
  while (true) {
    waitForText(guard);
    if (queue_.empty())
      return;
    texts.clear();
    texts.swap(queue_);
    const uint64_t messages = std::exchange(queuedMessages_, 0);
    guard.unlock();
    if (!writeOut(texts)) {
      const int error = errno;
      lose(messages, error);
      if (!std::exchange(isBroken, true))
        logWarning("message stream", "cannot write messages of %s: %s",
                   stream_.c_str(), strerror(error));
    }
    guard.lock();
    done_ += texts.size();
    if (waiting_ != 0)
      written_.notify_all();
    pause(guard);
  }
}

bool MessageWriter::writeOut(std::string_view text) {
  bool isFine = fwrite(text.data(), 1, text.size(), out_) == text.size();
  return fflush(out_) == 0 && isFine;
}

} // namespace dpa::host
