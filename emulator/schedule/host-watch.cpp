// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads /proc/self/task: the system call of each thread. Where the kernel does
// not report it, only idle time counts.
#include "emulator/schedule/host-watch.h"

#include "emulator/host/service-threads.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dpa {
namespace {

/// The beginning of a file of /proc, NUL-terminated; empty if unreadable.
class TaskFile {
public:
  TaskFile(pid_t thread, const char *name) {
    constexpr size_t pathMax = 64;
    std::array<char, pathMax> path;
    std::snprintf(path.data(), path.size(), "/proc/self/task/%d/%s", thread,
                  name);
    int descriptor = open(path.data(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
      return;
    // One read() returns the whole file.
    ssize_t size = read(descriptor, text_.data(), text_.size() - 1);
    text_[static_cast<size_t>(std::max<ssize_t>(size, 0))] = '\0';
    close(descriptor);
  }
  const char *text() const { return text_.data(); }

private:
  static constexpr size_t sizeMax = 8192;
  std::array<char, sizeMax> text_{};
};

/// Not opendir(), which allocates from the heap.
ApartVector<pid_t> threadIds() {
  constexpr size_t sizeMax = 4096;
  alignas(dirent64) std::array<char, sizeMax> entries;
  ApartVector<pid_t> ids;
  int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ssize_t size = 0;
  while (folder >= 0 &&
         (size = getdents64(folder, entries.data(), entries.size())) > 0) {
    for (size_t at = 0; at < static_cast<size_t>(size);) {
      const auto *entry = reinterpret_cast<const dirent64 *>(&entries[at]);
      if (auto id = std::strtol(entry->d_name, nullptr, 10); id != 0)
        ids.push_back(static_cast<pid_t>(id));
      at += entry->d_reclen;
    }
  }
  if (folder >= 0)
    close(folder);
  return ids;
}

/// The system call that a thread waits in: its number and arguments.
struct SystemCall {
  static constexpr size_t numbersMax = 5;
  std::array<uint64_t, numbersMax> numbers{};

  /// `from`: "running", or such as "202 0x7ff2 0x189".
  explicit SystemCall(const char *from) {
    for (uint64_t &number : numbers) {
      char *end = nullptr;
      number = std::strtoull(from, &end, 0);
      isKnown = end != from;
      from = end;
    }
  }
  bool isKnown = false;
};

/// Whether it waits in a futex without a time limit, where only a thread of
/// this program can wake it: one that is private, or the end of a thread.
bool waitsForThread(pid_t thread, const ApartVector<pid_t> &threads) {
  const SystemCall call(TaskFile(thread, "syscall").text());
  const auto &[number, address, operation, value, limit] = call.numbers;
  bool isPrivate =
      (operation & FUTEX_PRIVATE_FLAG) != 0 ||
      std::ranges::find(threads, static_cast<pid_t>(value)) != threads.end();
  auto command = operation & static_cast<uint64_t>(FUTEX_CMD_MASK);
  bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
  return call.isKnown && number == SYS_futex && waits && isPrivate &&
         limit == 0;
}

/// 0: not reported by the kernel.
uint64_t switchesOf(pid_t thread) {
  const TaskFile status(thread, "status");
  uint64_t sum = 0;
  for (const char *name :
       {"\nvoluntary_ctxt_switches:", "\nnonvoluntary_ctxt_switches:"}) {
    const char *at = std::strstr(status.text(), name);
    if (!at)
      return 0;
    sum += std::strtoull(at + std::strlen(name), nullptr, 10);
  }
  return sum;
}

int64_t nanosecondsOf(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return int64_t(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

/// Empty: not all of them wait.
ApartVector<HostWatch::Thread> HostWatch::waitingThreads() {
  ApartVector<Thread> waiting;
  ApartVector<pid_t> ids = threadIds();
  std::erase(ids, gettid());
  std::erase(ids, statisticsThread.load());
  std::erase(ids, tracingThread.load());
  for (pid_t id : ids) {
    uint64_t switches = switchesOf(id);
    if (switches == 0 || !waitsForThread(id, ids))
      return {};
    waiting.push_back({id, switches});
  }
  return waiting;
}

/// Time in which the program computes is not idle.
bool HostWatch::isIdle() {
  constexpr int64_t idleFraction = 20; // of the interval
  int64_t now = nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID) -
                nanosecondsOf(CLOCK_THREAD_CPUTIME_ID);
  int64_t used = now - used_;
  used_ = now;
  return used < std::chrono::nanoseconds(interval).count() / idleFraction;
}

/// Threads that wait at two looks without a context switch between them have
/// waited all the time, all together: none of them can wake another.
const char *HostWatch::look() noexcept {
  idle_ = isIdle() ? idle_ + 1 : 0;
  if (idle_ >= patience_)
    return "has not arrived, and the program has been idle for long";
  try {
    ApartVector<Thread> now = waitingThreads();
    if (!now.empty() && now == waiting_)
      return "has not arrived, and all threads of the program wait for each "
             "other";
    waiting_ = std::move(now);
  } catch (const std::exception &) {
    waiting_.clear(); // out of memory: tried again at the next look
  }
  return nullptr;
}

void HostWatch::reset() {
  idle_ = 0;
  waiting_.clear();
}

} // namespace dpa
