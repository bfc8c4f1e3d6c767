// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the text of a port: the kind, then each option that is not as by
// default.
#include "emulator/configuration/port-names.h"

#include <arpa/inet.h>
#include <array>
#include <cstdio>

namespace dpa {
namespace {

/// 0.01, without zeros at the end.
std::string partText(uint32_t part) {
  if (part == Impairments::always)
    return "1";
  const std::string digits =
      std::to_string(Impairments::always + part).substr(1);
  return "0." + digits.substr(0, digits.find_last_not_of('0') + 1);
}

std::string delayText(uint64_t delay) {
  const auto *unit = std::ranges::find_if(
      timeUnits, [&](const TimeUnit &each) { return delay % each.size == 0; });
  return std::to_string(delay / unit->size) + std::string(unit->name);
}

std::string macText(const MacAddress &mac) {
  std::array<char, 18> text;
  std::snprintf(text.data(), text.size(), "%02x:%02x:%02x:%02x:%02x:%02x",
                mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
  return text.data();
}

std::string addressText(const Gid &gid) {
  std::array<char, INET6_ADDRSTRLEN> text;
  constexpr Gid mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  constexpr size_t v4At = 12;
  const bool isV4 = std::equal(gid.begin(), gid.begin() + v4At, mapped.begin());
  if (isV4)
    inet_ntop(AF_INET, gid.data() + v4At, text.data(), text.size());
  else
    inet_ntop(AF_INET6, gid.data(), text.data(), text.size());
  return text.data();
}

} // namespace

std::string portText(const PortSettings &port) {
  std::string text(nameOf(port.kind));
  if (!port.target.empty())
    text += ":" + std::string(port.target.view());
  auto add = [&](const char *name, const std::string &value) {
    text += std::string(",") + name + "=" + value;
  };
  for (const std::string &peer : port.peers)
    add("peer", peer);
  if (port.times == PcapTimes::Recorded)
    add("times", "recorded");
  if (!port.captureFile.empty())
    add("out", std::string(port.captureFile.view()));
  const Impairments &impairments = port.impairments;
  if (impairments.loss != 0)
    add("loss", partText(impairments.loss));
  if (impairments.duplicate != 0)
    add("duplicate", partText(impairments.duplicate));
  if (impairments.reorder != 0)
    add("reorder", partText(impairments.reorder));
  if (impairments.delay != 0)
    add("delay", delayText(impairments.delay));
  if (impairments.seed != Impairments().seed)
    add("seed", std::to_string(impairments.seed));
  if (port.mtu)
    add("mtu", std::to_string(*port.mtu));
  if (port.mac)
    add("mac", macText(*port.mac));
  for (const Gid &address : port.addresses)
    add("ip", addressText(address));
  return text;
}

} // namespace dpa
