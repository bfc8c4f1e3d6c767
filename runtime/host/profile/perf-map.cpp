// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One file for each program: see perf-map.h.
#include "runtime/host/profile/perf-map.h"

#include "base/fork-generation.h"
#include "base/message-text.h"
#include "runtime/host/profile/profile.h"
#include "runtime/host/support/log.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <new>
#include <unistd.h>

namespace dpa::host {
namespace {

/// The file of an earlier program with this id is removed. What another user has
/// put there is never written to.
class PerfMap {
public:
  void add(const std::string &line) {
    const std::lock_guard guard(lock_);
    if (!isOpened_)
      create();
    if (file_ < 0 || write(file_, line.data(), line.size()) ==
                         static_cast<ssize_t>(line.size()))
      return;
    report("cannot write");
    close(file_);
    file_ = -1;
  }

private:
  void create() {
    isOpened_ = true;
    name_ = "/tmp/perf-" + std::to_string(getpid()) + ".map";
    unlink(name_.c_str());
    file_ = open(name_.c_str(),
                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (file_ < 0)
      report("cannot create");
  }
  void report(const char *what) const {
    logError("perf map", "%s: %s: %s", name_.c_str(), what, strerror(errno));
  }

  std::mutex lock_; ///< of what follows
  bool isOpened_ = false;
  int file_ = -1; ///< -1: failed
  std::string name_;
};

/// Without the offset: perf adds up what has the same name.
std::string nameAt(uint64_t address, const image::DeviceElf &elf) {
  const auto symbol = elf.symbolAt(address);
  return symbol ? printable(symbol->name) : firmwareFunction;
}

std::string digits(uint64_t number) {
  return hex(number).substr(2);
}

} // namespace

void addToPerfMap(const HostCode &code, const image::DeviceElf &elf) noexcept
    try {
  perProgram<PerfMap>().add(digits(code.hostAddress) + " " + digits(code.size) +
                            " dpa:" + nameAt(code.address, elf) + "\n");
} catch (const std::bad_alloc &) {
  return; // one function without a name
}

} // namespace dpa::host
