// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM IR among the sources: code that was made for another machine has its layouts and cannot be
// compiled for the device. Given paths; reports what is not for 64-bit RISC-V, and bitcode that
// crashes its reader.
#ifndef DPA_DRIVER_INPUTS_IR_INPUT_H
#define DPA_DRIVER_INPUTS_IR_INPUT_H

#include "driver/options/options.h"

namespace dpa::driver {

void checkIrInputs(const Options &options);

} // namespace dpa::driver

#endif
