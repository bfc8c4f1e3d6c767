// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that writes texts to a file: see message-writer.h.
#include "runtime/host/message-writer.h"

#include "runtime/host/log.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace dpa::host {

namespace {

// Enough for bursts; a file that is slower for longer slows the device down.
constexpr uint64_t unwrittenBytesMax = 1 << 20;

} // namespace

MessageWriter::MessageWriter(std::string stream, FILE *out)
    : stream(std::move(stream)), out(out), creator(getpid()),
      shared(std::make_unique<Shared>()) {
  start();
}

MessageWriter::~MessageWriter() {
  if (isInChild()) {
    // Left behind on purpose: even to destroy it would wait for the thread.
    [[maybe_unused]] Shared *left = shared.release();
    return;
  }
  {
    std::lock_guard lock(shared->mutex);
    shared->isStopping = true;
  }
  shared->arrived.notify_one();
  shared->writer.join();
}

bool MessageWriter::isInChild() const {
  return getpid() != creator;
}

// The program's signal handlers are not for this thread: it starts with all
// signals blocked.
void MessageWriter::start() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    shared->writer = std::thread([this] { run(); });
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

template <typename Condition>
void MessageWriter::waitForWritten(std::unique_lock<std::mutex> &lock,
                                   Condition condition) {
  ++shared->waiting;
  shared->written.wait(lock, condition);
  --shared->waiting;
}

void MessageWriter::write(std::string_view prefix, std::string_view text) {
  if (isInChild()) {
    writeOut(std::string(prefix).append(text));
    return;
  }
  std::unique_lock lock(shared->mutex);
  if (shared->taken - shared->done >= unwrittenBytesMax)
    waitForWritten(
        lock, [&] { return shared->taken - shared->done < unwrittenBytesMax; });
  std::string &queue = shared->queue;
  if (size_t size = queue.size() + prefix.size() + text.size();
      size > queue.capacity())
    queue.reserve(std::max(size, 2 * queue.capacity()));
  queue.append(prefix).append(text);
  shared->taken += prefix.size() + text.size();
  if (shared->isIdle) {
    shared->isIdle = false;
    shared->arrived.notify_one();
  }
}

bool MessageWriter::isBehind() {
  if (isInChild())
    return false;
  std::lock_guard lock(shared->mutex);
  return shared->taken - shared->done >= unwrittenBytesMax;
}

void MessageWriter::drain() {
  if (isInChild())
    return;
  std::unique_lock lock(shared->mutex);
  uint64_t goal = shared->taken;
  if (shared->done < goal)
    waitForWritten(lock, [&] { return shared->done >= goal; });
}

// Where one message is there are often more: the thread looks a few times before
// it sleeps, which spares the sender to wake it.
void MessageWriter::waitForText(std::unique_lock<std::mutex> &lock) {
  constexpr int looksMax = 32;
  for (int looks = 0;
       looks < looksMax && shared->queue.empty() && !shared->isStopping;
       looks++) {
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
  }
  while (shared->queue.empty() && !shared->isStopping) {
    shared->isIdle = true;
    shared->arrived.wait(lock);
    shared->isIdle = false;
  }
}

void MessageWriter::run() {
  bool isBroken = false;
  std::string texts;
  std::unique_lock lock(shared->mutex);
  while (true) {
    waitForText(lock);
    if (shared->queue.empty())
      return;
    texts.clear();
    texts.swap(shared->queue);
    lock.unlock();
    if (!writeOut(texts) && !isBroken) {
      isBroken = true;
      logWarning("message stream", "cannot write messages of %s: %s",
                 stream.c_str(), strerror(errno));
    }
    lock.lock();
    shared->done += texts.size();
    if (shared->waiting != 0)
      shared->written.notify_all();
  }
}

bool MessageWriter::writeOut(std::string_view text) {
  bool isFine = fwrite(text.data(), 1, text.size(), out) == text.size();
  return fflush(out) == 0 && isFine;
}

} // namespace dpa::host
