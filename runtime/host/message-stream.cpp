// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's end of one message stream: see message-stream.h.
#include "runtime/host/message-stream.h"

#include "runtime/host/log.h"

#include <cerrno>
#include <csignal>
#include <cstring>

namespace dpa::host {

namespace {

// Enough for bursts; a file that is slower for longer slows the device down.
constexpr size_t unwrittenBytesMax = 1 << 20;

} // namespace

MessageStream::MessageStream(uint32_t id, std::string name, FILE *out)
    : number(id), label(std::move(name)), out(out) {
  startWriter();
}

MessageStream::~MessageStream() {
  {
    std::lock_guard lock(mutex);
    isStopping = true;
  }
  arrived.notify_one();
  writer.join();
}

// The program's signal handlers are not for this thread: it starts with all
// signals blocked.
void MessageStream::startWriter() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    writer = std::thread([this] { run(); });
  } catch (...) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void MessageStream::push(uint32_t eu, std::string_view text) noexcept {
  try {
    char prefix[16];
    int length = snprintf(prefix, sizeof prefix, "/%2u/", eu);
    std::string message;
    message.reserve(length + text.size());
    message.append(prefix, length).append(text);
    std::unique_lock lock(mutex);
    written.wait(lock, [&] { return unwrittenBytes < unwrittenBytesMax; });
    unwrittenBytes += message.size();
    queue.push_back(std::move(message));
    ++pushedCount;
    arrived.notify_one();
  } catch (...) {
    logError("message stream",
             "out of host memory: a message of stream %u is lost", number);
  }
}

void MessageStream::drain() {
  std::unique_lock lock(mutex);
  uint64_t goal = pushedCount;
  written.wait(lock, [&] { return writtenCount >= goal; });
}

void MessageStream::run() {
  bool isBroken = false;
  std::unique_lock lock(mutex);
  while (true) {
    arrived.wait(lock, [&] { return isStopping || !queue.empty(); });
    if (queue.empty())
      return;
    std::deque<std::string> batch;
    batch.swap(queue);
    lock.unlock();
    if (!write(batch) && !isBroken) {
      isBroken = true;
      logWarning("message stream", "cannot write messages of stream %u: %s",
                 number, strerror(errno));
    }
    lock.lock();
    writtenCount += batch.size();
    for (const std::string &message : batch)
      unwrittenBytes -= message.size();
    written.notify_all();
  }
}

bool MessageStream::write(const std::deque<std::string> &messages) {
  bool isFine = true;
  for (const std::string &message : messages)
    isFine &= fwrite(message.data(), 1, message.size(), out) == message.size();
  return fflush(out) == 0 && isFine;
}

} // namespace dpa::host
