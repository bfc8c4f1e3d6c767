// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts the interface record into the module: a private constant in the section ".dpa_interface",
// marked as excluded from links. Bitcode carries it as that constant, an object as that section.
#ifndef DPA_CLANG_PLUGIN_INTERFACE_H
#define DPA_CLANG_PLUGIN_INTERFACE_H

#include "image/interface-record.h"

#include <memory>

namespace clang {
class CodeGenOptions;
}

namespace dpa::frontend {

/// Adds the record to every module that goes through the pass pipeline with these options, unless
/// it has one. The record is read then: it may be filled in until parsing ends.
void addInterfaceRecord(
    clang::CodeGenOptions &options,
    const std::shared_ptr<const image::InterfaceRecord> &record);

} // namespace dpa::frontend

#endif
