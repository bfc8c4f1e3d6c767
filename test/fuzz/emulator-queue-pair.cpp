// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes in the rings and doorbell records of queue pairs
// of each type, with any doorbells, while packets are lost. Every step ends, and
// memory without a key is never touched.
#include "emulator/nic/engine/queue-pair.h"
#include "emulator/schedule/background-list.h"

#include "choices.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace {

using namespace dpa;
using test::Choices;

/// Runs work in run() only; without ready work, its time becomes the next deadline.
class SteppedBackground : public Background {
public:
  uint64_t now() noexcept override { return now_; }
  void post(std::shared_ptr<BackgroundWork> work) noexcept override {
    works_.add(std::move(work));
  }
  void run(unsigned steps) {
    for (; steps != 0; --steps) {
      while (works_.takeIdle(now_)) {
      }
      if (auto ready = works_.takeReady(0, now_))
        ready->step(now_);
      else if (works_.due() != UINT64_MAX)
        now_ = std::max(now_ + 1, works_.due());
      else
        return;
    }
  }

private:
  BackgroundList works_;
  uint64_t now_ = 1;
};

class NoLog : public QueueLog {
public:
  void report(const char *, ...) noexcept override {}
};

constexpr unsigned logDepth = 3;
constexpr unsigned logStride = 5;

/// Rings, records and completions of one queue pair. The program may write to all
/// of them at any time.
struct Memory {
  alignas(64) std::byte sendRing[64 << logDepth] = {};
  alignas(64) std::byte receiveRing[(1 << logStride) << logDepth] = {};
  alignas(64) std::byte completions[64 << logDepth] = {};
  alignas(8) std::byte record[8] = {};
  alignas(8) std::byte completionRecord[8] = {};
};

/// What keys name, with guards beside it.
struct Data {
  std::byte before[256] = {};
  std::byte bytes[2048] = {};
  std::byte after[256] = {};
};

class Card final : public PacketSender {
public:
  explicit Card(Choices &choices) : choices_(choices) {
    addresses_.gids.emplace_back();
    addresses_.pathMtu = 256;
    keys_->addDomain(this);
    auto key = std::make_shared<MemoryKey>();
    key->domain = this;
    key->size = sizeof data_.bytes;
    key->memory = data_.bytes;
    key->mayWrite = true;
    key->remoteAccess = 0xff;
    key->process = 1;
    keys_->add(key);
    for (QueuePairType type :
         {QueuePairType::ReliableConnection, QueuePairType::ReliableConnection,
          QueuePairType::UnreliableConnection,
          QueuePairType::UnreliableDatagram})
      addPair(type);
  }
  ~Card() override {
    for (auto &pair : pairs_)
      pair->close();
    background_.run(100);
    for (const auto &guard : {data_.before, data_.after})
      if (std::ranges::any_of(std::span(guard, 256), [](std::byte each) {
            return each != std::byte{};
          }))
        std::abort();
  }

  void act() {
    const size_t index = choices_.next() % pairs_.size();
    Memory &memory = *memories_.at(index);
    switch (choices_.next() % 6) {
    case 0:
      return fill(memory.sendRing);
    case 1:
      return fill(memory.receiveRing);
    case 2:
      return fill(memory.record);
    case 3:
      return pairs_.at(index)->ring(choices_.next());
    case 4:
      return background_.run(choices_.next());
    default:
      return restart(*pairs_.at(index));
    }
  }

private:
  static constexpr uint32_t firstNumber = 2;

  void addPair(QueuePairType type) {
    const auto number = static_cast<uint32_t>(firstNumber + pairs_.size());
    Memory &memory = *memories_.emplace_back(std::make_unique<Memory>());
    CqSettings cqSettings;
    cqSettings.logDepth = logDepth;
    cqSettings.ignoresOverrun = true;
    QueuePairParts parts;
    parts.number = number;
    parts.settings.type = type;
    parts.settings.send.logDepth = logDepth;
    parts.settings.receive.logDepth = logDepth;
    parts.settings.receive.logStride = logStride;
    parts.settings.domain = this;
    parts.sendRing = memory.sendRing;
    parts.receiveRing = memory.receiveRing;
    parts.record = memory.record;
    parts.sendCompletions = parts.receiveCompletions =
        std::make_shared<EmulatedCq>(number, cqSettings, memory.completions,
                                     memory.completionRecord,
                                     std::weak_ptr<EventTarget>());
    parts.keys = keys_;
    parts.log = std::make_shared<NoLog>();
    parts.addresses = {&addresses_};
    pairs_.push_back(std::make_shared<EmulatedQueuePair>(std::move(parts),
                                                         *this, background_));
    restart(*pairs_.back());
  }

  /// To RTS; pairs of numbers are connected.
  static void restart(EmulatedQueuePair &pair) {
    QueuePairAttributes attributes;
    attributes.access = 0xf;
    attributes.pathMtu = 256;
    attributes.timeout = 1;
    attributes.retryCount = attributes.rnrRetry = 2;
    attributes.maxReads = attributes.maxRemoteReads = 4;
    attributes.remoteQp = pair.number() ^ 1;
    using State = QueuePairState;
    for (State state : {State::Reset, State::Init, State::ReadyToReceive,
                        State::ReadyToSend}) {
      attributes.state = state;
      const uint32_t mask =
          requiredAttributes(transportOf(pair.parts().settings.type),
                             pair.attributes().state, state) |
          queuePairAttribute::state;
      if (!pair.modify(attributes, mask))
        std::abort();
    }
  }

  void fill(std::span<std::byte> target) {
    const size_t place = choices_.next() * 4u % target.size();
    const size_t size =
        std::min<size_t>(choices_.next(), target.size() - place);
    for (std::byte &each : target.subspan(place, size))
      each = std::byte{choices_.next()};
  }

  void transmit(const PacketOrigin &, const RocePath &path,
                const RocePacket &packet, RoceFrame &frame) noexcept override {
    RoceFrameView view{.path = path, .packet = packet, .ipHeader = {}};
    if (!packet.burst &&
        parseRoce(frame.finish(path, packet), view) != RoceParse::Ok)
      std::abort();
    const uint32_t index = view.packet.destinationQp - firstNumber;
    if (index < pairs_.size() && choices_.next() % 8 != 1)
      pairs_.at(index)->deliver(view);
  }
  bool isDirect(const PacketOrigin &,
                const RocePath &) const noexcept override {
    return true;
  }
  void completionQueueFailed(uint32_t) noexcept override {
    for (const auto &pair : pairs_)
      pair->completionQueueFailed();
  }

  Choices &choices_;
  RoceAddresses addresses_;
  SteppedBackground background_;
  std::shared_ptr<MemoryKeys> keys_ = std::make_shared<MemoryKeys>();
  Data data_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::vector<std::shared_ptr<EmulatedQueuePair>> pairs_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  constexpr size_t sizeMax = 4096;
  Choices choices(data, std::min(size, sizeMax));
  Card card(choices);
  while (!choices.isAtEnd())
    card.act();
  return 0;
}
