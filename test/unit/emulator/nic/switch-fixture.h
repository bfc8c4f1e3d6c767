// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several ports with a receiver each, and frames with addresses.
#ifndef DPA_TEST_EMULATOR_NIC_SWITCH_FIXTURE_H
#define DPA_TEST_EMULATOR_NIC_SWITCH_FIXTURE_H

#include "test/unit/emulator/nic/port-fixture.h"

namespace dpa::test {

/// The last byte of a MAC address; `everyone` is the broadcast address.
constexpr uint8_t everyone = 0xff;

inline FrameBytes frameBetween(uint8_t to, uint8_t from, uint32_t number) {
  FrameBytes frame = frameOf(number);
  const std::byte first{static_cast<uint8_t>(to == everyone ? 0xff : 0x02)};
  std::fill_n(frame.begin(), 6, to == everyone ? first : std::byte{});
  std::fill_n(frame.begin() + 6, 6, std::byte{});
  frame[0] = first;
  frame[5] = std::byte{to};
  frame[6] = std::byte{0x02};
  frame[11] = std::byte{from};
  return frame;
}

/// A port and what it has received.
struct Station {
  Station(const std::string &text, std::string &error) {
    PortSettings settings;
    if (parsePortText(text, settings, error))
      port = makePort(settings, {receiver, background, "test/1", false}, error);
    if (port && !(port->beginCapture(error) && port->start(error)))
      port.reset();
  }

  void send(uint8_t to, uint8_t from, uint32_t number) const {
    port->send(frameBetween(to, from, number));
  }

  StoringReceiver receiver;
  TestBackground background;
  std::unique_ptr<Port> port;
};

inline std::unique_ptr<Station> makeStation(const std::string &text) {
  std::string error;
  auto station = std::make_unique<Station>(text, error);
  EXPECT_TRUE(station->port) << error;
  return station;
}

inline std::string stationError(const std::string &text) {
  std::string error;
  const Station station(text, error);
  EXPECT_FALSE(station.port);
  return error;
}

} // namespace dpa::test

#endif
