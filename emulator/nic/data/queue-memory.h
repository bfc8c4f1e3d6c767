// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a ring or a doorbell record as the card accesses it: memory of a
// process or of the program, which stays mapped, or registered memory, of which
// the program may unmap pages at any time. Thread safe.
#ifndef DPA_EMULATOR_NIC_DATA_QUEUE_MEMORY_H
#define DPA_EMULATOR_NIC_DATA_QUEUE_MEMORY_H

#include "base/bytes.h"
#include "emulator/host/shared-copy.h"

#include <cstdint>
#include <memory>
#include <span>

namespace dpa {

/// Memory that the program has registered.
struct RegisteredMemory {
  std::byte *address = nullptr;
  uint64_t size = 0;

  bool holds(uint64_t offset, uint64_t bytes) const {
    return offset <= size && bytes <= size - offset;
  }
};

/// Copies of a QueueMemory share the use of what they refer to.
class QueueMemory {
public:
  QueueMemory() = default;
  /// Memory that is mapped as long as it is used.
  QueueMemory(std::byte *memory) : memory_(memory) {}
  QueueMemory(const std::byte *memory)
      : memory_(const_cast<std::byte *>(memory)) {}
  /// Registered memory from `offset` on.
  QueueMemory(std::shared_ptr<const RegisteredMemory> owner, uint64_t offset)
      : memory_(owner->address + offset),
        use_(std::make_shared<Use>(Use{std::move(owner)})) {}

  /// Aligned cells of up to 8 bytes are not torn. False: not mapped; the target
  /// is zero then.
  bool read(uint64_t offset, std::span<std::byte> target) const {
    if (use_) [[unlikely]]
      return readRegistered(offset, target);
    copyFromShared(target.data(), memory_ + offset, target.size());
    return true;
  }
  /// read() before all later reads of this thread, for example of the counter in a
  /// doorbell record.
  bool acquire(uint64_t offset, std::span<std::byte> target) const;
  /// False: not mapped, or read-only.
  bool write(uint64_t offset, ByteView source) const;
  /// write(), the last 8 bytes after the others and all earlier writes of this thread: a
  /// reader that sees the owner bit of an entry sees the entry. The place is aligned to
  /// 8, and so is the size.
  bool publish(uint64_t offset, ByteView source) const {
    if (use_) [[unlikely]]
      return publishRegistered(offset, source);
    publishToShared(memory_ + offset, source.data(), source.size());
    return true;
  }

  /// Ends the use of registered memory for all copies: the program may deregister it
  /// while the queue, which accesses it no more, still exists. Not at the same time as
  /// another call.
  void release() const {
    if (use_)
      use_->owner.reset();
  }

  explicit operator bool() const { return memory_ != nullptr; }
  /// Memory that stays mapped; null: registered memory, or none.
  const std::byte *mapped() const { return use_ ? nullptr : memory_; }

private:
  bool readRegistered(uint64_t offset, std::span<std::byte> target) const;
  bool publishRegistered(uint64_t offset, ByteView source) const;

  struct Use {
    std::shared_ptr<const RegisteredMemory> owner; ///< null after release()
  };

  std::byte *memory_ = nullptr;
  std::shared_ptr<Use> use_; ///< null: always mapped
};

} // namespace dpa

#endif
