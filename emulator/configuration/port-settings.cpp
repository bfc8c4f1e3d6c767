// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the text of ports. An option is a row of the table `options`, with the
// kinds that it is for; portText() of port-text.cpp is the reverse.
#include "emulator/configuration/port-settings.h"

#include "base/nearest-name.h"
#include "base/parse-number.h"
#include "emulator/configuration/device-name.h"
#include "emulator/configuration/port-names.h"

#include <arpa/inet.h>
#include <charconv>
#include <cmath>

namespace dpa {
namespace {

constexpr std::string_view kindsExpected =
    "loopback, up, down, tap:NAME, if:NAME, pcap:FILE, unix:PATH, "
    "udp:[HOST:]PORT or vport:DEVICE/N";
constexpr std::string_view peerExpected = "HOST:PORT, such as 10.0.0.2:4791";
/// Longest name of a network interface (IFNAMSIZ with its NUL is 16).
constexpr size_t interfaceNameMax = 15;

bool fail(std::string &error, std::string_view expected,
          std::string_view text) {
  error =
      "expected " + std::string(expected) + ", got '" + std::string(text) + "'";
  return false;
}

bool parsePart(std::string_view text, uint32_t &part) {
  double value = 0;
  if (!parseNumber(text, value) || !(value >= 0) || value > 1)
    return false;
  part = static_cast<uint32_t>(std::lround(value * Impairments::always));
  return true;
}

bool parseDelay(std::string_view text, uint64_t &delay) {
  const size_t digits =
      std::min(text.find_first_not_of("0123456789"), text.size());
  uint64_t number = 0;
  if (!parseNumber(text.substr(0, digits), number))
    return false;
  for (const TimeUnit &unit : timeUnits)
    if (text.substr(digits) == unit.name && number <= delayMax / unit.size) {
      delay = number * unit.size;
      return true;
    }
  return false;
}

bool isPortNumber(std::string_view text) {
  uint16_t number = 0;
  return parseNumber(text, number) && number != 0;
}

/// "HOST:PORT"; an IPv6 address is in brackets.
bool isPeer(std::string_view text) {
  const size_t colon = text.rfind(':');
  return colon != text.npos && colon != 0 &&
         isPortNumber(text.substr(colon + 1)) &&
         (text.substr(0, colon).find(':') == text.npos ||
          (text.front() == '[' && text[colon - 1] == ']'));
}

std::optional<VportName> readVport(std::string_view text) {
  const size_t slash = text.find('/');
  VportName name{.device = text.substr(0, slash)};
  if (slash == text.npos || !isDeviceName(name.device) ||
      !parseNumber(text.substr(slash + 1), name.number) || name.number == 0 ||
      name.number > vportMax)
    return std::nullopt;
  return name;
}

/// Six pairs of hexadecimal digits; an address of one station.
bool parseMac(std::string_view text, MacAddress &mac) {
  constexpr size_t step = 3; // with the colon
  constexpr int base = 16;
  if (text.size() != mac.size() * step - 1)
    return false;
  for (size_t i = 0; i < mac.size(); ++i) {
    const char *digits = text.data() + i * step;
    const auto [stop, failure] =
        std::from_chars(digits, digits + 2, mac.at(i), base);
    if (failure != std::errc() || stop != digits + 2 ||
        (i + 1 < mac.size() && digits[2] != ':'))
      return false;
  }
  return (mac[0] & 1) == 0;
}

/// An IPv4 address is mapped.
bool parseAddress(std::string_view text, std::vector<Gid> &addresses) {
  const std::string copy(text);
  Gid gid{};
  constexpr size_t v4At = 12;
  if (inet_pton(AF_INET, copy.c_str(), &gid.at(v4At)) == 1)
    gid[10] = gid[11] = 0xff;
  else if (inet_pton(AF_INET6, copy.c_str(), gid.data()) != 1)
    return false;
  addresses.push_back(gid);
  return addresses.size() <= portAddressesMax;
}

using KindSet = uint32_t;
constexpr KindSet in(PortKind kind) {
  return KindSet(1) << static_cast<unsigned>(kind);
}
constexpr KindSet allKinds = ~KindSet(0);
constexpr KindSet sendingKinds = allKinds & ~in(PortKind::Down);

struct Option {
  std::string_view name;
  KindSet kinds;
  std::string_view expected;
  bool (*parse)(std::string_view text, PortSettings &port);
};

constexpr std::string_view partExpected = "a probability of 0 to 1, such as "
                                          "0.01";
constexpr std::string_view fileExpected = "the name of a file to write";

static_assert(portAddressesMax == 14, "text of option ip");
static_assert(portMtuMin == 68 && portMtuMax == 9978, "text of option mtu");
constexpr Option options[] = {
    {"mtu", allKinds, "68 to 9978 bytes",
     [](auto text, auto &port) {
       return parseNumber(text, port.mtu.emplace()) &&
              *port.mtu >= portMtuMin && *port.mtu <= portMtuMax;
     }},
    {"mac", allKinds, "a MAC address of one station, such as 02:00:00:00:00:01",
     [](auto text, auto &port) { return parseMac(text, port.mac.emplace()); }},
    {"ip", allKinds, "an IPv4 or IPv6 address, at most 14 of them",
     [](auto text, auto &port) { return parseAddress(text, port.addresses); }},
    {"out", sendingKinds, fileExpected,
     [](auto text, auto &port) { return port.captureFile.assign(text); }},
    {"times", in(PortKind::Pcap), "one of fast recorded",
     [](auto text, auto &port) {
       port.times = text == "recorded" ? PcapTimes::Recorded : PcapTimes::Fast;
       return text == "recorded" || text == "fast";
     }},
    {"peer", in(PortKind::Udp), peerExpected,
     [](auto text, auto &port) {
       port.peers.emplace_back(text);
       return isPeer(text);
     }},
    {"loss", sendingKinds, partExpected,
     [](auto text, auto &port) {
       return parsePart(text, port.impairments.loss);
     }},
    {"duplicate", sendingKinds, partExpected,
     [](auto text, auto &port) {
       return parsePart(text, port.impairments.duplicate);
     }},
    {"reorder", sendingKinds, partExpected,
     [](auto text, auto &port) {
       return parsePart(text, port.impairments.reorder);
     }},
    {"delay", sendingKinds, "a time of up to 1000s, such as 50us",
     [](auto text, auto &port) {
       return parseDelay(text, port.impairments.delay);
     }},
    {"seed", sendingKinds, "a number below 2^64",
     [](auto text, auto &port) {
       return parseNumber(text, port.impairments.seed);
     }},
};

const Option *findOption(std::string_view name) {
  const auto *found = std::ranges::find(options, name, &Option::name);
  return found == std::end(options) ? nullptr : found;
}

bool unknownOption(std::string_view name, std::string &error) {
  std::vector<std::string_view> known;
  for (const Option &option : options)
    known.push_back(option.name);
  error =
      "unknown option '" + std::string(name) + "'" + suggestion(name, known);
  return false;
}

/// The part of `text` before the separator, which is removed with it.
std::string_view takePart(std::string_view &text, char separator) {
  const std::string_view part = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

bool parseTarget(std::string_view text, PortSettings &port,
                 std::string &error) {
  const bool isInterface =
      port.kind == PortKind::Tap || port.kind == PortKind::Interface;
  std::string_view expected = "the name of a file";
  bool isGood = true;
  if (isInterface) {
    expected = "the name of an interface, of up to 15 characters";
    isGood = text.size() <= interfaceNameMax &&
             text.find_first_of("/ \t\n") == text.npos;
  } else if (port.kind == PortKind::Udp) {
    expected = "[HOST:]PORT, such as 4791";
    isGood = isPeer(text) || isPortNumber(text);
  } else if (port.kind == PortKind::Vport) {
    expected = "DEVICE/N, a vport of 1 to 65534, such as mlx5_0/1";
    isGood = readVport(text).has_value();
  }
  if (isGood && port.target.assign(text))
    return true;
  fail(error, expected, text);
  error.insert(0, std::string(nameOf(port.kind)) + ": ");
  return false;
}

bool parseKind(std::string_view text, PortSettings &port, std::string &error) {
  const size_t colon = text.find(':');
  const bool hasTarget = colon != text.npos;
  const KindName *kind =
      std::ranges::find(kindNames, text.substr(0, colon), &KindName::name);
  if (kind == std::end(kindNames) || kind->hasTarget != hasTarget)
    return fail(error, kindsExpected, text);
  port.kind = kind->kind;
  return !hasTarget || parseTarget(text.substr(colon + 1), port, error);
}

bool parseOption(std::string_view text, PortSettings &port,
                 std::vector<std::string_view> &given, std::string &error) {
  const std::string_view name = text.substr(0, text.find('='));
  const Option *option = findOption(name);
  if (!option)
    return unknownOption(name, error);
  error = std::string(name) + ": ";
  if ((option->kinds & in(port.kind)) == 0)
    error += "is not an option of " + std::string(nameOf(port.kind));
  else if (name != "peer" && name != "ip" &&
           std::ranges::find(given, name) != given.end())
    error += "is given twice";
  else if (std::string problem,
           value(text.substr(std::min(name.size() + 1, text.size())));
           !option->parse(value, port)) {
    fail(problem, option->expected, value);
    error += problem;
  } else
    error.clear();
  given.push_back(name);
  return error.empty();
}

bool isComplete(const PortSettings &port, std::string &error) {
  if (port.kind == PortKind::Udp && port.peers.empty())
    error = "peer: expected " + std::string(peerExpected) + ", got nothing";
  else if (port.kind == PortKind::Pcap && port.captureFile == port.target)
    error = "out: expected another file than the input, got '" +
            std::string(port.captureFile.view()) + "'";
  return error.empty();
}

/// Where the KIND begins: behind "DEVICE=", if there is one.
size_t kindStart(std::string_view text) {
  const size_t stop = text.find_first_of(",:=");
  return stop != text.npos && text[stop] == '=' ? stop + 1 : 0;
}

bool parseChoice(std::string_view text, PortChoice &choice,
                 std::string &error) {
  const size_t start = kindStart(text);
  if (start != 0) {
    std::string_view which = text.substr(0, start - 1);
    const bool hasNumber = which.find('/') != which.npos;
    choice.device = takePart(which, '/');
    if (hasNumber && (!parseNumber(which, choice.number) ||
                      choice.number == 0 || choice.number > devicePortsMax))
      return fail(error, "a port of 1 to " + std::to_string(devicePortsMax),
                  which);
  }
  return parsePortText(text.substr(start), choice.settings, error);
}

} // namespace

VportName vportOf(const PortSettings &port) {
  return readVport(port.target.view()).value_or(VportName());
}

bool parsePortText(std::string_view text, PortSettings &port,
                   std::string &error) {
  PortSettings parsed;
  std::vector<std::string_view> given;
  std::string problem;
  bool hasMore = text.find(',') != text.npos;
  bool isGood = parseKind(takePart(text, ','), parsed, problem);
  while (isGood && hasMore) {
    hasMore = text.find(',') != text.npos;
    isGood = parseOption(takePart(text, ','), parsed, given, problem);
  }
  if (isGood && isComplete(parsed, problem)) {
    port = std::move(parsed);
    return true;
  }
  error = problem;
  return false;
}

std::optional<std::vector<PortChoice>> parsePortList(std::string_view text,
                                                     std::string &error) {
  std::vector<PortChoice> choices;
  do {
    if (!parseChoice(takePart(text, portSeparator), choices.emplace_back(),
                     error))
      return std::nullopt;
  } while (!text.empty());
  return choices;
}

} // namespace dpa
