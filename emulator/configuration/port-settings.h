// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the ports of a device are configured to be, and their text: that of the
// option --port, of its variable and of the configuration file.
// docs/network.md describes it. Opens nothing: whether a file or an interface
// exists is found out when the device is opened.
#ifndef DPA_EMULATOR_CONFIGURATION_PORT_SETTINGS_H
#define DPA_EMULATOR_CONFIGURATION_PORT_SETTINGS_H

#include "emulator/configuration/file-name.h"
#include "emulator/interface/roce-path.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dpa {

/// Ports of a device.
constexpr uint32_t devicePortsMax = 2;

/// Addresses of a port that can be set.
constexpr size_t portAddressesMax = 14;

/// Bytes of an Ethernet frame's payload. The default has room for jumbo frames.
constexpr uint32_t portMtuMin = 68;
constexpr uint32_t portMtuMax = 9978;
constexpr uint32_t portMtuDefault = 9216;
/// Header and VLAN tag, which are not part of the payload.
constexpr uint32_t frameOverhead = 18;

/// What is at the other end of a port.
enum class PortKind : uint8_t {
  Loopback,  ///< the port itself
  Up,        ///< nothing; sent frames are lost
  Down,      ///< nothing, and the link is down
  Tap,       ///< the kernel, through a TAP interface that the port makes
  Interface, ///< what is behind a network interface of this machine
  Pcap,      ///< a file of frames
  Unix,      ///< ports of other processes on this machine
  Udp,       ///< ports on other machines
  Vport,     ///< the embedded switch of another device
};

/// When the frames of a file arrive.
enum class PcapTimes : uint8_t {
  Fast,     ///< as soon as the receiver has a buffer for them
  Recorded, ///< at the distances of their time stamps
};

/// What happens to frames that a port sends. Probabilities are in billionths.
struct Impairments {
  static constexpr uint32_t always = 1'000'000'000;

  uint32_t loss = 0;
  uint32_t duplicate = 0;
  uint32_t reorder = 0; ///< the frame is sent after the next one
  uint64_t delay = 0;   ///< nanoseconds
  uint64_t seed = 1;    ///< of the generator that decides

  bool any() const { return loss || duplicate || reorder || delay; }
  bool operator==(const Impairments &) const = default;
};

struct PortSettings {
  PortKind kind = PortKind::Loopback;
  /// The interface, the file, the path of the switch, the local address, or
  /// DEVICE/N of a vport.
  FileName target;
  std::vector<std::string> peers; ///< of Udp: "host:port"
  PcapTimes times = PcapTimes::Fast;
  FileName captureFile; ///< empty: none
  Impairments impairments;
  std::optional<uint32_t> mtu;   ///< unset: the default of the kind
  std::optional<MacAddress> mac; ///< unset: one of the port's own
  std::vector<Gid> addresses;    ///< beside the link-local one

  bool operator==(const PortSettings &) const = default;
};

/// Vports that other functions of a card may have.
constexpr uint32_t vportMax = 0xfffe;

/// A vport by the device that has the embedded switch, and its number.
struct VportName {
  std::string_view device; ///< part of the settings
  uint32_t number = 0;
};

/// Of a port of the kind Vport.
VportName vportOf(const PortSettings &port);

/// "KIND[,option=value..]". On failure false, with a message in `error`.
bool parsePortText(std::string_view text, PortSettings &port,
                   std::string &error);
/// The shortest text that parsePortText() reads to the same.
std::string portText(const PortSettings &port);

/// A port of some devices: "[DEVICE[/N]=]KIND[,option=value..]".
struct PortChoice {
  std::string_view device; ///< part of the text; empty: each device
  uint32_t number = 1;
  PortSettings settings;
};

/// What separates the choices in the variable.
constexpr char portSeparator = ';';

/// A list of choices; whether the devices exist is not known here. On failure
/// nothing, with a message in `error`.
std::optional<std::vector<PortChoice>> parsePortList(std::string_view text,
                                                     std::string &error);

} // namespace dpa

#endif
