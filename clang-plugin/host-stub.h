// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host half of a call as C text: for each entry point a weak function whose address is the
// handle, a weak function that packs variadic arguments into the argument buffer, and one function
// that registers all of them. C99 that needs no header; the texts of several sources can stand one
// after the other in one unit.
#ifndef DPA_CLANG_PLUGIN_HOST_STUB_H
#define DPA_CLANG_PLUGIN_HOST_STUB_H

#include "clang-plugin/entry.h"
#include "clang-plugin/host-types.h"
#include "image/interface-record.h"

#include <string>
#include <vector>

namespace dpa::frontend {

/// `record` has the names; its functions are those of `entries`, in the same order. The types go
/// into `types`.
std::string hostStubText(const clang::ASTContext &context,
                         const std::vector<Entry> &entries,
                         const image::InterfaceRecord &record,
                         HostTypes &types);

} // namespace dpa::frontend

#endif
