// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A descriptor that becomes readable on an event and stays so until it is read.
#ifndef DPA_RUNTIME_HOST_SUPPORT_EVENT_FD_H
#define DPA_RUNTIME_HOST_SUPPORT_EVENT_FD_H

#include <cerrno>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>

namespace dpa::host {

class EventFd {
public:
  /// Throws std::system_error if it cannot be created.
  EventFd() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0)
      throw std::system_error(errno, std::generic_category(),
                              "cannot create an event descriptor");
  }
  ~EventFd() { close(descriptor_); }
  EventFd(const EventFd &) = delete;
  EventFd &operator=(const EventFd &) = delete;

  int fd() const { return descriptor_; }

  void raise() const noexcept { eventfd_write(descriptor_, 1); }

private:
  int descriptor_;
};

} // namespace dpa::host

#endif
