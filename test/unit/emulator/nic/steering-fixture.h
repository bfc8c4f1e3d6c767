// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Steering with short forms for its objects, and match parameters by the offsets of the
// programmer's reference manual.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_STEERING_FIXTURE_H
#define DPA_TEST_UNIT_EMULATOR_NIC_STEERING_FIXTURE_H

#include "emulator/nic/steering/steering.h"
#include "test/unit/emulator/nic/frame-bytes.h"

#include <gtest/gtest.h>

namespace dpa::test {

/// Match parameters of `size` bytes.
class Match {
public:
  explicit Match(size_t size = 512) : bytes_(size) {}

  /// `offset` and `count` in bits, from the beginning of all blocks.
  Match &set(size_t offset, unsigned count, uint64_t value) {
    for (unsigned i = 0; i < count; ++i) {
      const size_t bit = offset + i;
      const auto flag = static_cast<std::byte>(0x80 >> bit % 8);
      if ((value >> (count - 1 - i) & 1) != 0)
        bytes_.at(bit / 8) |= flag;
    }
    return *this;
  }
  Match &source(uint64_t mac) { return set(0, 48, mac); }
  Match &destination(uint64_t mac) { return set(0x40, 48, mac); }
  Match &udpPort(uint16_t port) { return set(0xf0, 16, port); }

  operator std::span<const std::byte>() const { return bytes_; }

private:
  std::vector<std::byte> bytes_;
};

inline constexpr uint64_t allBits = ~uint64_t(0);

inline SteeringAction toQueue(uint32_t number) {
  return {.kind = SteeringAction::Kind::ReceiveQueue, .number = number};
}
inline SteeringAction toTable(SteeringId table) {
  return {.kind = SteeringAction::Kind::Table, .object = table};
}
inline SteeringAction toVport(SteeringId domain, uint32_t number) {
  return {
      .kind = SteeringAction::Kind::Vport, .number = number, .object = domain};
}
inline SteeringAction toPort(SteeringId domain, uint32_t number) {
  return {
      .kind = SteeringAction::Kind::Port, .number = number, .object = domain};
}
inline SteeringAction toUplink(SteeringId domain) {
  return toVport(domain, SteeringAction::uplink);
}
inline SteeringAction toArray(std::vector<SteeringAction> actions) {
  return {.kind = SteeringAction::Kind::Array, .array = std::move(actions)};
}
inline SteeringAction counted(SteeringId counter) {
  return {.kind = SteeringAction::Kind::Counter, .object = counter};
}
inline const SteeringAction drop{.kind = SteeringAction::Kind::Drop};
inline const SteeringAction miss{.kind = SteeringAction::Kind::DefaultMiss};

inline constexpr uint8_t outer = 1;
inline constexpr uint8_t misc = 2;

class SteeringTest : public testing::Test {
protected:
  /// The id of an object that must have been made.
  static SteeringId made(const SteeringResult &result) {
    EXPECT_EQ(result.status, SteeringStatus::Ok) << result.message;
    return result.id;
  }
  /// The message of a failure.
  static std::string failed(SteeringStatus status,
                            const SteeringResult &result) {
    EXPECT_EQ(result.status, status) << result.message;
    EXPECT_EQ(result.id, 0u);
    return result.message;
  }

  SteeringId domain(SteeringDomain type) {
    return made(steering_.createDomain(type, 1));
  }
  SteeringId table(SteeringId domain, uint32_t level = 0) {
    return made(steering_.createTable(domain, level));
  }
  SteeringId matcher(SteeringId table, uint8_t criteria = 0,
                     const Match &mask = Match(), uint16_t priority = 0) {
    return made(tryMatcher(table, criteria, mask, priority));
  }
  SteeringResult tryMatcher(SteeringId table, uint8_t criteria,
                            const Match &mask, uint16_t priority = 0) {
    return steering_.createMatcher({.table = table,
                                    .priority = priority,
                                    .criteria = criteria,
                                    .mask = mask});
  }
  SteeringId rule(SteeringId matcher, const Match &value,
                  std::initializer_list<SteeringAction> actions) {
    return made(tryRule(matcher, value, actions));
  }
  SteeringResult tryRule(SteeringId matcher, const Match &value,
                         std::initializer_list<SteeringAction> actions) {
    const std::vector<SteeringAction> list = actions;
    return steering_.createRule(
        {.matcher = matcher, .value = value, .actions = list});
  }
  /// All frames of a table.
  SteeringId everything(SteeringId table,
                        std::initializer_list<SteeringAction> actions) {
    return rule(matcher(table), Match(), actions);
  }
  SteeringStatus destroy(SteeringId object) {
    return steering_.destroy(object);
  }

  /// "rq 7, uplink"; empty: dropped. The uplink of another port has its number.
  static std::string text(const Route &route) {
    std::string text;
    for (const Destination &destination : route) {
      if (!text.empty())
        text += ", ";
      const std::string number = std::to_string(destination.number);
      if (destination.kind == Destination::Kind::Uplink)
        text += destination.number == 1 ? "uplink" : "uplink " + number;
      else if (destination.kind == Destination::Kind::Vport)
        text += "vport " + number;
      else
        text += "rq " + number;
    }
    return text;
  }
  std::string receive(const FrameBytes &frame = udpFrame(),
                      uint32_t port = 1) const {
    return text(steering_.receive(frame.headers(), false, port));
  }
  std::string transmit(const FrameBytes &frame = udpFrame(),
                       uint32_t sendQueue = 1, uint32_t port = 1) const {
    return text(steering_.transmit(frame.headers(), sendQueue, false, port));
  }

  Steering steering_;
};

} // namespace dpa::test

#endif
