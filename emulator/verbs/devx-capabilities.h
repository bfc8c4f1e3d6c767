// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers to QUERY_HCA_CAP: the capabilities of the emulated device.
#ifndef DPA_EMULATOR_VERBS_DEVX_CAPABILITIES_H
#define DPA_EMULATOR_VERBS_DEVX_CAPABILITIES_H

#include "emulator/verbs/devx-objects.h"

namespace dpa::verbs::devx {

/// 0 or an errno. Maximum and current values are the same.
int queryCapabilities(Device &device, Command in, Answer out);

} // namespace dpa::verbs::devx

#endif
