// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The window entities of an execution unit (EU), and what is behind its window
// addresses. Each EU has two entities, which device code gives a window and a
// memory key; both last for one activation.
#ifndef DPA_EMULATOR_UNIT_EU_WINDOWS_H
#define DPA_EMULATOR_UNIT_EU_WINDOWS_H

#include "emulator/memory/window-table.h"
#include "runtime/abi/eu-control.h"

#include <array>
#include <string>
#include <vector>

namespace dpa {

/// The fault of a copy or an access through a window.
struct WindowFault {
  uint64_t address = 0; ///< of the device: of a window, or of process memory
  bool isStore = false;
  std::string why; ///< empty: no fault, or no details
};

/// The request registers of the windows.
struct WindowRequest {
  uint64_t entity = 0;
  uint64_t window = 0;
  uint64_t key = 0;
  uint64_t deviceAddress = 0;
  uint64_t hostAddress = 0;
  uint64_t size = 0;
};

/// The window entities of one EU. On the EU's thread only.
class EuWindows {
public:
  EuWindows(WindowTable *table, cpu::Hart &hart) : table_(table), hart_(hart) {}

  /// An activation of a thread begins: nothing is configured.
  void reset(uint32_t thread);

  /// Control registers (runtime/abi/eu-control.h).
  static bool isRegister(uint64_t offset) {
    return offset >= DPA_EU_REG_WINDOW_FIRST &&
           offset <= DPA_EU_REG_WINDOW_LAST;
  }
  bool load(uint64_t offset, uint64_t &value) const;
  bool store(uint64_t offset, uint64_t value);

  /// For the hart. False: see lastFault().
  bool translate(const cpu::Access &access, cpu::Extent &extent);

  /// The configured entities, for core dumps; not during a turn.
  std::vector<StoppedWindow> configured(uint32_t eu) const;

  /// Host memory behind a window address, for a debugger; null: an access would
  /// fault. While the EU does not run.
  std::byte *peek(uint64_t address, uint64_t size, bool writes) const;

  /// A line for each entity that has a key. Likewise.
  std::vector<std::string> describe() const;

  /// The last access or copy that was refused.
  const WindowFault &lastFault() const { return lastFault_; }

private:
  /// Host memory that the kernel was asked about, in one piece.
  struct CheckedMemory {
    uint64_t from = 0;
    uint64_t to = 0;
  };
  struct Entity {
    std::shared_ptr<HostWindow> window; ///< the last one, also if not set
    std::shared_ptr<MemoryKey> key;
    bool hasWindow = false; ///< in this activation
    bool hasKey = false;
    CheckedMemory readable = {}; ///< by a copy, since it was configured
    CheckedMemory writable = {};
  };
  uint64_t configure(uint64_t what);
  bool setKey(Entity &entity, std::shared_ptr<HostWindow> window);
  uint64_t copy(bool toHost);
  bool fault(uint64_t address, bool isStore, std::string why);
  std::string whyNot(const Entity &entity, uint64_t hostAddress, uint64_t size,
                     bool writes) const;
  bool copyBetween(Entity &entity, bool toHost);
  bool isAccessible(Entity &entity, const std::byte *memory, uint64_t size,
                    bool writes) const;
  bool isPinned(const MemoryKey &key) const;
  std::byte *memoryOf(const MemoryKey &key) const; ///< the byte at its base
  void report(const std::string &what) const noexcept;

  WindowTable *const table_; ///< null: the machine has no windows
  cpu::Hart &hart_;
  uint32_t thread_ = 0; ///< of the activation
  std::array<Entity, 2> entities_;
  WindowRequest request_;
  uint64_t configureResult_ = 0;
  uint64_t copyResult_ = 0;
  WindowFault lastFault_;
};

} // namespace dpa

#endif
