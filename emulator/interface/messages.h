// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the device interface that says how messages of device code reach
// the host, and what the host library logs: settings of the device, values only.
#ifndef DPA_EMULATOR_INTERFACE_MESSAGES_H
#define DPA_EMULATOR_INTERFACE_MESSAGES_H

#include <cstdint>

namespace dpa {

/// Most important first, as those of Flex IO.
enum class LogLevel : uint8_t { Error, Warning, Info, Debug };

struct MessageSettings {
  /// Each message is shown after "/", the number of its EU in two columns, "/".
  bool showsUnit = false;
  /// The port is up. Messages need it, as on a card: while it is down they are
  /// lost, and the device code continues.
  bool portIsUp = true;
  /// The least important level that is logged, unless the program chooses one.
  LogLevel logLevel = LogLevel::Warning;

  bool operator==(const MessageSettings &) const = default;
};

} // namespace dpa

#endif
