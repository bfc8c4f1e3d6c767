// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as a list of changes to the steering of a device, and as frames
// in between. A route that counts is the same as one that does not; receive queues and ports are
// where they may be; at the end, everything can be destroyed.
#include "emulator/nic/steering/steering.h"

#include <algorithm>
#include <cstdlib>

namespace {

using dpa::SteeringAction;

void require(bool condition) {
  if (!condition)
    std::abort();
}

class Input {
public:
  Input(const uint8_t *data, size_t size) : rest_(data, size) {}
  bool isEmpty() const { return rest_.empty(); }
  unsigned byte() {
    if (rest_.empty())
      return 0;
    const unsigned value = rest_[0];
    rest_ = rest_.subspan(1);
    return value;
  }
  std::span<const std::byte> bytes(size_t size) {
    const auto taken = rest_.first(std::min(size, rest_.size()));
    rest_ = rest_.subspan(taken.size());
    return std::as_bytes(taken);
  }

private:
  std::span<const uint8_t> rest_;
};

class Session {
public:
  explicit Session(Input input) : input_(input) {}

  void run() {
    while (!input_.isEmpty())
      step();
    steering_.destroyAll(1);
    for (dpa::SteeringId id = 0; id < 300; ++id)
      require(steering_.destroy(id) == dpa::SteeringStatus::NoSuchObject);
  }

private:
  void step() {
    switch (input_.byte() % 12) {
    case 0:
      steering_.createDomain(dpa::SteeringDomain(input_.byte() % 3), 1);
      break;
    case 1:
      steering_.createTable(input_.byte(), input_.byte() % 4);
      break;
    case 2:
      steering_.createMatcher({.table = input_.byte(),
                               .priority = uint16_t(input_.byte()),
                               .criteria = uint8_t(input_.byte()),
                               .mask = input_.bytes(input_.byte() * 3u)});
      break;
    case 3:
      createRule();
      break;
    case 4:
      steering_.createCounters(1, 1);
      break;
    case 5:
      steering_.destroy(input_.byte());
      break;
    case 9:
      steering_.createQueueTable(1, input_.byte(), queues());
      break;
    case 10:
      steering_.createTir(1, input_.byte(), hash());
      break;
    case 11:
      changeTir();
      break;
    case 6:
      steering_.setAllowsDuplicates(input_.byte(), input_.byte() % 2 != 0);
      break;
    default:
      routeFrame(input_.bytes(input_.byte()));
      break;
    }
  }

  std::vector<uint32_t> queues() {
    std::vector<uint32_t> numbers;
    for (unsigned count = input_.byte(); count != 0; --count)
      numbers.push_back(count);
    return numbers;
  }
  dpa::ReceiveHash hash() {
    dpa::ReceiveHash made;
    made.function = dpa::ReceiveHash::Function(input_.byte() % 3);
    made.fields = input_.byte() % 16;
    const unsigned flags = input_.byte();
    made.isSymmetric = (flags & 1) != 0;
    made.isIpv6 = (flags & 2) != 0;
    made.isUdp = (flags & 4) != 0;
    made.key.fill(uint8_t(flags));
    return made;
  }
  void changeTir() {
    const dpa::SteeringId changed = input_.byte();
    if (input_.byte() % 2 == 0)
      steering_.setQueues(changed, queues());
    else
      steering_.setTir(changed, input_.byte(), hash());
  }

  SteeringAction action(bool mayBeArray) {
    SteeringAction made;
    made.kind = SteeringAction::Kind(input_.byte() % 9);
    made.number = input_.byte() % 2 != 0 ? SteeringAction::uplink : 0;
    made.object = input_.byte();
    if (made.kind == SteeringAction::Kind::Array && mayBeArray)
      for (unsigned count = input_.byte() % 20; count != 0; --count)
        made.array.push_back(action(false));
    return made;
  }

  void createRule() {
    std::vector<SteeringAction> actions;
    for (unsigned count = input_.byte() % 4; count != 0; --count)
      actions.push_back(action(true));
    const dpa::SteeringId matcher = input_.byte();
    steering_.createRule({.matcher = matcher,
                          .value = input_.bytes(input_.byte() * 3u),
                          .actions = actions});
  }

  void routeFrame(std::span<const std::byte> bytes) {
    const dpa::FrameHeaders frame = dpa::parseFrame(bytes);
    const dpa::Route expected = steering_.wouldReceive(frame);
    const dpa::Route received = steering_.receive(frame);
    require(std::equal(expected.begin(), expected.end(), received.begin(),
                       received.end()));
    for (const dpa::Destination &destination : received)
      require(destination.kind == dpa::Destination::Kind::ReceiveQueue);
    steering_.transmit(frame, 5);
    steering_.receiveFromVport(frame, false, 1);
  }

  Input input_;
  dpa::Steering steering_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Session(Input(data, std::min<size_t>(size, 4096))).run();
  return 0;
}
