// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of a state directory (emulator/authentication/store-files.h).
#include "emulator/authentication/store-files.h"

#include "authentication/digest.h"
#include "base/system-error.h"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace dpa::auth {

namespace {

constexpr size_t storeFileSizeMax = size_t{1} << 20;
constexpr size_t magicSize = 16;

bool writeAll(int fd, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes = bytes.subspan(static_cast<size_t>(written));
  }
  return true;
}

Result<Descriptor> openLockFile(const std::string &path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.isOpen())
    return systemError(path);
  return file;
}

} // namespace

Result<Bytes> readStoreFile(const std::string &path) {
  // O_NONBLOCK: if the path names a FIFO, open() must not block.
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!file.isOpen() || ::fstat(file.number(), &status) != 0)
    return systemError(path);
  if (!S_ISREG(status.st_mode) ||
      static_cast<uint64_t>(status.st_size) > storeFileSizeMax)
    return Error{path + ": not a file of a state directory"};
  Bytes content(static_cast<size_t>(status.st_size));
  size_t used = 0;
  while (used < content.size()) {
    const ssize_t got =
        ::read(file.number(), content.data() + used, content.size() - used);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return systemError(path);
    if (got == 0)
      break;
    used += static_cast<size_t>(got);
  }
  content.resize(used);
  return content;
}

Result<void> flushFolder(const std::string &folder) {
  const Descriptor directory(
      ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.isOpen() || ::fsync(directory.number()) != 0)
    return systemError(folder);
  return {};
}

Result<void> replaceStoreFile(const std::string &path, ByteView bytes,
                              mode_t mode) {
  const std::string beside = path + ".tmp";
  Descriptor file(
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
  if (!file.isOpen())
    return systemError(beside);
  if (!writeAll(file.number(), bytes) || ::fsync(file.number()) != 0 ||
      ::close(file.release()) != 0 ||
      ::rename(beside.c_str(), path.c_str()) != 0) {
    Error error = systemError(beside);
    ::unlink(beside.c_str());
    return error;
  }
  return flushFolder(path.substr(0, path.rfind('/')));
}

Bytes wrapContent(std::string_view magic, ByteView content) {
  Bytes file;
  append(file, magic);
  append(file, content);
  append(file, ByteView(sha256(file)));
  return file;
}

Result<Bytes> unwrapContent(std::string_view magic, ByteView file) {
  if (file.size() < magicSize + sizeof(Digest) ||
      textOf(file.first(magicSize)) != magic ||
      !std::ranges::equal(sha256(file.first(file.size() - sizeof(Digest))),
                          file.last(sizeof(Digest))))
    return Error{"file is malformed"};
  const ByteView content =
      file.subspan(magicSize, file.size() - magicSize - sizeof(Digest));
  return Bytes(content.begin(), content.end());
}

Result<Descriptor> lockFile(const std::string &path, LockMode mode) {
  Result<Descriptor> file = openLockFile(path);
  if (!file)
    return file.error();
  const int operation = mode == LockMode::Shared ? LOCK_SH : LOCK_EX;
  while (::flock(file->number(), operation) != 0)
    if (errno != EINTR)
      return systemError(path);
  return file;
}

Result<Descriptor> tryLockFile(const std::string &path, LockMode mode) {
  Result<Descriptor> file = openLockFile(path);
  if (!file)
    return file.error();
  const int operation = mode == LockMode::Shared ? LOCK_SH : LOCK_EX;
  while (::flock(file->number(), operation | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return Descriptor();
    if (errno != EINTR)
      return systemError(path);
  }
  return file;
}

} // namespace dpa::auth
