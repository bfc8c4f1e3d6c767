// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface records of any file that has some: a DPA object, a device
// object as ELF file or as LLVM bitcode. An object without records gives an
// empty list. Errors: none of these, a damaged file.
#ifndef DPA_TOOLS_OBJPROC_RECORDS_H
#define DPA_TOOLS_OBJPROC_RECORDS_H

#include "image/interface-record.h"

namespace dpa::objproc {

Result<std::vector<image::InterfaceRecord>>
readRecords(const std::string &file);

} // namespace dpa::objproc

#endif
