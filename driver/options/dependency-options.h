// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of dependency files among the device options: clang does not get them as they are,
// because it compiles once for each model. Words only.
#ifndef DPA_DRIVER_OPTIONS_DEPENDENCY_OPTIONS_H
#define DPA_DRIVER_OPTIONS_DEPENDENCY_OPTIONS_H

#include "driver/options/options.h"

namespace dpa::driver {

/// Takes -MD, -MMD, -MF, -MT, -MQ and -MP out of the device options; the rest in its order.
std::vector<std::string>
takeDependencyOptions(const std::vector<std::string> &deviceOptions,
                      DependencyOptions &taken);

} // namespace dpa::driver

#endif
