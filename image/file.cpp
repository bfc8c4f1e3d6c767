// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes whole files (image/file.h). The new file has no name while
// it is written, where the file system can do that (O_TMPFILE): a program that
// is killed meanwhile leaves no file.
#include "image/file.h"

#include "base/direct-output.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dpa::image {

namespace {

/// Owns a file descriptor.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  ~Descriptor() {
    if (fd_ >= 0)
      ::close(fd_);
  }
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }
  /// False if closing reports a late write error.
  bool close() { return ::close(std::exchange(fd_, -1)) == 0; }

private:
  int fd_;
};

Error failed(const std::string &path, const char *what) {
  return {path + ": " + what + ": " + std::strerror(errno)};
}

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

FileContent contentOf(ByteView bytes) {
  return [bytes](int fd) { return writeAll(fd, bytes); };
}

std::string folderOf(const std::string &path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos)
    return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// A name beside `path` that no other process uses at the same time.
std::string nameBeside(const std::string &path, unsigned attempt) {
  return path + "." + std::to_string(::getpid()) + "-" +
         std::to_string(attempt) + ".tmp";
}

constexpr unsigned attempts = 100;

/// Gives the nameless file `fd` a name; false if it is taken (EEXIST) or cannot
/// be given.
bool linkAs(int fd, const std::string &name) {
  const std::string source = "/proc/self/fd/" + std::to_string(fd);
  return ::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(),
                  AT_SYMLINK_FOLLOW) == 0;
}

/// Gives the nameless file `fd` a temporary name beside `path`; empty on failure
/// (errno).
std::string linkBeside(int fd, const std::string &path) {
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    std::string name = nameBeside(path, attempt);
    if (linkAs(fd, name))
      return name;
    if (errno != EEXIST)
      return {};
  }
  return {};
}

/// Renames `name` to `path`, or removes it.
Result<void> moveInto(const std::string &path, const std::string &name) {
  if (::rename(name.c_str(), path.c_str()) == 0)
    return {};
  Error error = failed(path, "cannot replace");
  ::unlink(name.c_str());
  return error;
}

/// Permissions that a file gets; without them 0666 less the umask.
using Mode = std::optional<mode_t>;

bool setMode(int fd, Mode mode) {
  return !mode || ::fchmod(fd, *mode) == 0;
}

/// For file systems without nameless files.
Result<void> writeNamed(const std::string &path, const FileContent &write,
                        Mode mode) {
  for (unsigned attempt = 0; attempt < attempts; ++attempt) {
    const std::string name = nameBeside(path, attempt);
    Descriptor file(
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (!file && errno == EEXIST)
      continue;
    if (!file)
      return failed(path, "cannot create");
    if (write(file.get()) && setMode(file.get(), mode) && file.close())
      return moveInto(path, name);
    Error error = failed(path, "cannot write");
    ::unlink(name.c_str());
    return error;
  }
  return failed(path, "cannot create");
}

Result<void> writeDirectly(const std::string &path, const FileContent &write) {
  Descriptor file(openDirectly(path.c_str()));
  if (!file)
    return failed(path, "cannot open");
  if (!write(file.get()))
    return failed(path, "cannot write");
  return {};
}

Result<void> writeBeside(const std::string &path, const FileContent &write,
                         Mode mode) {
  if (isWrittenDirectly(path.c_str()))
    return writeDirectly(path, write);
  Descriptor file(
      ::open(folderOf(path).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
  if (!file)
    return writeNamed(path, write, mode);
  if (!write(file.get()) || !setMode(file.get(), mode))
    return failed(path, "cannot write");
  if (linkAs(file.get(), path))
    return {};
  const std::string name = linkBeside(file.get(), path);
  return name.empty() ? writeNamed(path, write, mode) : moveInto(path, name);
}

constexpr uint64_t streamChunk = 65536;

Error tooLarge(const std::string &path, uint64_t limit) {
  return {path + ": cannot read: " + std::strerror(EFBIG) +
          " (expected at most " + std::to_string(limit >> 20) + " MiB)"};
}

/// Resizes the buffer. Returns false and sets errno to ENOMEM if memory is
/// exhausted.
bool grow(Bytes &content, uint64_t size) {
  try {
    content.resize(size);
    return true;
  } catch (const std::bad_alloc &) {
    errno = ENOMEM;
    return false;
  }
}

} // namespace

Result<Bytes> readFile(const std::string &path, uint64_t limit) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status;
  if (!file || ::fstat(file.get(), &status) != 0)
    return failed(path, "cannot open");
  uint64_t expected = streamChunk;
  if (S_ISREG(status.st_mode))
    expected = static_cast<uint64_t>(status.st_size) + 1;
  else
    limit = std::min(limit, maximalStreamSize);
  Bytes content;
  for (size_t used = 0;;) {
    if (used == content.size()) {
      const uint64_t wanted = std::max<uint64_t>(expected, used * 2);
      if (used > limit || expected > limit + 1)
        return tooLarge(path, limit);
      if (!grow(content, wanted))
        return failed(path, "cannot read");
    }
    const ssize_t got =
        ::read(file.get(), content.data() + used, content.size() - used);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return failed(path, "cannot read");
    if (got == 0) {
      content.resize(used);
      return content;
    }
    used += static_cast<size_t>(got);
  }
}

std::string reasonOf(const Error &error) {
  const size_t colon = error.message.rfind(": ");
  return colon == std::string::npos ? error.message
                                    : error.message.substr(colon + 2);
}

Result<void> writeFileBy(const std::string &path, const FileContent &write) {
  return writeBeside(path, write, {});
}

Result<void> writeFile(const std::string &path, ByteView bytes) {
  return writeBeside(path, contentOf(bytes), {});
}

Result<void> writeFileLike(const std::string &model, const std::string &path,
                           ByteView bytes) {
  struct stat status;
  if (::stat(model.c_str(), &status) != 0)
    return failed(model, "cannot open");
  std::error_code noFile;
  const std::filesystem::path target = std::filesystem::canonical(path, noFile);
  return writeBeside(noFile ? path : target.string(), contentOf(bytes),
                     status.st_mode & 07777);
}

} // namespace dpa::image
