// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The windows of a process: what the host creates, and what is behind the
// window addresses of an execution unit (EU). Each EU has two entities, which
// device code gives a window and a memory key; both last for one activation.
#ifndef DPA_EMULATOR_MEMORY_WINDOWS_H
#define DPA_EMULATOR_MEMORY_WINDOWS_H

#include "emulator/interface/device.h"
#include "emulator/memory/memory-keys.h"
#include "emulator/memory/process-memory.h"
#include "runtime/abi/eu-control.h"

#include <array>

namespace dpa {

struct HostWindow : Revocable {
  uint32_t id = 0;
  const void *domain = nullptr;
};

/// A fault that a copy or an access through a window has met.
struct WindowFault {
  uint64_t address = 0; ///< of the device: of a window, or of process memory
  bool isStore = false;
  std::string why; ///< empty: none, or nothing to say
};

/// What a window entity is asked for; the device's system calls.
struct WindowRequest {
  uint64_t entity = 0;
  uint64_t window = 0;
  uint64_t key = 0;
  uint64_t deviceAddress = 0;
  uint64_t hostAddress = 0;
  uint64_t size = 0;
};

class WindowTable;

/// The window entities of one EU. On the EU's thread only.
class EuWindows {
public:
  EuWindows(WindowTable *table, cpu::Hart &hart) : table_(table), hart_(hart) {}

  /// An activation begins: nothing is configured.
  void reset();

  /// Control registers (runtime/abi/eu-control.h).
  static bool isRegister(uint64_t offset) {
    return offset >= DPA_EU_REG_WINDOW_FIRST &&
           offset <= DPA_EU_REG_WINDOW_LAST;
  }
  bool load(uint64_t offset, uint64_t &value) const;
  bool store(uint64_t offset, uint64_t value);

  /// For the hart. False: LastFault says why.
  bool translate(const cpu::Access &access, cpu::Extent &extent);

  /// The last access or copy that was refused.
  const WindowFault &lastFault() const { return lastFault_; }

private:
  struct Entity {
    std::shared_ptr<HostWindow> window; ///< the last one, also if not set
    std::shared_ptr<MemoryKey> key;
    bool hasWindow = false; ///< in this activation
    bool hasKey = false;
    uint64_t mappedFrom = 0; ///< memory that a copy has found mapped since
    uint64_t mappedTo = 0;
  };
  uint64_t configure(uint64_t what);
  bool setKey(Entity &entity, std::shared_ptr<HostWindow> window);
  uint64_t copy(bool toHost);
  bool fault(uint64_t address, bool isStore, std::string why);
  std::string whyNot(const Entity &entity, uint64_t hostAddress, uint64_t size,
                     bool writes) const;
  bool copyBetween(Entity &entity, bool toHost);
  static bool isMapped(Entity &entity, const std::byte *memory, uint64_t size);
  void log(const std::string &what) const;

  WindowTable *const table_; ///< null: the machine has no windows
  cpu::Hart &hart_;
  std::array<Entity, 2> entities_;
  WindowRequest request_;
  uint64_t configureResult_ = 0;
  uint64_t copyResult_ = 0;
  WindowFault lastFault_;
};

class WindowTable : public ProcessWindows, public cpu::DynamicMemory {
public:
  /// The references outlive it. `admit` runs something of the host between
  /// turns where that matters.
  using Admit =
      std::function<void(const Arrival &, const std::function<void()> &)>;
  WindowTable(std::shared_ptr<MemoryKeys> keys, ProcessMemory &memory,
              cpu::AddressSpace &space, ProcessObserver &observer,
              uint32_t process, Admit admit);
  /// Nothing of the process runs any more. Dumps recoverable memory; keys and
  /// windows go.
  ~WindowTable() override;

  uint32_t createWindow(const void *domain) override;
  bool destroyWindow(uint32_t window) override;
  uint32_t createKey(const DeviceRegion &region) override;
  bool destroyKey(uint32_t key) override;
  bool setRecoverable(uint64_t address, uint64_t size, uint32_t key) override;
  Recovery recover(uint64_t address) override;

  bool translate(cpu::Hart &hart, const cpu::Access &access,
                 cpu::Extent &extent) override;

  /// Null if there is none.
  std::shared_ptr<HostWindow> find(uint32_t window) const;
  MemoryKeys &keys() { return *keys_; }
  ProcessMemory &memory() { return memory_; }
  ProcessObserver &observer() { return observer_; }

private:
  struct Recoverable {
    uint64_t size = 0;
    uint32_t key = 0;
  };
  bool dump(uint64_t address, const Recoverable &what);
  bool isOfParent() const;

  const std::shared_ptr<MemoryKeys> keys_;
  ProcessMemory &memory_;
  cpu::AddressSpace &space_;
  ProcessObserver &observer_;
  const uint32_t process_;
  const Admit admitArrival_;
  const uint32_t forks_; ///< cpu::forkCount() when it was made

  mutable std::mutex lock_; ///< of what follows
  std::map<uint32_t, std::shared_ptr<HostWindow>> windows_;
  uint32_t nextWindow_ = 1;
  std::map<uint64_t, Recoverable> recoverables_; ///< by address
  std::vector<uint32_t> deviceKeys_;
};

} // namespace dpa

#endif
