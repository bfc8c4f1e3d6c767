// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that the network card reads and writes by key, for one queue: the one
// check of key, protection domain, range and right for all engines. Given the
// keys of a device and the domain of the queue; an access that is not allowed
// touches no byte. Accesses for the other end of a connection need a right of the
// key (remoteAccess of queue-pair.h). Used by one thread at a time.
#ifndef DPA_EMULATOR_NIC_DATA_KEYED_MEMORY_H
#define DPA_EMULATOR_NIC_DATA_KEYED_MEMORY_H

#include "base/bytes.h"
#include "emulator/memory/memory-keys.h"

#include <functional>
#include <memory>
#include <span>
#include <unistd.h>

namespace dpa {

/// Why an access by key was refused.
enum class KeyError : uint8_t {
  None,
  NoKey,       ///< no such key in the device
  OtherDomain, ///< of another protection domain than the queue
  OutOfRange,
  NotWritable, ///< registered without the right to write
  NotMapped,   ///< the program has unmapped or protected the memory
  NotRemote,   ///< registered without this right for other ends of connections
};

/// A static text.
const char *describe(KeyError error);

/// Memory of a key that is read without a copy.
struct DirectSource {
  std::shared_ptr<MemoryKey> key;
  const std::byte *memory = nullptr;
};

class KeyedMemory {
public:
  KeyedMemory(std::shared_ptr<MemoryKeys> keys, const void *domain)
      : keys_(std::move(keys)), domain_(domain) {}

  /// Whether an access is allowed at this moment. Size 0 needs a key, too.
  KeyError check(uint32_t key, uint64_t address, uint64_t size, bool writes);

  /// Device memory may be in use by execution units: aligned cells of up to 8
  /// bytes are never torn.
  KeyError read(uint32_t key, uint64_t address, std::span<std::byte> target);
  KeyError write(uint32_t key, uint64_t address, ByteView source);

  /// The source of a permitted read, for writeDirect(). False if it is not permitted, or
  /// the memory is checked.
  bool find(uint32_t key, uint64_t address, uint64_t size,
            DirectSource &source);
  /// Writes `size` bytes of `source` from `offset` on. Returns the number of
  /// written bytes: fewer if a write is not permitted, memory is not mapped, is checked or
  /// overlaps, or alignments differ.
  uint64_t writeDirect(uint32_t key, uint64_t address,
                       const DirectSource &source, uint64_t offset,
                       uint64_t size);

  /// The same for the other end, with the right that it needs.
  KeyError checkRemote(uint32_t key, uint64_t address, uint64_t size,
                       uint8_t right);
  KeyError readRemote(uint32_t key, uint64_t address,
                      std::span<std::byte> target);
  KeyError writeRemote(uint32_t key, uint64_t address, ByteView source);
  uint64_t writeRemoteDirect(uint32_t key, uint64_t address,
                             const DirectSource &source, uint64_t size);
  /// Replaces the number at `address`, which is aligned to 8, by
  /// change(original). Atomic among the queue pairs of the device.
  KeyError atomic(uint32_t key, uint64_t address,
                  const std::function<uint64_t(uint64_t original)> &change);
  /// The other end unbinds a window of the domain. False: not the key of one.
  bool invalidate(uint32_t key);

private:
  /// Null: no such key.
  MemoryKey *find(uint32_t key) {
    if (!last_ || last_->key != key || last_->isRevoked()) [[unlikely]]
      last_ = keys_->find(key);
    return last_.get();
  }
  KeyError check(const MemoryKey *found, uint64_t address, uint64_t size,
                 bool writes) const;
  KeyError checkLocal(const MemoryKey *found, uint64_t address, uint64_t size,
                      bool writes) const;
  KeyError checkRemote(const MemoryKey *found, uint64_t address, uint64_t size,
                       uint8_t right) const;

  const std::shared_ptr<MemoryKeys> keys_;
  const void *const domain_;
  const pid_t self_ = getpid();
  /// The key of the last access: most queues have one or two.
  std::shared_ptr<MemoryKey> last_;
};

} // namespace dpa

#endif
