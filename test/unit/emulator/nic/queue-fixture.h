// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a work queue needs beside itself, without a device: a ring, a doorbell
// record, a completion queue whose entries the test reads, and memory with a key.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_QUEUE_FIXTURE_H
#define DPA_TEST_UNIT_EMULATOR_NIC_QUEUE_FIXTURE_H

#include "emulator/nic/engine/work-queue.h"
#include "emulator/nic/wire/big-endian.h"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace dpa::test {

class CollectedReports : public QueueLog {
public:
  void report(const char *format, ...) noexcept override {
    std::array<char, 256> text;
    std::va_list values;
    va_start(values, format);
    std::vsnprintf(text.data(), text.size(), format, values);
    va_end(values);
    texts.emplace_back(text.data());
  }
  std::vector<std::string> texts;
};

/// The fields of an entry that the tests look at.
struct ReadCqe {
  uint8_t opcode;
  uint16_t wqeIndex;
  uint32_t byteCount;
  uint8_t syndrome;

  bool operator==(const ReadCqe &) const = default;
};

class QueueTest : public testing::Test {
public:
  static constexpr unsigned logDepth = 4;
  static constexpr uint64_t memoryBase = 0x10000;
  static constexpr uint32_t queueNumber = 0x42;

  std::array<std::byte, 4096> memory{};
  std::array<std::byte, 4096> ring{};
  std::array<std::byte, 8> record{};
  std::array<std::byte, 4096> completionRing{};
  std::array<std::byte, 8> completionRecord{};
  std::shared_ptr<MemoryKeys> keys = std::make_shared<MemoryKeys>();
  std::shared_ptr<CollectedReports> reports =
      std::make_shared<CollectedReports>();
  const int domain = 0;
  const int otherDomain = 0;
  uint32_t key = 0;

  QueueTest() {
    keys->addDomain(&domain);
    keys->addDomain(&otherDomain);
    key = addKey(&domain, true);
  }

  static CqSettings settingsOfCq() {
    CqSettings settings;
    settings.logDepth = 5;
    return settings;
  }
  uint32_t addKey(const void *owner, bool mayWrite) {
    auto added = std::make_shared<MemoryKey>();
    added->domain = owner;
    added->base = memoryBase;
    added->size = memory.size();
    added->memory = memory.data();
    added->mayWrite = mayWrite;
    added->process = 1;
    return keys->add(std::move(added));
  }

  std::shared_ptr<EmulatedCq> completions = std::make_shared<EmulatedCq>(
      7, settingsOfCq(), completionRing.data(), completionRecord.data(),
      std::weak_ptr<EventTarget>());

  WorkQueueParts parts(unsigned logStride) {
    WorkQueueParts parts;
    parts.number = queueNumber;
    parts.settings.logDepth = logDepth;
    parts.settings.logStride = static_cast<uint8_t>(logStride);
    parts.settings.domain = &domain;
    parts.ring = ring.data();
    parts.record = record.data();
    parts.completions = completions;
    parts.keys = keys;
    parts.log = reports;
    return parts;
  }

  void put(unsigned index, unsigned logStride,
           const std::vector<std::byte> &entry) {
    const size_t size = sizeof(ring[0]) << (logDepth + logStride);
    for (size_t i = 0; i < entry.size(); ++i)
      ring[((size_t(index) << logStride) + i) % size] = entry[i];
  }

  ReadCqe cqe(unsigned index) {
    const std::byte *entry = completionRing.data() + index * 64;
    return {static_cast<uint8_t>(std::to_integer<unsigned>(entry[0x3f]) >> 4),
            loadBig16(entry + 0x3c), loadBig32(entry + 0x2c),
            std::to_integer<uint8_t>(entry[0x37])};
  }
  /// Entries that were written; those that were not are all zero.
  unsigned written() {
    unsigned count = 0;
    for (; count < 32 &&
           loadBig32(completionRing.data() + count * 64 + 0x38) != 0;
         ++count) {
    }
    return count;
  }
  void consumeCompletions(uint32_t index) {
    storeBig32(completionRecord.data(), index);
  }
};

} // namespace dpa::test

#endif
