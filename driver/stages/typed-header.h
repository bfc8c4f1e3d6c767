// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header of -gen-header: a typed function for each entry point, for C and C++ host programs, so
// that wrong arguments are compile errors. Given the interface records of all inputs; the types of
// structs and enumerations are the user's, who includes their header first.
#ifndef DPA_DRIVER_STAGES_TYPED_HEADER_H
#define DPA_DRIVER_STAGES_TYPED_HEADER_H

#include "driver/inputs/inputs.h"
#include "driver/stages/output-files.h"
#include "image/interface-record.h"

namespace dpa::driver {

/// Adds the header to the outputs if there is to be one.
bool addTypedHeader(const Inputs &inputs,
                    llvm::ArrayRef<image::InterfaceRecord> records,
                    OutputFiles &outputs);

} // namespace dpa::driver

#endif
