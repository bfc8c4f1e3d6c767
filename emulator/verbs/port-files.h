// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// State and counters of a port as the kernel's files in sysfs show them:
// /sys/class/infiniband/DEVICE/ports/N/state and others.
#ifndef DPA_EMULATOR_VERBS_PORT_FILES_H
#define DPA_EMULATOR_VERBS_PORT_FILES_H

#include <optional>
#include <string>
#include <string_view>

namespace dpa::verbs {

/// What a file has, without a line feed. Nothing: it is not one of these, or the
/// program does not have the device open.
std::optional<std::string> portFile(std::string_view path);

} // namespace dpa::verbs

#endif
