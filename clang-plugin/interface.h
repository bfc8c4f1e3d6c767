// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface record in LLVM's own form, for modules that are stored as bitcode and so have no sections.
#ifndef DPA_CLANG_PLUGIN_INTERFACE_H
#define DPA_CLANG_PLUGIN_INTERFACE_H

#include "image/interface-record.h"

#include <memory>

namespace clang {
class CodeGenOptions;
}

namespace dpa::frontend {

/// Named metadata with one string: the bytes of the section.
inline constexpr const char *interfaceMetadata = "dpa.interface";

/// Adds the metadata to every module that goes through the pass pipeline with these options. The record is read then:
/// it may be filled in until parsing ends.
void addInterfaceMetadata(
    clang::CodeGenOptions &options,
    const std::shared_ptr<const image::InterfaceRecord> &record);

} // namespace dpa::frontend

#endif
