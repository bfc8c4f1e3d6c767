// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The error of a system call that has just failed.
#ifndef DPA_BASE_SYSTEM_ERROR_H
#define DPA_BASE_SYSTEM_ERROR_H

#include "base/result.h"

#include <cerrno>
#include <cstring>
#include <string>

namespace dpa {

/// "what: the meaning of errno"; `what` names the file, or the call.
inline Error systemError(const std::string &what) {
  return Error{what + ": " + std::strerror(errno)};
}

} // namespace dpa

#endif
