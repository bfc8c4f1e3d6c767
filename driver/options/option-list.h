// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lists that some options take ("-O2,-DX -I dir"): commas and blanks
// separate, mixed, empty items are skipped, the order stays and nothing is
// removed. Quotes and backslashes protect as in a shell. After -Wl, -Wa and -Wp
// commas belong to the item.
#ifndef DPA_DRIVER_OPTIONS_OPTION_LIST_H
#define DPA_DRIVER_OPTIONS_OPTION_LIST_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace dpa::driver {

/// The items of a list; nothing if a quote is not closed.
std::optional<std::vector<std::string>> splitOptionList(llvm::StringRef list);

} // namespace dpa::driver

#endif
