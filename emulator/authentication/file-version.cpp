// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Versions of store files (emulator/authentication/file-version.h).
#include "emulator/authentication/file-version.h"

#include "base/system-error.h"

#include <fcntl.h>

namespace dpa::auth {

Result<FileVersion> FileVersion::of(const std::string &path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!file.isOpen() || ::fstat(file.number(), &status) != 0)
    return systemError(path);
  return FileVersion(path, std::move(file), status);
}

static bool isEqual(const timespec &one, const timespec &other) {
  return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

bool FileVersion::isCurrent() const {
  struct stat now;
  return ::stat(path_.c_str(), &now) == 0 && now.st_dev == status_.st_dev &&
         now.st_ino == status_.st_ino && now.st_size == status_.st_size &&
         isEqual(now.st_mtim, status_.st_mtim) &&
         isEqual(now.st_ctim, status_.st_ctim);
}

} // namespace dpa::auth
