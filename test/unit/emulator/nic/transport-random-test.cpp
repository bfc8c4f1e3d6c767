// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TransportQueuePair: random operations in both directions over links that lose,
// double, delay and reorder. Memory and completions are those of a perfect link.
#include "transport-end.h"

#include <cstring>
#include <gtest/gtest.h>

namespace dpa::test {
namespace {

/// Parts of each end's memory.
constexpr uint64_t sources = 0;        ///< never written
constexpr uint64_t targets = 0x10000;  ///< written by the other end
constexpr uint64_t counters = 0x20000; ///< atomics of the other end
constexpr uint64_t receives = 0x21000; ///< receive buffers
constexpr uint64_t results = 0x41000;  ///< of reads and atomics
constexpr uint64_t memorySize = 0x80000;
constexpr uint64_t receiveStride = 0x4000;
constexpr uint64_t sourceRange = 0x8000; ///< addresses at which data begins

QueuePairAttributes attributesFor(Random &random) {
  QueuePairAttributes attributes;
  attributes.access =
      remoteAccess::write | remoteAccess::read | remoteAccess::atomic;
  attributes.pathMtu = static_cast<uint16_t>(256u << random.below(5));
  attributes.timeout = 7;
  attributes.retryCount = 7;
  attributes.rnrRetry = 7;
  attributes.minRnrTimer = 1;
  attributes.maxReads = static_cast<uint8_t>(1 + random.below(4));
  attributes.maxRemoteReads = attributes.maxReads;
  // Sequence numbers wrap within the test.
  attributes.sendPsn = attributes.receivePsn =
      0xffffff - static_cast<uint32_t>(random.below(20));
  return attributes;
}

/// What one end does, and what the other end's memory has to be afterwards.
class Model {
public:
  Model(End &from, End &to, Random &random)
      : from_(from), to_(to), random_(random) {}

  void postAll(size_t count) {
    for (size_t i = 0; i < count; ++i)
      post(i);
  }

  void verify() const {
    ASSERT_EQ(from_.sent.size(), posted_);
    for (size_t i = 0; i < posted_; ++i) {
      EXPECT_EQ(from_.sent[i].cookie, i);
      EXPECT_EQ(from_.sent[i].status, TransportStatus::Ok);
    }
    ASSERT_EQ(to_.received.size(), expected_.size());
    for (size_t i = 0; i < expected_.size(); ++i) {
      EXPECT_EQ(to_.received[i].cookie, i);
      EXPECT_EQ(to_.received[i].status, TransportStatus::Ok);
      EXPECT_EQ(to_.received[i].byteCount, expected_[i].byteCount);
      EXPECT_EQ(to_.received[i].hasImmediate, expected_[i].hasImmediate);
      EXPECT_EQ(to_.received[i].isWrite, expected_[i].isWrite);
      if (expected_[i].hasImmediate) {
        EXPECT_EQ(to_.received[i].immediate, expected_[i].immediate);
      }
    }
  }

  /// Applies the writes to `memory`, that of the other end.
  void applyRemote(std::vector<std::byte> &memory) const {
    for (const Copy &copy : remote_)
      std::memcpy(&memory[copy.to], &from_.memory[copy.from], copy.size);
    for (const auto &[address, value] : words_)
      std::memcpy(&memory[address], &value, 8);
  }
  /// Applies reads and results to `memory`, that of this end.
  void applyLocal(std::vector<std::byte> &memory) const {
    for (const Copy &copy : local_)
      std::memcpy(&memory[copy.to], &to_.memory[copy.from], copy.size);
    for (const auto &[address, value] : originals_)
      std::memcpy(&memory[address], &value, 8);
  }

private:
  struct Copy {
    uint64_t from = 0;
    uint64_t to = 0;
    uint64_t size = 0;
  };

  uint32_t randomSize() {
    switch (random_.below(4)) {
    case 0:
      return static_cast<uint32_t>(random_.below(9));
    case 1:
      return static_cast<uint32_t>(from_.pair.attributes().pathMtu *
                                       (1 + random_.below(2)) +
                                   random_.below(3) - 1);
    default:
      return static_cast<uint32_t>(random_.below(4000));
    }
  }

