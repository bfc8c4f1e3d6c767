// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of outputs that are written to as they are. Other files are written beside their
// name and renamed; a rename would replace a device, a FIFO or the name of a descriptor
// by a regular file. Allocates nothing.
#ifndef DPA_BASE_DIRECT_OUTPUT_H
#define DPA_BASE_DIRECT_OUTPUT_H

#include "base/parse-number.h"

#include <fcntl.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa {

/// The number in /dev/stdout, /dev/stderr, /dev/fd/N or /proc/self/fd/N.
inline std::optional<int> descriptorOf(std::string_view path) {
  if (path == "/dev/stdout")
    return STDOUT_FILENO;
  if (path == "/dev/stderr")
    return STDERR_FILENO;
  int number = 0;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"})
    if (path.starts_with(folder) &&
        parseNumber(path.substr(folder.size()), number) && number >= 0)
      return number;
  return std::nullopt;
}

inline bool isWrittenDirectly(const char *path) {
  struct stat status{};
  return descriptorOf(path) ||
         (stat(path, &status) == 0 && !S_ISREG(status.st_mode));
}

/// A descriptor of a name for which isWrittenDirectly(); -1 with errno. A descriptor of
/// a regular file keeps its position, which is behind what the program has written.
inline int openDirectly(const char *path) {
  if (const std::optional<int> number = descriptorOf(path))
    return fcntl(*number, F_DUPFD_CLOEXEC, 0);
  return open(path, O_WRONLY | O_CLOEXEC);
}

} // namespace dpa

#endif
