// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register in a page for a program that posts by itself: it writes 8 bytes to it, as
// to the UAR of an mlx5 card. While there are registers, a thread looks at them, clears
// those that were written, and rings what they stand for. A queue of mlx5dv_init_obj()
// has a register of its own, so that no write is lost: a second one asks for what the
// first asked for, and more. The registers of a UAR (mlx5dv_devx_alloc_uar) may serve
// several queues; a program that writes to one again too early loses a doorbell.
#ifndef DPA_EMULATOR_VERBS_DIRECT_DOORBELL_H
#define DPA_EMULATOR_VERBS_DIRECT_DOORBELL_H

#include "emulator/verbs/ring-memory.h"

#include <functional>
#include <memory>

namespace dpa::verbs {

/// What a program writes to arm a completion queue.
struct ArmDoorbell {
  uint32_t queue = 0;
  uint32_t consumerIndex = 0;
  bool isSolicited = false; ///< the next solicited completion only
};
/// Big endian: bit 24 of the first word is isSolicited, below it is the consumer index;
/// the second word is the number of the queue.
ArmDoorbell readArmDoorbell(uint64_t written);

class DirectDoorbell {
public:
  struct Action {
    /// Gets the written value, as it is in memory. Must not end a DirectDoorbell.
    std::function<void(uint64_t written)> ring;
    /// Whether ring() may wait for other calls of the program (HostNic). It then runs on a
    /// thread of its own, so that the others can create, end and ring other registers.
    bool mayWait = false;
  };

  /// The register is at this multiple of 8 in a page of its own. Throws bad_alloc, also if
  /// no thread can be created.
  DirectDoorbell(size_t offset, Action action);
  /// The same in a page that outlives it.
  DirectDoorbell(std::byte *page, size_t offset, Action action);
  DirectDoorbell(const DirectDoorbell &) = delete;
  DirectDoorbell &operator=(const DirectDoorbell &) = delete;
  /// The action neither runs nor will run when this returns.
  ~DirectDoorbell();

  std::byte *page() const { return page_; }
  std::byte *place() const { return page_ + offset_; }
  static constexpr size_t pageSize = 4096;
  /// Offsets of the registers in a UAR page.
  static constexpr size_t sendRegister = 0x800;
  static constexpr size_t armRegister = 0x20;
  /// Of the thread that watches: whether the register was written. While the action of the
  /// last write waits, the register is left as it is.
  bool take();
  /// Whether the action of the last write waits.
  bool isBusy() const;
  /// Waits until the action has run for all that this thread has written.
  void finish();

private:
  class Ringer;

  const RingMemory own_; ///< of 0 bytes if the page is another's
  std::byte *const page_;
  const size_t offset_;
  const Action action_;
  const std::unique_ptr<Ringer> ringer_; ///< if the action may wait
};

} // namespace dpa::verbs

#endif
