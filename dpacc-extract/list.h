// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The list of device programs in its two forms, on standard output.
#ifndef DPA_DPACC_EXTRACT_LIST_H
#define DPA_DPACC_EXTRACT_LIST_H

#include "dpacc-extract/actions.h"
#include "image/elf-file.h"

namespace dpa::extract {

/// The choices of one app follow each other.
void printText(const Request &request, const std::vector<Choice> &choices);
void printJson(const Request &request, const std::vector<Choice> &choices);

/// "function", "object": the kind of a symbol.
const char *kindOfSymbol(const image::ElfSymbol &symbol);

} // namespace dpa::extract

#endif
