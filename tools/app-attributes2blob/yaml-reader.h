// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads process attributes from YAML: one map "Feature_list", possibly empty,
// whose keys are names of features and whose values are booleans. Errors go to
// standard error with file, line, column and the line itself.
#ifndef DPA_TOOLS_APP_ATTRIBUTES2BLOB_YAML_READER_H
#define DPA_TOOLS_APP_ATTRIBUTES2BLOB_YAML_READER_H

#include "image/process-attributes.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace dpa::attributes {

/// Nothing after errors; all of them are reported, up to the first one that breaks
/// the syntax. `file` is for messages.
std::optional<std::vector<image::ProcessAttribute>>
readYaml(llvm::StringRef text, const std::string &file);

} // namespace dpa::attributes

#endif
