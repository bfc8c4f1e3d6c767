// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface records that an object carries: an ELF object in a section, bitcode in a global
// variable that would become that section (interface.h), a DPA object for all that is in it. Given
// untrusted bytes; returns the records, none if there are none. Needs nothing of clang: the small
// tools read with it, too.
#ifndef DPA_CLANG_PLUGIN_OBJECT_INTERFACE_H
#define DPA_CLANG_PLUGIN_OBJECT_INTERFACE_H

#include "image/interface-record.h"

namespace dpa::frontend {

/// Errors: another kind of file, a damaged file.
Result<std::vector<image::InterfaceRecord>> readInterface(ByteView object);

} // namespace dpa::frontend

#endif
