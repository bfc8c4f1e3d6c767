// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a WQE of a test and compares its parts.
#ifndef DPA_TEST_UNIT_EMULATOR_NIC_WIRE_WQE_FIXTURE_H
#define DPA_TEST_UNIT_EMULATOR_NIC_WIRE_WQE_FIXTURE_H

#include "emulator/nic/wire/wqe.h"
#include "wire-bytes.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace dpa::test {

inline std::string_view failureOf(const WireBytes &bytes, WireQueue queue) {
  SendRequest request;
  std::optional<WqeError> error = readSendWqe(bytes.get(), queue, request);
  return error ? error->why : "";
}

/// The request of a WQE that is right.
inline SendRequest read(const WireBytes &bytes, WireQueue queue) {
  SendRequest request;
  std::optional<WqeError> error = readSendWqe(bytes.get(), queue, request);
  EXPECT_FALSE(error) << error->why;
  return request;
}

inline void expectMemory(const WqeData &data, uint32_t length, uint32_t lkey,
                         uint64_t address) {
  EXPECT_FALSE(data.isInline);
  EXPECT_EQ(data.length, length);
  EXPECT_EQ(data.lkey, lkey);
  EXPECT_EQ(data.address, address);
}

inline void expectInline(const WqeData &data,
                         std::initializer_list<uint8_t> expected) {
  EXPECT_TRUE(data.isInline);
  EXPECT_EQ(data.length, expected.size());
  WireBytes bytes;
  bytes.bytes(expected);
  EXPECT_EQ(std::vector(data.bytes.begin(), data.bytes.end()), bytes.get());
}

} // namespace dpa::test

#endif
