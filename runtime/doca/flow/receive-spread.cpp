// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DevX commands of receive side scaling: see receive-spread.h. Numbers of commands
// are big endian, offsets are in bytes.
#include "runtime/doca/flow/receive-spread.h"

#include <algorithm>
#include <vector>

namespace dpa::doca {

namespace {

constexpr uint32_t createTirOpcode = 0x900;
constexpr uint32_t createRqtOpcode = 0x916;
constexpr size_t commandSize = 272; // before the list of an RQT
constexpr size_t contextAt = 32;
constexpr size_t answerSize = 16;

/// The key of the published test vectors of the Toeplitz hash.
constexpr std::array<uint8_t, 40> hashKey = {
    0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
    0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
    0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
    0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

class DevxCommand {
public:
  DevxCommand(uint32_t opcode, size_t size) : bytes_(size) {
    put(0, opcode << 16);
  }

  void put(size_t at, uint32_t value) {
    for (size_t i = 0; i < sizeof value; ++i)
      bytes_.at(at + i) = static_cast<uint8_t>(value >> (24 - 8 * i));
  }

  /// Runs it; stores the number of the new object.
  DevxObject create(ibv_context *context, uint32_t &number) {
    std::array<uint8_t, answerSize> answer = {};
    DevxObject object(mlx5dv_devx_obj_create(
        context, bytes_.data(), bytes_.size(), answer.data(), answer.size()));
    number = answer[9] << 16 | answer[10] << 8 | answer[11];
    return object;
  }

private:
  std::vector<uint8_t> bytes_;
};

} // namespace

DevxObject createQueueTable(ibv_context *context,
                            std::span<const uint32_t> queues,
                            uint32_t &number) {
  auto count = static_cast<uint32_t>(queues.size());
  DevxCommand command(createRqtOpcode, commandSize + sizeof count * count);
  command.put(contextAt + 20, count); // rqt_max_size
  command.put(contextAt + 24, count); // rqt_actual_size
  for (uint32_t i = 0; i < count; ++i)
    command.put(commandSize + sizeof count * i, queues[i]);
  return command.create(context, number);
}

DevxObject createSpread(ibv_context *context, uint32_t table,
                        const SpreadHash &hash) {
  constexpr uint32_t indirect = 1U << 28;
  constexpr uint32_t toeplitz = 2U << 28;
  constexpr uint32_t top = 1U << 31;
  DevxCommand command(createTirOpcode, commandSize);
  command.put(contextAt + 4, indirect); // disp_type
  command.put(contextAt + 32, (hash.isSymmetric ? top : 0) | table);
  command.put(contextAt + 36, toeplitz); // rx_hash_fn
  for (size_t i = 0; i < hashKey.size(); i += 4)
    command.put(contextAt + 40 + i, static_cast<uint32_t>(hashKey[i]) << 24 |
                                        hashKey[i + 1] << 16 |
                                        hashKey[i + 2] << 8 | hashKey[i + 3]);
  command.put(contextAt + 80,
              (hash.isIpv6 ? top : 0) | (hash.isUdp ? top >> 1 : 0) |
                  (hash.usesAddresses ? 3U : 0) | (hash.usesPorts ? 12U : 0));
  uint32_t number = 0;
  return command.create(context, number);
}

} // namespace dpa::doca
