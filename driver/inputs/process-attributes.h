// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file of process attributes (-dpa-proc-attr). Given the options; returns its bytes, or reports
// what is wrong with it.
#ifndef DPA_DRIVER_INPUTS_PROCESS_ATTRIBUTES_H
#define DPA_DRIVER_INPUTS_PROCESS_ATTRIBUTES_H

#include "base/bytes.h"
#include "driver/options/options.h"

#include <optional>

namespace dpa::driver {

/// The process attributes that the options name, if any; reports and returns false if they cannot
/// be read.
bool readAttributesOrReport(const Options &options,
                            std::optional<Bytes> &attributes);

} // namespace dpa::driver

#endif