  /// `size` bytes from `address` on, in up to three pieces.
  std::vector<MemorySegment> cut(uint64_t address, uint32_t size) {
    std::vector<MemorySegment> segments;
    while (segments.size() < 2 && random_.below(2) == 0) {
      const auto part = static_cast<uint32_t>(random_.below(size + 1));
      segments.push_back({address, part, localKey, false});
      address += part;
      size -= part;
    }
    segments.push_back({address, size, localKey, false});
    return segments;
  }

  void post(uint64_t cookie) {
    WorkRequest request;
    request.cookie = cookie;
    request.remoteKey = remoteKey;
    request.isSignalled = random_.below(2) == 0;
    request.isFenced = random_.below(8) == 0;
    ++posted_;
    switch (random_.below(8)) {
    case 0:
    case 1:
      return postRead(request);
    case 2:
      return postAtomic(request);
    case 3:
    case 4:
      return postSend(request);
    case 5:
      request.operation = SendOperation::Local;
      return from_.post(request, {});
    default:
      return postWrite(request);
    }
  }

  void postWrite(WorkRequest &request) {
    const uint32_t size = randomSize();
    const uint64_t from = sources + random_.below(sourceRange);
    request.operation = SendOperation::Write;
    request.remoteAddress = targets + random_.below(sourceRange);
    request.hasImmediate = random_.below(3) == 0;
    request.immediate = static_cast<uint32_t>(request.cookie * 3);
    remote_.push_back({from, request.remoteAddress, size});
    if (request.hasImmediate)
      expectReceive(request, size, true);
    from_.post(request, cut(from, size));
  }

  void postSend(WorkRequest &request) {
    const uint32_t size = randomSize();
    const uint64_t from = sources + random_.below(sourceRange);
    request.operation = SendOperation::Send;
    request.hasImmediate = random_.below(3) == 0;
    request.immediate = static_cast<uint32_t>(request.cookie * 5);
    remote_.push_back({from, expectReceive(request, size, false), size});
    from_.post(request, cut(from, size));
  }

  /// Posts a receive and returns where its data goes.
  uint64_t expectReceive(const WorkRequest &request, uint32_t size,
                         bool isWrite) {
    const uint64_t place = receives + expected_.size() % 8 * receiveStride;
    ReceiveCompletion completion;
    completion.byteCount = size;
    completion.isWrite = isWrite;
    completion.hasImmediate = request.hasImmediate;
    completion.immediate = request.immediate;
    to_.postReceive(expected_.size(), cut(place, receiveStride));
    expected_.push_back(completion);
    return place;
  }

  void postRead(WorkRequest &request) {
    const uint32_t size = randomSize();
    request.operation = SendOperation::Read;
    request.remoteAddress = sources + random_.below(sourceRange);
    const uint64_t to = takeResult(size);
    local_.push_back({request.remoteAddress, to, size});
    from_.post(request, cut(to, size));
  }

  void postAtomic(WorkRequest &request) {
    const bool isSwap = random_.below(2) == 0;
    request.operation =
        isSwap ? SendOperation::CompareSwap : SendOperation::FetchAdd;
    request.remoteAddress = counters + 8 * random_.below(4);
    request.swapOrAdd = random_.below(1000);
    uint64_t &word = words_[request.remoteAddress];
    request.compare = random_.below(2) == 0 ? word : word + 1;
    const uint64_t to = takeResult(8);
    originals_[to] = word;
    if (!isSwap)
      word += request.swapOrAdd;
    else if (word == request.compare)
      word = request.swapOrAdd;
    from_.post(request, End::piece(to, 8));
  }

  uint64_t takeResult(uint64_t size) {
    const uint64_t place = results + nextResult_;
    nextResult_ += size;
    EXPECT_LE(place + size, from_.memory.size());
    return place;
  }

