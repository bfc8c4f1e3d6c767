// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protection domains and memory keys of one device. A user of a key holds its
// MemoryKey and checks whether it was revoked; removing a key makes the harts of
// all processes of the device forget their translations.
#ifndef DPA_EMULATOR_MEMORY_MEMORY_KEYS_H
#define DPA_EMULATOR_MEMORY_MEMORY_KEYS_H

#include "emulator/cpu/hart.h"
#include "emulator/interface/card-access.h"
#include "emulator/interface/host-memory.h"
#include "emulator/memory/pinned-memories.h"
#include "emulator/memory/revocable.h"

#include <map>
#include <mutex>

namespace dpa {

struct MemoryKey : Revocable {
  uint32_t key = 0;
  const void *domain = nullptr;
  uint64_t base = 0; ///< host or device address, or the region's own (iova)
  uint64_t size = 0;
  std::byte *memory = nullptr; ///< of `base`
  /// Of the same memory, which stays mapped and accessible until the key is revoked; or null.
  std::shared_ptr<std::byte> pinned;
  bool mayWrite = false;
  uint8_t remoteAccess = 0; ///< of queue-pair.h
  uint32_t process = 0;     ///< owner of the memory; 0: the host program
  bool isRelaxed = false;   ///< see DeviceRegion
  CardObserver *observer = nullptr; ///< of accesses of the card; or null
  bool isWindow = false;            ///< only for other ends of connections
  uint8_t variant = 0xd0;           ///< low byte of the key

  bool holds(uint64_t address, uint64_t bytes) const {
    return address >= base && address - base <= size &&
           bytes <= size - (address - base);
  }
};

class MemoryKeys {
public:
  /// See HostMemory.
  void addDomain(const void *domain);
  bool removeDomain(const void *domain);
  bool hasDomain(const void *domain) const;
  uint32_t addRegion(const HostRegion &region);
  void removeRegion(uint32_t key);
  bool bindWindow(uint32_t key, uint32_t newKey, const HostRegion &region);
  std::optional<HostRegion> region(uint32_t key) const;

  /// Unbinds a window. False: not a window's key.
  bool invalidate(uint32_t key);

  /// A window is a use of its domain, which it holds. False: no such domain.
  bool useDomain(const void *domain);
  void releaseDomain(const void *domain);

  /// Null if not found.
  std::shared_ptr<MemoryKey> find(uint32_t key) const;

  /// Held during an atomic operation of a queue pair.
  std::mutex &atomics() { return atomics_; }

  /// Keys of process memory. 0: no such domain, or no more keys.
  uint32_t add(std::shared_ptr<MemoryKey> key);
  /// Null, and nothing done, if the key does not belong to that process.
  std::shared_ptr<MemoryKey> remove(uint32_t key, uint32_t process);

  /// Harts that may hold translations.
  void addSpace(cpu::AddressSpace &space);
  void removeSpace(cpu::AddressSpace &space);

private:
  std::shared_ptr<MemoryKey> keyOf(const HostRegion &region);
  void revoke(MemoryKey &key);

  PinnedMemories pins_;
  mutable std::mutex lock_;                  ///< of what follows
  std::map<const void *, uint32_t> domains_; ///< and how many use each
  std::map<uint32_t, std::shared_ptr<MemoryKey>> keys_; ///< by index
  uint32_t nextIndex_ = 1;

  std::mutex atomics_;

  std::mutex spacesLock_; ///< of what follows; held while harts forget
  std::vector<cpu::AddressSpace *> spaces_;
};

} // namespace dpa

#endif
