// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line of a library's log on standard error. Written whole, whatever other
// threads do; control characters are escaped; never fails; keeps errno;
// allocates nothing.
#ifndef DPA_BASE_LOG_LINE_H
#define DPA_BASE_LOG_LINE_H

#include "base/message-text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdio>

namespace dpa {

/// "program: kind: text": the text is that of vprintf.
[[gnu::format(printf, 3, 0)]] inline void printLine(const char *program,
                                                    const char *kind,
                                                    const char *format,
                                                    va_list arguments) {
  constexpr size_t sizeMax = 2048; // longer texts are truncated
  const int savedErrno = errno;
  std::array<char, sizeMax> text;
  std::array<char, escapedSizeMax * sizeMax> escaped;
  const int length =
      std::vsnprintf(text.data(), text.size(), format, arguments);
  const size_t shown =
      std::min(static_cast<size_t>(std::max(length, 0)), sizeMax - 1);
  const char *end = escapeControls({text.data(), shown}, escaped.data());
  std::fprintf(stderr, "%s: %s: %.*s\n", program, kind,
               static_cast<int>(end - escaped.data()), escaped.data());
  errno = savedErrno;
}

[[gnu::format(printf, 3, 4)]] inline void
printLine(const char *program, const char *kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printLine(program, kind, format, arguments);
  va_end(arguments);
}

} // namespace dpa

#endif
