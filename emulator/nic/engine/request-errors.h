// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion statuses of requests that cannot be executed; nullopt for valid requests.
#ifndef DPA_EMULATOR_NIC_ENGINE_REQUEST_ERRORS_H
#define DPA_EMULATOR_NIC_ENGINE_REQUEST_ERRORS_H

#include "emulator/nic/data/keyed-memory.h"
#include "emulator/nic/wire/wqe.h"

#include <optional>

namespace dpa {

inline std::optional<WqeError> protectionError(KeyError error) {
  if (error == KeyError::None)
    return std::nullopt;
  return WqeError{DPA_SYNDROME_LOCAL_PROTECTION, describe(error)};
}

/// `why` is static text; null: no error.
inline std::optional<WqeError> operationError(const char *why) {
  if (!why)
    return std::nullopt;
  return WqeError{DPA_SYNDROME_LOCAL_QP_OPERATION, why};
}

} // namespace dpa

#endif
