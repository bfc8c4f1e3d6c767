// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares how the device and each host lay out the structs and unions of arguments. Given the
// host's spelling of them, lets clang parse it for each host triple in this process, and reports a
// type, a member and both layouts where they differ. The static assertions of the host stub check
// the real host compiler later; this one speaks earlier and better.
#ifndef DPA_CLANG_PLUGIN_LAYOUT_CHECK_H
#define DPA_CLANG_PLUGIN_LAYOUT_CHECK_H

#include "clang-plugin/host-types.h"

#include "clang-plugin/warnings.h"

#include <string>
#include <vector>

namespace dpa::frontend {

/// False if a difference was reported.
bool checkLayouts(const clang::ASTContext &device, const HostTypes &types,
                  const std::vector<std::string> &hostTriples);

/// The same as warnings.
void warnAboutLayouts(const clang::ASTContext &device, const HostTypes &types,
                      const std::vector<std::string> &hostTriples,
                      const WarningOptions &options);

} // namespace dpa::frontend

#endif
