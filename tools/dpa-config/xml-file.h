// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Configuration files as XML: writes templates, reads completed files.
#ifndef DPA_TOOLS_DPA_CONFIG_XML_FILE_H
#define DPA_TOOLS_DPA_CONFIG_XML_FILE_H

#include "authentication/nv-tlv.h"

#include <functional>

namespace dpa::config {

/// A template with these TLVs, with or without all attributes.
std::string makeTemplate(std::span<const auth::NvKind *const> kinds,
                         bool hasAttributes);

/// Receives a warning: "line 3: ...".
using WarningSink = std::function<void(const std::string &)>;

/// The TLVs of an XML file, in its order. Errors: "line 3: what is wrong".
Result<std::vector<auth::Tlv>> readXml(ByteView text, const WarningSink &warn);

} // namespace dpa::config

#endif
