// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of ports.
#include "emulator/verbs/port-files.h"

#include "emulator/interface/device.h"

#include <array>
#include <charconv>

namespace dpa::verbs {
namespace {

/// Removes the prefix. False: the text does not begin with it.
bool skip(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

struct PortPath {
  std::string device;
  uint32_t port = 0;
  std::string_view file; ///< below the folder of the port
};

std::optional<PortPath> parse(std::string_view path) {
  if (!skip(path, "/sys/class/infiniband/"))
    return std::nullopt;
  const size_t end = path.find('/');
  if (end == std::string_view::npos)
    return std::nullopt;
  PortPath parsed;
  parsed.device = path.substr(0, end);
  path.remove_prefix(end);
  if (!skip(path, "/ports/"))
    return std::nullopt;
  const auto number =
      std::from_chars(path.data(), path.data() + path.size(), parsed.port);
  path.remove_prefix(static_cast<size_t>(number.ptr - path.data()));
  if (number.ec != std::errc() || !skip(path, "/"))
    return std::nullopt;
  parsed.file = path;
  return parsed;
}

struct CounterFile {
  std::string_view name;
  uint64_t PortTraffic::*value;
  unsigned unit; ///< bytes
};

/// The unit of data is that of InfiniBand, 32-bit words.
constexpr std::array<CounterFile, 6> counterFiles = {{
    {"port_rcv_packets", &PortTraffic::receivedFrames, 1},
    {"port_rcv_data", &PortTraffic::receivedBytes, 4},
    {"port_rcv_errors", &PortTraffic::receiveErrors, 1},
    {"port_xmit_packets", &PortTraffic::sentFrames, 1},
    {"port_xmit_data", &PortTraffic::sentBytes, 4},
    {"port_xmit_discards", &PortTraffic::sendDrops, 1},
}};

std::optional<std::string> counterFile(const HostNic &nic, uint32_t port,
                                       std::string_view name) {
  for (const CounterFile &each : counterFiles)
    if (each.name == name)
      return std::to_string(nic.traffic(port).*each.value / each.unit);
  return std::nullopt;
}

} // namespace

std::optional<std::string> portFile(std::string_view path) {
  const std::optional<PortPath> parsed = parse(path);
  if (!parsed)
    return std::nullopt;
  const std::shared_ptr<Device> device = findDevice(parsed->device);
  const HostNic *nic = device ? device->nic() : nullptr;
  if (!nic || parsed->port < 1 || parsed->port > nic->portCount())
    return std::nullopt;
  std::string_view file = parsed->file;
  if (skip(file, "counters/"))
    return counterFile(*nic, parsed->port, file);
  const bool isUp = nic->port(parsed->port).isUp;
  if (file == "state")
    return isUp ? "4: ACTIVE" : "1: DOWN";
  if (file == "phys_state")
    return isUp ? "5: LinkUp" : "2: Polling";
  if (file == "link_layer")
    return "Ethernet";
  if (file == "rate")
    return "400 Gb/sec (4X NDR)";
  return std::nullopt;
}

} // namespace dpa::verbs
