// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locked by flock(): the lock ends when the last descriptor is closed.
#include "emulator/host/replaced-file.h"

#include "emulator/host/no-signals.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dpa {

ReplacedFile::ReplacedFile(std::string_view name, int flags) : name_(name) {
  // Another program may remove its unused file between open() and lock().
  constexpr int attemptsMax = 3;
  for (int attempt = 0; attempt < attemptsMax; ++attempt) {
    open(flags);
    lock();
    if (problem_ != 0 || !isRegular_ || hasName())
      return;
    closeInherited();
  }
  problem_ = ENOENT; // its name was removed each time
}

void ReplacedFile::close() {
  if (descriptor_ >= 0 && isUnused_ && hasName())
    unlink(name());
  closeInherited();
}

void ReplacedFile::open(int flags) {
  constexpr mode_t mode = 0666;
  problem_ = 0;
  descriptor_ = ::open(name(), flags | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  isUnused_ = descriptor_ >= 0;
  if (descriptor_ < 0 && errno == EEXIST)
    descriptor_ = ::open(name(), flags | O_CREAT | O_CLOEXEC, mode);
  struct stat status{};
  if (descriptor_ < 0 || fstat(descriptor_, &status) != 0)
    problem_ = errno;
  isRegular_ = problem_ == 0 && S_ISREG(status.st_mode);
}

void ReplacedFile::lock() {
  if (isRegular_ && flock(descriptor_, LOCK_EX | LOCK_NB) != 0 &&
      errno == EWOULDBLOCK) {
    problem_ = EWOULDBLOCK;
    isUnused_ = false; // the other writer owns it now
  }
}

/// Whether its name still means this file.
bool ReplacedFile::hasName() const {
  struct stat named{};
  struct stat own{};
  return stat(name(), &named) == 0 && fstat(descriptor_, &own) == 0 &&
         named.st_dev == own.st_dev && named.st_ino == own.st_ino;
}

/// The errno. A head that was written in part is not left in front of older contents.
int ReplacedFile::failedToBegin(bool isPartial) const {
  const int failure = errno;
  if (isPartial && isRegular_)
    (void)!ftruncate(descriptor_, 0);
  return failure;
}

/// If nothing can be written, the older contents remain. The file is not truncated to size 0:
/// ext4 would allocate all its blocks and start to write them when it is closed
/// (auto_da_alloc), while the end of the program waits.
int ReplacedFile::begin(ByteView head) {
  const NoSignals noSignals;
  for (ByteView rest = head; !rest.empty();) {
    const ssize_t written = write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno != EINTR)
      return failedToBegin(rest.size() != head.size());
    rest = rest.subspan(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  while (isRegular_ &&
         ftruncate(descriptor_, static_cast<off_t>(head.size())) != 0)
    if (errno != EINTR)
      return errno;
  isUnused_ = false;
  return 0;
}

void ReplacedFile::closeInherited() {
  if (descriptor_ >= 0)
    ::close(std::exchange(descriptor_, -1));
}

} // namespace dpa
