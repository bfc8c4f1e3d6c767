// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the links with a thread share: a buffer for the largest frame that can
// arrive, and what a failed send is counted as.
#ifndef DPA_EMULATOR_NIC_PORT_LIVE_LINK_H
#define DPA_EMULATOR_NIC_PORT_LIVE_LINK_H

#include "emulator/nic/port/make-link.h"
#include "emulator/nic/port/reader-thread.h"

#include <array>
#include <cerrno>
#include <sys/types.h>

namespace dpa {

/// Frames above the MTU are received, too, so that the port can say how large
/// they are: up to 64 KiB.
using FrameBuffer = std::array<std::byte, (size_t(64) << 10) + frameOverhead>;

/// Bytes that a socket should store for a slow reader, if the kernel allows it.
constexpr int socketBufferSize = 4 << 20;

/// `result` is that of a system call that sends, with its errno, which is kept
/// from the program.
inline void countSendFailure(ssize_t result, PortCounters &counters) {
  if (result >= 0)
    return;
  switch (errno) {
  case ENETDOWN:
  case ENXIO:
  case EIO: // a TAP interface that is down
  case EPIPE:
  case ECONNRESET:
    counters.countDrop(FrameDrop::LinkDown);
    break;
  case EMSGSIZE:
    counters.countDrop(FrameDrop::TooLong);
    break;
  default:
    counters.countDrop(FrameDrop::NoRoom);
  }
}

} // namespace dpa

#endif
