// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first message of a connection between two ports on a Unix switch: the name
// of the port that connects, which is that of its socket in the switch's folder.
#ifndef DPA_EMULATOR_NIC_PORT_UNIX_GREETING_H
#define DPA_EMULATOR_NIC_PORT_UNIX_GREETING_H

#include "base/bytes.h"

namespace dpa {

/// The number is that of the protocol: any change needs another one.
constexpr std::string_view greetingStart = "dpa-port-1 ";
/// Letters of a name, all of them hexadecimal digits.
constexpr size_t memberNameSize = 16;

inline bool isMemberName(std::string_view text) {
  return text.size() == memberNameSize &&
         text.find_first_not_of("0123456789abcdef") == text.npos;
}

inline std::string greetingOf(std::string_view name) {
  return std::string(greetingStart) + std::string(name);
}

/// The name in a greeting; empty if the message is not one.
inline std::string_view nameInGreeting(ByteView message) {
  const std::string_view text = textOf(message);
  if (!text.starts_with(greetingStart))
    return {};
  const std::string_view name = text.substr(greetingStart.size());
  return isMemberName(name) ? name : std::string_view();
}

} // namespace dpa

#endif
