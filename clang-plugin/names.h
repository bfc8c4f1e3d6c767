// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of everything generated, made from the stem of the source and the name of the entry
// point; the only place that knows them. Stems are identifiers already.
#ifndef DPA_CLANG_PLUGIN_NAMES_H
#define DPA_CLANG_PLUGIN_NAMES_H

#include <cstddef>
#include <string>

namespace dpa::frontend {

/// What the run-time library accepts as the name of a device function, in bytes.
inline constexpr size_t maximumNameLength = 256;

/// A stem as part of a C identifier: letters, digits and '_' stay, any other
/// byte becomes '_' and two hexadecimal digits (so that "a-b" and "a.b"
/// differ); a digit in front gets a '_'.
std::string identifierFromStem(const std::string &stem);

std::string packName(const std::string &stem, const std::string &function);

/// At most maximumNameLength bytes: of a longer name the end is replaced by 16 hexadecimal digits
/// of its MD5.
std::string unpackName(const std::string &stem, const std::string &function);

/// Tag of the struct that describes the argument buffer.
std::string argumentsName(const std::string &stem, const std::string &function);

/// Function that registers the entry points of one source.
std::string registerName(const std::string &stem);

} // namespace dpa::frontend

#endif
