// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What to do about undefined symbols whose names say nothing to the author of a program: parts of a
// C library that a device does not have. Given the text that the linker printed; reports one note
// for each missing part.
#ifndef DPA_DRIVER_STAGES_LINK_HINTS_H
#define DPA_DRIVER_STAGES_LINK_HINTS_H

#include "llvm/ADT/StringRef.h"

namespace dpa::driver {

void reportLinkHints(llvm::StringRef messages);

} // namespace dpa::driver

#endif
