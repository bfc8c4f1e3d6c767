// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of the host program that it has registered by number (umem), for rings
// and doorbell records of queues. Queues hold what they use. Thread safe.
#ifndef DPA_EMULATOR_NIC_DATA_REGISTERED_MEMORY_H
#define DPA_EMULATOR_NIC_DATA_REGISTERED_MEMORY_H

#include "emulator/interface/nic.h"
#include "emulator/nic/data/queue-memory.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace dpa {

/// The registered memory of a device.
class RegisteredMemories {
public:
  /// Its number, not 0; 0: all numbers are in use.
  uint32_t add(std::byte *address, uint64_t size);
  /// False, and nothing done: a queue uses it, or no such number.
  bool remove(uint32_t number);
  bool has(uint32_t number) const { return find(number) != nullptr; }
  /// A part of registered memory, `what` in messages, which is a use while it
  /// lives. Null, with a message in `error`, if there is none.
  QueueMemory at(const QueuePlace &place, const std::string &what,
                 uint64_t size, uint64_t alignment, std::string &error) const;

  /// See HostMemory::useMemory().
  std::shared_ptr<std::byte> use(uint32_t number, uint64_t offset,
                                 uint64_t size) const;

private:
  std::shared_ptr<const RegisteredMemory> find(uint32_t number) const;

  mutable std::mutex lock_; ///< of what follows
  std::map<uint32_t, std::shared_ptr<const RegisteredMemory>> memories_;
  uint32_t newest_ = 0;
};

} // namespace dpa

#endif
