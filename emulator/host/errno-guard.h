// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps errno of a thread of the host program that runs an execution unit
// (docs/design.md, decision 4). Signal mask and rounding mode are kept because
// nothing touches them.
#ifndef DPA_EMULATOR_HOST_ERRNO_GUARD_H
#define DPA_EMULATOR_HOST_ERRNO_GUARD_H

#include <cerrno>

namespace dpa {

class ErrnoGuard {
public:
  ErrnoGuard() : errno_(errno) {}
  ~ErrnoGuard() { errno = errno_; }
  ErrnoGuard(const ErrnoGuard &) = delete;
  ErrnoGuard &operator=(const ErrnoGuard &) = delete;

private:
  int errno_;
};

} // namespace dpa

#endif
