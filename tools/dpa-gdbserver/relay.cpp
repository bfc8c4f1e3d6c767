// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two directions, one thread.
#include "tools/dpa-gdbserver/relay.h"

#include "base/system-error.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace dpa::gdbserver {
namespace {

/// False: `from` has ended, or `to` does not take any more.
bool copy(int from, int to) {
  constexpr size_t piece = 16384;
  std::array<char, piece> buffer;
  const ssize_t size = read(from, buffer.data(), buffer.size());
  if (size < 0)
    return errno == EAGAIN || errno == EINTR;
  return size != 0 && writeAll(to, buffer.data(), static_cast<size_t>(size));
}

} // namespace

bool writeAll(int file, const char *bytes, size_t size) {
  while (size != 0) {
    const ssize_t written = write(file, bytes, size);
    if (written >= 0) {
      bytes += written;
      size -= static_cast<size_t>(written);
      continue;
    }
    if (errno != EAGAIN && errno != EINTR)
      return false;
    pollfd room = {.fd = file, .events = POLLOUT, .revents = 0};
    poll(&room, 1, -1);
  }
  return true;
}

Result<void> relay(const Debugger &debugger, int process) {
  for (;;) {
    std::array<pollfd, 2> files = {
        pollfd{.fd = debugger.input, .events = POLLIN, .revents = 0},
        pollfd{.fd = process, .events = POLLIN, .revents = 0}};
    if (poll(files.data(), files.size(), -1) < 0 && errno != EINTR)
      return systemError("poll");
    if (files[1].revents != 0 && !copy(process, debugger.output))
      return {};
    if (files[0].revents != 0 && !copy(debugger.input, process))
      return {};
  }
}

} // namespace dpa::gdbserver
