// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kinds of ports, and their text in recordings: name and settings.
#include "emulator/card/live-port.h"

#include <sys/stat.h>

namespace dpa {
namespace {

/// Whether a file cannot be read at any place, such as a FIFO.
bool isStream(const FileName &file) {
  struct stat status{};
  return stat(std::string(file.view()).c_str(), &status) == 0 &&
         !S_ISREG(status.st_mode);
}

PortSettings withoutCapture(PortSettings port) {
  port.captureFile = FileName();
  return port;
}

} // namespace

bool isLive(const PortSettings &port) {
  switch (port.kind) {
  case PortKind::Loopback:
  case PortKind::Up:
  case PortKind::Down:
  case PortKind::Vport: // its frames are sent in turns of the same schedule
    return false;
  case PortKind::Pcap:
    return isStream(port.target);
  case PortKind::Tap:
  case PortKind::Interface:
  case PortKind::Unix:
  case PortKind::Udp:
    break;
  }
  return true;
}

bool canBeOrdered(const PortSettings &port, bool isRecorded,
                  std::string &error) {
  if (port.kind == PortKind::Pcap && port.times == PcapTimes::Recorded)
    error =
        "times: a stream in a reproducible run (seed) has no times (expected "
        "fast, or a regular file)";
  else if (isRecorded && port.target.view().find('\n') != std::string::npos)
    error = "record: expected a port without a line break in its name";
  return error.empty();
}

std::string recordedText(std::string_view name, const PortSettings &port) {
  return std::string(name) + " " + portText(withoutCapture(port));
}

bool adoptRecorded(std::string_view recorded, std::string_view name,
                   PortSettings &port, std::string &error) {
  const size_t space = recorded.find(' ');
  PortSettings adopted;
  std::string problem;
  if (space != recorded.npos &&
      parsePortText(recorded.substr(space + 1), adopted, problem)) {
    PortSettings wanted = withoutCapture(port);
    wanted.mac = wanted.mac ? wanted.mac : adopted.mac;
    wanted.mtu = wanted.mtu ? wanted.mtu : adopted.mtu;
    if (recorded.substr(0, space) == name && wanted == adopted) {
      port.mac = wanted.mac;
      port.mtu = wanted.mtu;
      return true;
    }
  }
  error = "recording is of " +
          (recorded.empty() ? "a port without frames from outside"
                            : "port '" + std::string(recorded) + "'") +
          " (this device has '" + recordedText(name, port) + "')";
  return false;
}

} // namespace dpa
