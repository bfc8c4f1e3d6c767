// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RingReader: each record is read once and in order, however it is delivered; damaged records end
// the reading and do no harm.
#include "runtime/host/messages/ring-reader.h"

#include "runtime/abi/message-rings.h"

#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace dpa::host {
namespace {

constexpr uint64_t ringSize = 2048;

void addRecord(std::string &to, uint32_t eu, const std::string &text) {
  dpa_message_record record{static_cast<uint32_t>(text.size()), eu};
  to.append(reinterpret_cast<const char *>(&record), sizeof record);
  to.append(text);
  to.append((8 - text.size() % 8) % 8, 0);
}

class RingReaderTest : public testing::Test {
protected:
  RingReader::Record keep() {
    return [this](uint32_t eu, std::string_view text) {
      seen_.emplace_back(eu, text);
    };
  }

  std::vector<std::pair<uint32_t, std::string>> seen_;
  RingReader reader_{RingReader::Kind::Text, ringSize};
};

TEST_F(RingReaderTest, RecordsDeliveredTwiceAreReadOnce) {
  std::string ring;
  addRecord(ring, 3, "first");
  uint64_t second = ring.size();
  addRecord(ring, 4, "");
  uint64_t third = ring.size();
  addRecord(ring, 5, "the third one");
  uint64_t end = ring.size();
  std::string_view all = ring;
  EXPECT_TRUE(reader_.readSent(0, all.substr(0, third), keep()));
  EXPECT_EQ(seen_.size(), 2u);
  EXPECT_TRUE(reader_.readSent(second, all.substr(second), keep()));
  ASSERT_EQ(seen_.size(), 3u);
  EXPECT_EQ(seen_[0], std::pair(3u, std::string("first")));
  EXPECT_EQ(seen_[1], std::pair(4u, std::string()));
  EXPECT_EQ(seen_[2], std::pair(5u, std::string("the third one")));
  ring.resize(ringSize);
  EXPECT_TRUE(reader_.readRing(0, end, ring, keep()));
  EXPECT_EQ(seen_.size(), 3u);
  EXPECT_EQ(reader_.lostBytes(), 0u);
}

TEST_F(RingReaderTest, RingWrapsAround) {
  std::string begin, ring;
  addRecord(begin, 1, "behind");
  while (ring.size() < ringSize - 32)
    addRecord(ring, 0, "12345678");
  dpa_message_record skip{
      DPA_RECORD_SKIP | static_cast<uint32_t>(ringSize - ring.size() - 8), 0};
  ring.append(reinterpret_cast<const char *>(&skip), sizeof skip);
  ring.resize(ringSize);
  memcpy(ring.data(), begin.data(), begin.size());
  EXPECT_TRUE(reader_.readRing(16, ringSize + 16, ring, keep()));
  ASSERT_EQ(seen_.size(), (ringSize - 32) / 16);
  EXPECT_EQ(seen_.back(), std::pair(1u, std::string("behind")));
  EXPECT_EQ(reader_.lostBytes(), 16u);
}

TEST_F(RingReaderTest, DamagedRecordsAreRejected) {
  std::string records;
  addRecord(records, 1, "good");
  addRecord(records, 2, "bad");
  records[16] = 100;
  EXPECT_FALSE(reader_.readSent(0, records, keep()));
  EXPECT_EQ(seen_.size(), 1u);
  EXPECT_FALSE(reader_.readSent(UINT64_MAX - 7, records, keep()));
  EXPECT_FALSE(reader_.readSent(1003, records, keep()));
  std::string ring(ringSize, 0);
  EXPECT_FALSE(reader_.readRing(0, ringSize + 8, ring, keep()));
  EXPECT_FALSE(reader_.readRing(80, 72, ring, keep()));
  EXPECT_FALSE(reader_.readRing(0, 12, ring, keep()));
  EXPECT_EQ(seen_.size(), 1u);
}

TEST_F(RingReaderTest, AnyBytesAreRead) {
  std::mt19937_64 random(7);
  for (RingReader::Kind kind :
       {RingReader::Kind::Text, RingReader::Kind::Trace}) {
    for (int round = 0; round < 2000; round++) {
      RingReader any(kind, ringSize);
      std::string bytes(ringSize, 0);
      for (char &byte : bytes)
        byte = random() % 4 ? 0 : static_cast<char>(random());
      uint64_t total = 0;
      auto count = [&](uint32_t, std::string_view text) {
        total += text.size();
      };
      any.readSent(random() % 64 * 8,
                   std::string_view(bytes).substr(0, random() % ringSize),
                   count);
      any.readRing(random() % 64 * 8, random() % 512 * 8, bytes, count);
      EXPECT_LE(total, 2 * ringSize);
    }
  }
}

} // namespace
} // namespace dpa::host
