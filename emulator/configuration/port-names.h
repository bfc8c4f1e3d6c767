// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of ports' settings: kinds and units of time. For the functions that
// read and write their text.
#ifndef DPA_EMULATOR_CONFIGURATION_PORT_NAMES_H
#define DPA_EMULATOR_CONFIGURATION_PORT_NAMES_H

#include "emulator/configuration/port-settings.h"

#include <algorithm>

namespace dpa {

struct KindName {
  PortKind kind;
  std::string_view name;
  bool hasTarget; ///< ":TARGET" follows
};

constexpr KindName kindNames[] = {
    {PortKind::Loopback, "loopback", false}, {PortKind::Up, "up", false},
    {PortKind::Down, "down", false},         {PortKind::Tap, "tap", true},
    {PortKind::Interface, "if", true},       {PortKind::Pcap, "pcap", true},
    {PortKind::Unix, "unix", true},          {PortKind::Udp, "udp", true},
    {PortKind::Vport, "vport", true},
};

constexpr std::string_view nameOf(PortKind kind) {
  return std::ranges::find(kindNames, kind, &KindName::kind)->name;
}

struct TimeUnit {
  std::string_view name;
  uint64_t size; ///< nanoseconds
};

/// Largest first.
constexpr TimeUnit timeUnits[] = {
    {"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1000}, {"ns", 1}};
constexpr uint64_t delayMax = 1'000'000'000'000;

} // namespace dpa

#endif
