// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies from and to memory of the device: all sizes and alignments, nothing beside them, and
// aligned words of 8 bytes are not torn.
#include "emulator/host/shared-copy.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <gtest/gtest.h>
#include <set>
#include <thread>

namespace dpa::test {
namespace {

constexpr size_t room = 192;
using Room = std::array<std::byte, room>;

Room numbered(unsigned first) {
  Room bytes;
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>(first + i);
  return bytes;
}

/// Whether `copy` makes [at, at + size) of a room of other bytes equal to `source`, and nothing
/// else.
template <typename Copy>
void expectCopied(size_t from, size_t to, size_t size, const Copy &copy) {
  alignas(64) const Room source = numbered(1);
  alignas(64) const Room before = numbered(101);
  alignas(64) Room target = before;
  Room expected = before;
  std::copy_n(&source[from], size, &expected[to]);
  copy(&target[to], &source[from], size);
  EXPECT_EQ(target, expected) << from << " to " << to << ", " << size;
}

TEST(SharedCopyTest, AllSizesAndAlignments) {
  constexpr size_t sizeMax = 100, placeMax = 16;
  for (size_t size = 0; size <= sizeMax; ++size)
    for (size_t from = 0; from < placeMax; ++from)
      for (size_t to = 0; to < placeMax; ++to) {
        expectCopied(from, to, size, copyToShared);
        expectCopied(from, to, size, copyFromShared);
        expectCopied(from, to, size, copyBetweenShared);
      }
}

TEST(SharedCopyTest, PublishesAllBytes) {
  constexpr size_t word = sizeof(uint64_t), sizeMax = 128;
  for (size_t size = word; size <= sizeMax; size += word)
    for (size_t from = 0; from < word; ++from)
      for (size_t to = 0; to < 4 * word; to += word)
        expectCopied(from, to, size, publishToShared);
}

/// Another thread writes words of eight equal bytes.
TEST(SharedCopyTest, AlignedWordsAreNotTorn) {
  constexpr size_t words = 12;
  constexpr unsigned rounds = 20'000;
  alignas(64) std::array<uint64_t, words> shared{};
  auto *const memory = reinterpret_cast<std::byte *>(shared.data());
  constexpr size_t size = words * sizeof(uint64_t);
  std::atomic<bool> isDone = false;
  std::thread writer([&] {
    std::array<std::byte, size> values{};
    for (unsigned round = 0; !isDone; ++round) {
      values.fill(static_cast<std::byte>(round));
      copyToShared(memory, values.data(), size);
    }
  });
  bool isTorn = false;
  std::set<uint64_t> seen;
  for (unsigned round = 0; round < rounds || seen.size() < 2; ++round) {
    std::array<uint64_t, words> copy{};
    copyFromShared(copy.data(), memory, size);
    isTorn |= std::ranges::any_of(copy, [](uint64_t word) {
      return word != (word & 0xff) * 0x0101010101010101u;
    });
    seen.insert(copy.front());
  }
  isDone = true;
  writer.join();
  EXPECT_FALSE(isTorn);
}

} // namespace
} // namespace dpa::test
