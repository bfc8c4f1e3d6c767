// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Live ports, whose frames arrive at any time, in reproducible runs: what a
// recording says of one, and whether a recording fits one.
#ifndef DPA_EMULATOR_CARD_LIVE_PORT_H
#define DPA_EMULATOR_CARD_LIVE_PORT_H

#include "emulator/configuration/port-settings.h"
#include "emulator/schedule/port-inputs.h"

namespace dpa {

bool isLive(const PortSettings &port);

/// What must be known before a live port is opened in a run that is not a replay.
/// False, with a message in `error`: it cannot be part of such a run.
bool canBeOrdered(const PortSettings &port, bool isRecorded,
                  std::string &error);

/// The text of a port for recordings, with the MAC address and MTU that it has got. `name`: of device and
/// port. The capture is not part of it.
std::string recordedText(std::string_view name, const PortSettings &port);

/// The port of a replay. `recorded`: recordedText() of the recording; empty if
/// its port was not live. Sets the MAC address and the MTU of `port` to those of
/// the recording. False, with a message in `error`: it is another port.
bool adoptRecorded(std::string_view recorded, std::string_view name,
                   PortSettings &port, std::string &error);

} // namespace dpa

#endif
