// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of device.h: memory that device and host share. A device has protection
// domains and keys for memory of the host program; a process has windows, by
// which its device code reaches such memory, and keys for its own memory.
// Thread safe. What device code may do follows from key, domain and window
// alone.
#ifndef DPA_EMULATOR_INTERFACE_HOST_MEMORY_H
#define DPA_EMULATOR_INTERFACE_HOST_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace dpa {

/// A mapping of shared anonymous memory of the host program.
struct SharedMapping {
  uint64_t device = 0; ///< with the inode, which memory it is
  uint64_t inode = 0;
  uint64_t offset = 0; ///< of `first` in the memory
  const std::byte *first = nullptr;
  uint64_t size = 0;
  bool isWritable = false;
};

/// Memory of the host program behind a key. `domain` is the protection domain
/// as the program names it.
struct HostRegion {
  const void *domain = nullptr;
  std::byte *address = nullptr;
  uint64_t size = 0;
  bool mayWrite = false; ///< by the device
  /// The memory is in this mapping: the device keeps it, even if the program unmaps
  /// it.
  std::optional<SharedMapping> shared = std::nullopt;
  /// Of `address` in queue entries and packets, if it differs.
  std::optional<uint64_t> iova = std::nullopt;
  /// What queue pairs of others may do: remoteAccess of queue-pair.h.
  uint8_t remoteAccess = 0;
  /// A memory window: only for the other ends of connections, which can invalidate
  /// it. Size 0: not bound.
  bool isWindow = false;
  /// The low byte of the key, if the program chooses it.
  std::optional<uint8_t> variant = std::nullopt;
};

/// Memory of a process behind a key.
struct DeviceRegion {
  const void *domain = nullptr;
  uint64_t address = 0;
  uint64_t size = 0;
  bool mayWrite = false;    ///< by others than the process
  uint8_t remoteAccess = 0; ///< see HostRegion
  bool isRelaxed = false;   ///< the card's writes may be seen in any order
};

/// Of one device. A key is 24 bits of index and 8 bits that vary, never 0.
class HostMemory {
public:
  virtual ~HostMemory() = default;

  virtual void addDomain(const void *domain) = 0;
  /// False: keys or windows use it.
  virtual bool removeDomain(const void *domain) = 0;
  virtual bool hasDomain(const void *domain) const = 0;

  /// The new key of a region; 0: all keys are in use.
  virtual uint32_t addRegion(const HostRegion &region) = 0;
  /// When this returns, the device no longer accesses the region.
  virtual void removeRegion(uint32_t key) = 0;
  /// Gives a window other memory of the same domain and a key that may differ in
  /// the low byte. When this returns, the device no longer accesses what it was
  /// bound to. False, and nothing done: `key` is not a window's.
  virtual bool bindWindow(uint32_t key, uint32_t newKey,
                          const HostRegion &region) = 0;
  /// What is behind a key of host memory.
  virtual std::optional<HostRegion> region(uint32_t key) const = 0;

  /// Memory of the program by number, for rings and doorbell records of queues
  /// (QueuePlace.umem); 0: all numbers are in use. If the program unmaps it, queues
  /// in it fail.
  virtual uint32_t registerMemory(std::byte * /*memory*/, uint64_t /*size*/) {
    return 0;
  }
  /// False: queues or memory keys use it.
  virtual bool deregisterMemory(uint32_t /*umem*/) { return false; }
  /// A part of registered memory, which is a use of it while it lives. Null: no such
  /// number or part.
  virtual std::shared_ptr<std::byte>
  useMemory(uint32_t /*umem*/, uint64_t /*offset*/, uint64_t /*size*/) {
    return nullptr;
  }
};

/// What became of the copy of recoverable memory.
enum class Recovery : uint8_t {
  NotAsked, ///< nothing there is recoverable
  Done,
  Lost ///< the key was removed, or the host memory cannot be written
};

/// Of one process.
class ProcessWindows {
public:
  virtual ~ProcessWindows() = default;

  /// Number of a new window to memory of a domain, 1 to 65535; 0: no such
  /// domain, or all numbers are in use.
  virtual uint32_t createWindow(const void *domain) = 0;
  /// When this returns, no execution unit uses it. False: no such window.
  virtual bool destroyWindow(uint32_t window) = 0;

  /// Key of data or heap of the process; 0: the range is not all data or heap,
  /// no such domain, or all keys are in use.
  virtual uint32_t createKey(const DeviceRegion &region) = 0;
  virtual bool destroyKey(uint32_t key) = 0;

  /// From now on the end of the process, or recover(), copies data or heap of
  /// the process to the beginning of the host memory behind `key`. False, and
  /// nothing done: no such range, or a key that does not allow it.
  virtual bool setRecoverable(uint64_t address, uint64_t size,
                              uint32_t key) = 0;
  /// Copies now instead of at the end.
  virtual Recovery recover(uint64_t address) = 0;
};

} // namespace dpa

#endif
