// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the device interface that says how messages of device code reach
// the host, and what the host library logs: settings of the device, values only.
#ifndef DPA_EMULATOR_INTERFACE_MESSAGES_H
#define DPA_EMULATOR_INTERFACE_MESSAGES_H

#include "emulator/interface/log-settings.h"

namespace dpa {

struct MessageSettings {
  /// Each message is shown after "/", the number of its EU in two columns, "/".
  bool showsUnit = false;
  /// The port is up. Messages need it, as on a card: while it is down they are
  /// lost, and the device code continues.
  bool portIsUp = true;
  /// Of the host library, unless the program chooses a level.
  LogSettings log;

  bool operator==(const MessageSettings &) const = default;
};

} // namespace dpa

#endif
