// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts of the network card report to the memory-model check before they
// access memory of a process.
#include "emulator/nic/data/keyed-memory.h"
#include "emulator/nic/queue/work-ring.h"

#include "emulator/interface/queue-pair.h"
#include "queue-fixture.h"

namespace dpa::test {
namespace {

struct ReportedAccess {
  const std::byte *memory;
  size_t size;
  CardObject what;
  bool writes;

  bool operator==(const ReportedAccess &) const = default;
};

class CollectedAccesses : public CardObserver {
public:
  void cardReads(const std::byte *memory, size_t size,
                 CardObject what) noexcept override {
    accesses.push_back({memory, size, what, false});
  }
  void cardWrites(const std::byte *memory, size_t size,
                  CardObject what) noexcept override {
    accesses.push_back({memory, size, what, true});
  }
  std::vector<ReportedAccess> accesses;
};

class CardAccessTest : public QueueTest {
public:
  using Accesses = std::vector<ReportedAccess>;
  CollectedAccesses observer;
  std::array<std::byte, 64> bytes{};

  Accesses takeAccesses() { return std::exchange(observer.accesses, {}); }
};

TEST_F(CardAccessTest, ARingReportsBothPartsOfAnEntryThatWraps) {
  const WorkRing entries(ring.data(), 4, 6, &observer,
                         CardObject::ReceiveEntry);
  entries.copy(1, std::span(bytes).first(16));
  EXPECT_EQ(takeAccesses(), (Accesses{{ring.data() + 64, 16,
                                       CardObject::ReceiveEntry, false}}));
  entries.copyAt(1024 - 16, bytes);
  EXPECT_EQ(takeAccesses(),
            (Accesses{{ring.data() + 1008, 16, CardObject::ReceiveEntry, false},
                      {ring.data(), 48, CardObject::ReceiveEntry, false}}));
}

TEST_F(CardAccessTest, AccessesByKeyAreReportedIfTheyAreAllowed) {
  keys->find(key)->observer = &observer;
  keys->find(key)->remoteAccess = remoteAccess::read | remoteAccess::write;
  KeyedMemory byKey(keys, &domain);
  EXPECT_EQ(byKey.read(key, memoryBase + 8, bytes), KeyError::None);
  EXPECT_EQ(byKey.write(key, memoryBase, bytes), KeyError::None);
  EXPECT_EQ(byKey.readRemote(key, memoryBase, bytes), KeyError::None);
  EXPECT_EQ(byKey.writeRemote(key, memoryBase, bytes), KeyError::None);
  EXPECT_EQ(takeAccesses(),
            (Accesses{{memory.data() + 8, 64, CardObject::Data, false},
                      {memory.data(), 64, CardObject::Data, true},
                      {memory.data(), 64, CardObject::RemoteData, false},
                      {memory.data(), 64, CardObject::RemoteData, true}}));
  EXPECT_EQ(byKey.read(key, memoryBase + memory.size(), bytes),
            KeyError::OutOfRange);
  EXPECT_TRUE(takeAccesses().empty());
}

TEST_F(CardAccessTest, ACompletionIsAWriteOfItsEntry) {
  completions->setObserver(observer);
  completions->push({.kind = Completion::Kind::Zero});
  completions->push({.kind = Completion::Kind::Zero});
  EXPECT_EQ(takeAccesses(), (Accesses{{completionRing.data(), 64,
                                       CardObject::CompletionEntry, true},
                                      {completionRing.data() + 64, 64,
                                       CardObject::CompletionEntry, true}}));
}

} // namespace
} // namespace dpa::test
