// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that writes completion queue entries (CQE): from a Completion,
// in terms of what happened, to the 64 bytes of flexio_dev_cqe64
// (libflexio-dev/flexio_dev_queue_types.h), which mlx5_cqe64 of
// infiniband/mlx5dv.h also describes. The owner bit is 0: the queue, which knows
// the pass through its ring, sets it.
//
//   0x0c RX hash   0x14 csum_ok   0x18 source QP   0x1c csum_ok   0x1d header types   0x1e VLAN
//   0x20 user index   0x24 immediate   0x2c byte count   0x30 timestamp, in an error 0x34
//   syndromes   0x38 opcode of the WQE, queue number   0x3c WQE index   0x3e validity   0x3f opcode
#ifndef DPA_EMULATOR_NIC_WIRE_CQE_H
#define DPA_EMULATOR_NIC_WIRE_CQE_H

#include "runtime/abi/work-queues.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace dpa {

using CqeBytes = std::array<std::byte, DPA_CQE_SIZE>;

struct Completion {
  enum class Kind : uint8_t {
    Zero, ///< all zero: flexio_dev_zcqe_gen
    Send,
    Receive,
    SendError,
    ReceiveError,
  };
  Kind kind = Kind::Zero;

  /// Receive: how the message arrived.
  enum class Message : uint8_t {
    Send,
    SendImmediate,
    SendInvalidate,
    WriteImmediate,
  };

  // All but Zero.
  uint32_t queueNumber = 0; ///< 24 bits: of the send or receive queue or the QP
  uint32_t userIndex = 0;   ///< 24 bits: of that queue; or the number of an SRQ
  uint16_t wqeIndex = 0;
  uint8_t wqeOpcode = 0; ///< send queues: DPA_WQE_*

  // Send and Receive.
  uint32_t byteCount = 0; ///< received; or by a read or atomic operation
  uint64_t timestamp = 0; ///< nanoseconds of the card's clock; 0: not known

  // Receive.
  Message message = Message::Send;
  bool isSolicited = false;
  uint32_t immediate = 0; ///< or the invalidated key
  uint8_t checksums = 0;  ///< DPA_CQE_L?_OK
  uint8_t l3Type = 0;     ///< DPA_CQE_L3_*
  uint8_t l4Type = 0;     ///< DPA_CQE_L4_*
  std::optional<uint16_t> vlan =
      std::nullopt;  ///< a tag that was removed from the frame
  uint32_t hash = 0; ///< of the receive side scaling
  /// Of the steering rule, 24 bits; in the place of queueNumber.
  std::optional<uint32_t> flowTag = std::nullopt;
  // Receive on datagram queue pairs.
  uint32_t sourceQp = 0; ///< 24 bits
  bool hasGrh = false;   ///< 40 bytes before the message are the header

  // SendError and ReceiveError.
  uint8_t syndrome = 0;       ///< DPA_SYNDROME_*
  uint8_t vendorSyndrome = 0; ///< specific to this card; 0: none
};

/// The bytes of an entry. With `validity` (queues with compression) byte 0x3e,
/// the validity iteration count; the queue knows it.
CqeBytes writeCqe(const Completion &completion, uint8_t validity = 0);

/// The last entry of a ring that the queue leaves.
CqeBytes writeResizeCqe(uint8_t validity = 0);

/// What compressed completions contain; by the values of flexio_cqe_comp_format.
enum class MiniCqeFormat : uint8_t {
  ByteCountHash = 0,     ///< hash, byte count
  ByteCountChecksum = 1, ///< csum_ok, byte count
};

/// Whether `completion` can be compressed behind `title`: whatever the format
/// does not contain is equal, but for the WQE index, which is the `distance`-th
/// after that of the title. The title is an ordinary entry before it.
bool fitsTitle(const Completion &title, const Completion &completion,
               unsigned distance, MiniCqeFormat format);

/// The bytes of an entry with 1 to DPA_MINI_CQES_MAX compressed completions,
/// each of which fits the title.
CqeBytes writeMiniCqes(std::span<const Completion> completions,
                       MiniCqeFormat format, uint8_t validity);

} // namespace dpa

#endif
