// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of fields as text: in XML, and in queries.
#ifndef DPA_TOOLS_DPA_CONFIG_VALUES_H
#define DPA_TOOLS_DPA_CONFIG_VALUES_H

#include "authentication/nv-tlv.h"

namespace dpa::config {

/// Sets a field from the text of an XML element. Errors: a value that the field
/// cannot have.
Result<void> parseValue(std::string_view text, const auth::NvField &field,
                        auth::Tlv &tlv);

/// For a query: "True(1)", "65537", 32 digits, "Array[0..255]".
std::string shownValue(const auth::Tlv &tlv, const auth::NvField &field);

} // namespace dpa::config

#endif