  End &from_;
  End &to_;
  Random &random_;
  size_t posted_ = 0;
  uint64_t nextResult_ = 0;
  std::vector<ReceiveCompletion> expected_;
  std::vector<Copy> remote_;
  std::vector<Copy> local_;
  std::map<uint64_t, uint64_t> words_;
  std::map<uint64_t, uint64_t> originals_;
};

void fillSources(End &end, Random &random) {
  for (uint64_t i = 0; i < targets; i += 8) {
    const uint64_t word = random.below(UINT64_MAX);
    std::memcpy(&end.memory[sources + i], &word, 8);
  }
}

/// One run; its counters are added to `total`.
void runOnce(uint64_t seed, const Impairment &impairment, bool isFlaky,
             TransportCounters &total) {
  SCOPED_TRACE(seed);
  Random random(seed);
  End one(RoceTransport::Rc, 0x11, 1, memorySize);
  End other(RoceTransport::Rc, 0x22, 2, memorySize);
  Wire wire(one, other, seed, impairment);
  const QueuePairAttributes attributes = attributesFor(random);
  one.connect(other, attributes);
  other.connect(one, attributes);
  fillSources(one, random);
  fillSources(other, random);
  one.isFlaky = other.isFlaky = isFlaky;
  Model there(one, other, random);
  Model back(other, one, random);
  there.postAll(1 + random.below(30));
  back.postAll(random.below(30));
  std::vector<std::byte> oneMemory = one.memory;
  std::vector<std::byte> otherMemory = other.memory;
  ASSERT_TRUE(wire.run());
  there.verify();
  back.verify();
  there.applyRemote(otherMemory);
  there.applyLocal(oneMemory);
  back.applyRemote(oneMemory);
  back.applyLocal(otherMemory);
  EXPECT_TRUE(one.memory == oneMemory);
  EXPECT_TRUE(other.memory == otherMemory);
  for (const End *end : {&one, &other}) {
    EXPECT_EQ(end->pair.state(), QueuePairState::ReadyToSend);
    const TransportCounters &counters = end->pair.counters();
    total.retransmissions += counters.retransmissions;
    total.timeouts += counters.timeouts;
    total.sequenceNaks += counters.sequenceNaks;
    total.impliedSequenceNaks += counters.impliedSequenceNaks;
    total.rnrNaks += counters.rnrNaks;
    total.staleResponses += counters.staleResponses;
    total.outOfSequence += counters.outOfSequence;
    total.duplicates += counters.duplicates;
  }
}

TransportCounters runMany(uint64_t first, uint64_t count,
                          const Impairment &impairment, bool isFlaky = false) {
  TransportCounters total;
  for (uint64_t seed = first;
       seed < first + count && !testing::Test::HasFailure(); ++seed)
    runOnce(seed, impairment, isFlaky, total);
  return total;
}

TEST(TransportRandomTest, PerfectLinkRepeatsNothing) {
  const TransportCounters total = runMany(1, 300, {});
  EXPECT_EQ(total.retransmissions, 0u);
  EXPECT_EQ(total.timeouts, 0u);
  EXPECT_EQ(total.duplicates, 0u);
  EXPECT_EQ(total.outOfSequence, 0u);
}

TEST(TransportRandomTest, LossChangesNoResult) {
  const TransportCounters total = runMany(1000, 600, {.loss = 6});
  EXPECT_GT(total.timeouts, 0u);
  EXPECT_GT(total.sequenceNaks, 0u);
  EXPECT_GT(total.impliedSequenceNaks, 0u);
}

TEST(TransportRandomTest, DoublingChangesNoResult) {
  const TransportCounters total = runMany(2000, 600, {.doubling = 30});
  EXPECT_GT(total.duplicates, 0u);
  EXPECT_GT(total.staleResponses, 0u);
}

TEST(TransportRandomTest, ReorderingChangesNoResult) {
  const TransportCounters total = runMany(3000, 600, {.reordering = 5});
  EXPECT_GT(total.outOfSequence, 0u);
}

TEST(TransportRandomTest, MissingReceivesChangeNoResult) {
  const TransportCounters total = runMany(4000, 300, {}, true);
  EXPECT_GT(total.rnrNaks, 0u);
}

TEST(TransportRandomTest, EverythingAtOnceChangesNoResult) {
  const Impairment impairment = {.loss = 4,
                                 .doubling = 10,
                                 .reordering = 4,
                                 .delay = 20000,
                                 .longDelay =
                                     2000000}; // longer than the timeout
  const TransportCounters total = runMany(5000, 1000, impairment, true);
  EXPECT_GT(total.retransmissions, 0u);
}

} // namespace
} // namespace dpa::test
