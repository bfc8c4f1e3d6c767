// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device half of a call as C text: for each entry point an unpack function. The text is
// compiled at the end of the user's unit, so it uses the user's types, by their names.
#ifndef DPA_CLANG_PLUGIN_DEVICE_STUB_H
#define DPA_CLANG_PLUGIN_DEVICE_STUB_H

#include "clang-plugin/entry.h"
#include "image/interface-record.h"

#include <string>
#include <vector>

namespace clang {
struct PrintingPolicy;
}

namespace dpa::frontend {

/// `record` has the names; its functions are those of `entries`, in the same order.
std::string deviceStubText(const std::vector<Entry> &entries,
                           const image::InterfaceRecord &record,
                           const clang::PrintingPolicy &policy);

} // namespace dpa::frontend

#endif
