// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of the device that the compiler can warn of. The same on every hardware model.
#ifndef DPA_CLANG_PLUGIN_DEVICE_LIMITS_H
#define DPA_CLANG_PLUGIN_DEVICE_LIMITS_H

#include <cstdint>

namespace dpa::frontend {

/// Bytes of a thread's stack that code may use, calls included.
inline constexpr uint64_t deviceStackSize = 8184;

} // namespace dpa::frontend

#endif
