// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads /proc/self/task: in which system call each thread is. Where the kernel
// does not tell, only patience is left.
#include "emulator/schedule/host-watch.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <linux/futex.h>
#include <memory>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>

namespace dpa {
namespace {

std::string readTaskFile(pid_t thread, const char *name) {
  constexpr size_t SizeMax = 8192;
  std::string path = "/proc/self/task/" + std::to_string(thread) + "/" + name;
  std::unique_ptr<FILE, int (*)(FILE *)> stream(std::fopen(path.c_str(), "re"),
                                                std::fclose);
  std::string text(SizeMax, '\0');
  text.resize(stream ? std::fread(text.data(), 1, SizeMax, stream.get()) : 0);
  return text;
}

std::vector<pid_t> threadIds() {
  std::vector<pid_t> ids;
  std::unique_ptr<DIR, int (*)(DIR *)> folder(opendir("/proc/self/task"),
                                              closedir);
  while (folder) {
    const dirent *entry = readdir(folder.get());
    if (!entry)
      break;
    if (auto id = std::strtol(entry->d_name, nullptr, 10); id != 0)
      ids.push_back(static_cast<pid_t>(id));
  }
  return ids;
}

/// The system call that a thread waits in: its number and arguments.
struct SystemCall {
  static constexpr size_t NumbersMax = 5;
  std::array<uint64_t, NumbersMax> numbers{};

  explicit SystemCall(const std::string &text) {
    const char *from = text.c_str(); // "running", or such as "202 0x7ff2 0x189"
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
bool waitsForThread(pid_t thread, const std::vector<pid_t> &threads) {
  const SystemCall call(readTaskFile(thread, "syscall"));
  const auto &[number, address, operation, value, limit] = call.numbers;
  bool isPrivate =
      (operation & FUTEX_PRIVATE_FLAG) != 0 ||
      std::ranges::find(threads, static_cast<pid_t>(value)) != threads.end();
  auto command = operation & static_cast<uint64_t>(FUTEX_CMD_MASK);
  bool waits = command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET;
  return call.isKnown && number == SYS_futex && waits && isPrivate &&
         limit == 0;
}

/// 0: the kernel does not tell.
uint64_t switchesOf(pid_t thread) {
  std::string text = readTaskFile(thread, "status");
  uint64_t sum = 0;
  for (const char *name :
       {"\nvoluntary_ctxt_switches:", "\nnonvoluntary_ctxt_switches:"}) {
    size_t at = text.find(name);
    if (at == std::string::npos)
      return 0;
    sum += std::strtoull(
        text.c_str() + at + std::char_traits<char>::length(name), nullptr, 10);
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
std::vector<HostWatch::Thread> HostWatch::waitingThreads() {
  std::vector<Thread> waiting;
  std::vector<pid_t> ids = threadIds();
  std::erase(ids, gettid());
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
  constexpr int64_t Little = 20; // a part of Interval
  int64_t now = nanosecondsOf(CLOCK_PROCESS_CPUTIME_ID) -
                nanosecondsOf(CLOCK_THREAD_CPUTIME_ID);
  int64_t used = now - Used;
  Used = now;
  return used < std::chrono::nanoseconds(Interval).count() / Little;
}

/// Threads that wait at two looks and were on no core between them have waited
/// all the time, all at once: none of them can wake another.
const char *HostWatch::look() noexcept {
  Idle = isIdle() ? Idle + 1 : 0;
  if (Idle >= Patience)
    return "has not come, and the program has done nothing for long";
  try {
    std::vector<Thread> now = waitingThreads();
    if (!now.empty() && now == Waiting)
      return "has not come, and all threads of the program wait for each other";
    Waiting = std::move(now);
  } catch (const std::exception &) {
    Waiting.clear(); // out of memory: at another look, perhaps
  }
  return nullptr;
}

void HostWatch::reset() {
  Idle = 0;
  Waiting.clear();
}

} // namespace dpa
