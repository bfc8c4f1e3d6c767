// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The send queue of a queue pair on the program's side: a ring of 64-byte blocks
// into which work queue entries (WQE) are written in the layout of mlx5 cards, 16
// bytes at a time; an entry may continue at the beginning of the ring.
//
//   control | address vector (3, UD) | remote address | atomic operands | data or inline data
//
// A request is opened, given its parts, and closed; its data come last. The caller
// holds the queue's lock but for complete().
#ifndef DPA_EMULATOR_VERBS_SEND_RING_H
#define DPA_EMULATOR_VERBS_SEND_RING_H

#include "emulator/verbs/ring-memory.h"
#include "runtime/abi/work-queues.h"

#include <atomic>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>
#include <span>
#include <vector>

namespace dpa::verbs {

/// How large a ring is, and the largest request in it.
struct SendShape {
  uint8_t logBlocks = 0;
  uint32_t requests = 0; ///< that fit, whatever they are
  uint32_t elements = 0; ///< scatter/gather elements of a request
  uint32_t inlineSize = 0;
  bool isDatagram = false;
};

/// What a program asks for, as a shape; false: too large.
bool shapeFor(const ibv_qp_cap &wanted, ibv_qp_type type, SendShape &shape);

struct SendHead {
  uint64_t id = 0;    ///< wr_id
  uint8_t opcode = 0; ///< DPA_WQE_*
  ibv_wc_opcode completion = IBV_WC_SEND;
  unsigned flags = 0;   ///< enum ibv_send_flags
  __be32 immediate = 0; ///< or the key to invalidate
};

/// What a completion needs of its request.
struct SendEntry {
  uint64_t id = 0;
  ibv_wc_opcode opcode = IBV_WC_SEND;
  uint32_t end = 0; ///< number of requests up to this one
};

class SendRing {
public:
  explicit SendRing(const SendShape &shape);

  const SendShape &shape() const { return shape_; }
  const RingMemory &memory() const { return memory_; }
  /// Every request gets a completion (sq_sig_all).
  void setSignalsAll(bool all) { signalsAll_ = all; }
  void setQueueNumber(uint32_t number) { number_ = number; }
  /// Forgets all requests: the state RESET.
  void reset();

  // Each returns 0, or the errno with which the request is refused.
  int open(const SendHead &head);
  void setAddress(const mlx5_wqe_av &vector, uint32_t remoteQp, uint32_t qkey);
  void setRemote(uint64_t address, uint32_t key);
  void setAtomic(uint64_t swapOrAdd, uint64_t compare);
  int addElements(std::span<const ibv_sge> elements);
  int addInline(std::span<const ibv_data_buf> buffers);
  void close();

  /// Where the next request begins; going back forgets those after it.
  struct Position {
    uint32_t block = 0;
    uint32_t request = 0;
  };
  Position position() const { return position_; }
  void goBack(Position position) { position_ = position; }
  /// The index of the next block, for the doorbell.
  uint16_t producer() const { return static_cast<uint16_t>(position_.block); }

  /// The request in this block is done, and with it those before it. May run beside
  /// the other functions, but not beside itself.
  SendEntry complete(uint16_t block);

private:
  std::byte *segment(uint32_t index) const;
  std::byte *nextSegment() { return segment(segments_++); }

  const SendShape shape_;
  const RingMemory memory_;
  std::vector<SendEntry> entries_; ///< by block
  uint32_t number_ = 0;
  bool signalsAll_ = false;

  Position position_;
  std::atomic<uint32_t> completed_ = 0; ///< requests
  SendHead head_;                       ///< of the open request
  uint32_t segments_ = 0;               ///< of the open request so far
};

} // namespace dpa::verbs

#endif
