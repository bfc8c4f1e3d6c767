// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What to do about undefined symbols whose names say nothing to the author of a program: parts of a
// C library that a device does not have; and which file has what a linker script rejects as a whole.
// Given the text that the linker printed, and the input files that another program made; reports one
// note for each missing part.
#ifndef DPA_DRIVER_STAGES_LINK_HINTS_H
#define DPA_DRIVER_STAGES_LINK_HINTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace dpa::driver {

void reportLinkHints(llvm::StringRef messages,
                     llvm::ArrayRef<std::string> given);

} // namespace dpa::driver

#endif
