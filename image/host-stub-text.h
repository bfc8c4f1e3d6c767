// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes to host stubs, the C text that travels in interface records: a link
// compiles the texts of all its inputs as one unit, where every input needs a
// stem of its own and exactly one function that registers its entry points
// (_dpacc_file_<stem>_register_all).
#ifndef DPA_IMAGE_HOST_STUB_TEXT_H
#define DPA_IMAGE_HOST_STUB_TEXT_H

#include "image/interface-record.h"

namespace dpa::image {

/// Begins the line of an entry point: "/* dpacc entry: name|parameters|arguments */", for typed headers.
inline constexpr std::string_view prototypeMark = "/* dpacc entry: ";

/// The function that registers the entry points of an input.
std::string registerFunction(const std::string &stem);

/// The records of one input as one record with the given stem, a part of a C
/// identifier. No records give a text that registers nothing. Names that device
/// code knows stay.
InterfaceRecord combineRecords(std::vector<InterfaceRecord> records,
                               const std::string &stem);

} // namespace dpa::image

#endif
