// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that writes texts to a file: see message-writer.h.
#include "runtime/host/messages/message-writer.h"

#include "base/quiet-thread.h"
#include "runtime/host/support/log.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <unistd.h>

namespace dpa::host {
namespace {

// Enough for bursts; a file that stays slower throttles the device.
constexpr uint64_t unwrittenBytesMax = 1 << 20;

} // namespace

MessageWriter::MessageWriter(std::string stream, FILE *out)
    : stream_(std::move(stream)), out_(out), creator_(getpid()),
      shared_(std::make_unique<Shared>()) {
  start();
}

MessageWriter::~MessageWriter() {
  if (isInChild()) {
    // Leaked on purpose: its destructors would wait for the thread.
    [[maybe_unused]] Shared *left = shared_.release();
    return;
  }
  {
    std::lock_guard lock(shared_->mutex);
    shared_->isStopping = true;
  }
  shared_->arrived.notify_one();
  shared_->writer.join();
}

bool MessageWriter::isInChild() const {
  return getpid() != creator_;
}

void MessageWriter::start() {
  shared_->writer = startQuietThread([this] { run(); });
  if (!shared_->writer.joinable())
    throw std::system_error(EAGAIN, std::generic_category());
}

template <typename Condition>
void MessageWriter::waitForWritten(std::unique_lock<std::mutex> &lock,
                                   Condition condition) {
  ++shared_->waiting;
  shared_->written.wait(lock, condition);
  --shared_->waiting;
}

void MessageWriter::write(std::string_view prefix, std::string_view text) {
  if (isInChild()) {
    writeOut(std::string(prefix).append(text));
    return;
  }
  std::unique_lock lock(shared_->mutex);
  if (shared_->taken - shared_->done >= unwrittenBytesMax)
    waitForWritten(lock, [&] {
      return shared_->taken - shared_->done < unwrittenBytesMax;
    });
  std::string &queue = shared_->queue;
  if (size_t size = queue.size() + prefix.size() + text.size();
      size > queue.capacity())
    queue.reserve(std::max(size, 2 * queue.capacity()));
  queue.append(prefix).append(text);
  shared_->taken += prefix.size() + text.size();
  if (shared_->isIdle) {
    shared_->isIdle = false;
    shared_->arrived.notify_one();
  }
}

bool MessageWriter::isBehind() {
  if (isInChild())
    return false;
  std::lock_guard lock(shared_->mutex);
  return shared_->taken - shared_->done >= unwrittenBytesMax;
}

void MessageWriter::drain() {
  if (isInChild())
    return;
  std::unique_lock lock(shared_->mutex);
  uint64_t goal = shared_->taken;
  if (shared_->done < goal)
    waitForWritten(lock, [&] { return shared_->done >= goal; });
}

// Messages often arrive in bursts: the thread polls a few times before it sleeps,
// so that the sender need not wake it.
void MessageWriter::waitForText(std::unique_lock<std::mutex> &lock) {
  constexpr int looksMax = 32;
  for (int looks = 0;
       looks < looksMax && shared_->queue.empty() && !shared_->isStopping;
       looks++) {
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
  }
  while (shared_->queue.empty() && !shared_->isStopping) {
    shared_->isIdle = true;
    shared_->arrived.wait(lock);
    shared_->isIdle = false;
  }
}

void MessageWriter::run() {
  bool isBroken = false;
  std::string texts;
  std::unique_lock lock(shared_->mutex);
  while (true) {
    waitForText(lock);
    if (shared_->queue.empty())
      return;
    texts.clear();
    texts.swap(shared_->queue);
    lock.unlock();
    if (!writeOut(texts) && !isBroken) {
      isBroken = true;
      logWarning("message stream", "cannot write messages of %s: %s",
                 stream_.c_str(), strerror(errno));
    }
    lock.lock();
    shared_->done += texts.size();
    if (shared_->waiting != 0)
      shared_->written.notify_all();
  }
}

bool MessageWriter::writeOut(std::string_view text) {
  bool isFine = fwrite(text.data(), 1, text.size(), out_) == text.size();
  return fflush(out_) == 0 && isFine;
}

} // namespace dpa::host
