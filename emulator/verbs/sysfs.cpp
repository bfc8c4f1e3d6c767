// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading files of sysfs. The emulated devices have none there; those of their ports
// (state and counters) are answered here.
#include "base/uncancelled.h"
#include "emulator/verbs/port-files.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace {

/// As much as fits.
int copyText(const std::string &text, char *buffer, size_t size) {
  const size_t length = std::min(text.size(), size - 1);
  std::memcpy(buffer, text.data(), length);
  buffer[length] = '\0';
  return static_cast<int>(length);
}

/// Bytes without the line feed at the end; -1 with errno.
int readFile(const char *folder, const char *name, char *buffer, size_t size) {
  if (size == 0) {
    errno = EINVAL;
    return -1;
  }
  const std::string path = std::string(folder) + "/" + name;
  if (const auto text = dpa::verbs::portFile(path))
    return copyText(*text, buffer, size);
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return -1;
  ssize_t length = read(file, buffer, size - 1);
  const int why = errno;
  close(file);
  errno = why;
  if (length < 0)
    return -1;
  if (length > 0 && buffer[length - 1] == '\n')
    --length;
  buffer[length] = '\0';
  return static_cast<int>(length);
}

} // namespace

extern "C" {

// Declared by no public header, but called by programs of rdma-core.
const char *ibv_get_sysfs_path();
int ibv_read_sysfs_file(const char *folder, const char *name, char *buffer,
                        size_t size);

const char *ibv_get_sysfs_path() {
  return "/sys";
}

int ibv_read_sysfs_file(const char *folder, const char *name, char *buffer,
                        size_t size) {
  return dpa::uncancelled([&] { return readFile(folder, name, buffer, size); });
}

} // extern "C"
