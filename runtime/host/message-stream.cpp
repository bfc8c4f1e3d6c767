// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of one message stream: see message-stream.h.
#include "runtime/host/message-stream.h"

#include "runtime/host/log.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace dpa::host {

namespace {

// Enough for bursts; a file that is slower for longer slows the device down.
constexpr size_t unwrittenBytesMax = 1 << 20;

void append(std::string &to, uint32_t eu, std::string_view text) {
  char prefix[16];
  int length = snprintf(prefix, sizeof prefix, "/%2u/", eu);
  to.append(prefix, length).append(text);
}

} // namespace

MessageStream::MessageStream(uint32_t id, std::string name, FILE *out,
                             std::optional<RingReader> reader)
    : number(id), label(std::move(name)), out(out), creator(getpid()),
      reader(std::move(reader)), shared(std::make_unique<Shared>()) {
  startWriter();
}

MessageStream::~MessageStream() {
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

bool MessageStream::isInChild() const {
  return getpid() != creator;
}

// The program's signal handlers are not for this thread: it starts with all
// signals blocked.
void MessageStream::startWriter() {
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

void MessageStream::push(uint32_t eu, std::string_view text) noexcept {
  try {
    std::string message;
    append(message, eu, text);
    output(std::move(message));
  } catch (...) {
    logError("message stream",
             "out of host memory: a message of stream %u is lost", number);
  }
}

void MessageStream::output(std::string message) {
  if (isInChild())
    write({std::move(message)});
  else
    enqueue(std::move(message));
}

void MessageStream::pushSent(uint64_t position,
                             std::string_view records) noexcept {
  try {
    std::lock_guard lock(ringLock);
    if (!reader)
      return;
    std::string texts;
    reportDamage(reader->readSent(
        position, records,
        [&](uint32_t eu, std::string_view text) { append(texts, eu, text); }));
    if (!texts.empty())
      output(std::move(texts));
  } catch (...) {
    logError("message stream",
             "out of host memory: messages of stream %u are lost", number);
  }
}

void MessageStream::pushRing(uint64_t tail, uint64_t head,
                             std::string_view ring) {
  std::lock_guard lock(ringLock);
  if (!reader)
    return;
  std::string texts;
  RingReader &from = *reader;
  uint64_t lostBefore = from.lostBytes();
  reportDamage(from.readRing(
      tail, head, ring,
      [&](uint32_t eu, std::string_view text) { append(texts, eu, text); }));
  if (uint64_t lost = from.lostBytes() - lostBefore; lost != 0)
    logInfo("message stream",
            "stream %u: %llu bytes of messages were overwritten before the "
            "flush (data_bsize is %llu)",
            number, static_cast<unsigned long long>(lost),
            static_cast<unsigned long long>(from.size()));
  if (!texts.empty())
    output(std::move(texts));
}

void MessageStream::reportDamage(bool isGood) {
  if (isGood || isDamageReported)
    return;
  isDamageReported = true;
  logWarning("message stream",
             "stream %u: messages are lost, device code has written into the "
             "stream's buffer",
             number);
}

void MessageStream::enqueue(std::string message) {
  std::unique_lock lock(shared->mutex);
  shared->written.wait(
      lock, [&] { return shared->unwrittenBytes < unwrittenBytesMax; });
  shared->unwrittenBytes += message.size();
  shared->queue.push_back(std::move(message));
  ++shared->pushedCount;
  shared->arrived.notify_one();
}

void MessageStream::drain() {
  if (isInChild())
    return;
  std::unique_lock lock(shared->mutex);
  uint64_t goal = shared->pushedCount;
  shared->written.wait(lock, [&] { return shared->writtenCount >= goal; });
}

void MessageStream::run() {
  bool isBroken = false;
  std::unique_lock lock(shared->mutex);
  while (true) {
    shared->arrived.wait(
        lock, [&] { return shared->isStopping || !shared->queue.empty(); });
    if (shared->queue.empty())
      return;
    std::deque<std::string> batch;
    batch.swap(shared->queue);
    lock.unlock();
    if (!write(batch) && !isBroken) {
      isBroken = true;
      logWarning("message stream", "cannot write messages of stream %u: %s",
                 number, strerror(errno));
    }
    lock.lock();
    shared->writtenCount += batch.size();
    for (const std::string &message : batch)
      shared->unwrittenBytes -= message.size();
    shared->written.notify_all();
  }
}

bool MessageStream::write(const std::deque<std::string> &messages) {
  bool isFine = true;
  for (const std::string &message : messages)
    isFine &= fwrite(message.data(), 1, message.size(), out) == message.size();
  return fflush(out) == 0 && isFine;
}

} // namespace dpa::host
