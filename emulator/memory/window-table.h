// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The windows of a process as the host creates them, its keys of process memory
// and its recoverable memory. What is behind a window address of an execution
// unit is the unit's business (unit/eu-windows.h).
#ifndef DPA_EMULATOR_MEMORY_WINDOW_TABLE_H
#define DPA_EMULATOR_MEMORY_WINDOW_TABLE_H

#include "emulator/interface/device.h"
#include "emulator/memory/memory-keys.h"
#include "emulator/memory/process-memory.h"

namespace dpa {

struct HostWindow : Revocable {
  uint32_t id = 0;
  const void *domain = nullptr;
};

class WindowTable {
public:
  /// The references outlive it.
  WindowTable(std::shared_ptr<MemoryKeys> keys, ProcessMemory &memory,
              cpu::AddressSpace &space, ProcessObserver &observer,
              uint32_t process);
  /// Nothing of the process runs any more. Dumps recoverable memory; removes keys
  /// and windows.
  ~WindowTable();

  /// See ProcessWindows.
  uint32_t createWindow(const void *domain);
  bool destroyWindow(uint32_t window);
  /// `observer`: of accesses of the card by this key, which it outlives; or null.
  uint32_t createKey(const DeviceRegion &region, CardObserver *observer);
  bool destroyKey(uint32_t key);
  bool setRecoverable(uint64_t address, uint64_t size, uint32_t key);
  Recovery recover(uint64_t address);
  bool isRecoverable(uint64_t address) const;

  /// Null if not found.
  std::shared_ptr<HostWindow> find(uint32_t window) const;
  MemoryKeys &keys() { return *keys_; }
  ProcessMemory &memory() { return memory_; }
  ProcessObserver &observer() { return observer_; }
  /// Whether the memory accesses of user code are checked.
  bool isChecked() const { return space_.isObserved(); }

private:
  struct Recoverable {
    uint64_t size = 0;
    uint32_t key = 0;
  };
  bool dump(uint64_t address, const Recoverable &what);

  const std::shared_ptr<MemoryKeys> keys_;
  ProcessMemory &memory_;
  cpu::AddressSpace &space_;
  ProcessObserver &observer_;
  const uint32_t process_;

  mutable std::mutex lock_; ///< of what follows
  std::map<uint32_t, std::shared_ptr<HostWindow>> windows_;
  uint32_t nextWindow_ = 1;
  std::map<uint64_t, Recoverable> recoverables_; ///< by address
  std::vector<uint32_t> deviceKeys_;
};

} // namespace dpa

#endif
