// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stores of a process's execution units (EUs) to DPA memory that others
// cannot see yet. On the DPA a thread's writes become visible in time, in any
// order; here a seed decides when and in which. An EU sees its own stores. The
// network card's writes by keys that permit any order are treated in the same way.
// Detects a thread that reads the value before a store although it has seen a
// later one of the same EU, or of the card. Used by one thread at a time.
#ifndef DPA_EMULATOR_CHECK_STORE_BUFFER_H
#define DPA_EMULATOR_CHECK_STORE_BUFFER_H

#include "emulator/cpu/observer.h"
#include "emulator/interface/memory-violation.h"
#include "emulator/schedule/random.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace dpa {

class StoreBuffers {
public:
  StoreBuffers(uint64_t seed, uint32_t units)
      : card_(units), numbers_(seed), units_(units + 1) {}

  /// What `eu` loads, zero-extended. `missed`: the store that it should have
  /// seen, if any.
  uint64_t load(uint32_t eu, const cpu::ObservedAccess &access,
                std::optional<MemoryViolation> &missed);
  void store(uint32_t eu, const cpu::ObservedAccess &access, uint64_t value);
  /// `eu` is about to read the cell itself, and to write it if it stores.
  void atomic(uint32_t eu, const cpu::ObservedAtomic &operation,
              std::optional<MemoryViolation> &missed);

  /// A write of the card, at an address of the process.
  void cardStore(uint64_t address, std::byte *memory, ByteView source);
  void drainCard() { drain(card_); }

  /// Whether a store of `eu` to the word of this address is not visible yet.
  bool isPending(uint32_t eu, uint64_t address) const;

  /// Makes visible what `eu` has stored to [base, base + size) so far.
  void drain(uint32_t eu, uint64_t base, uint64_t size);
  void drain(uint32_t eu) { drain(eu, 0, ~uint64_t(0)); }
  void drainAll();

  /// Time passes: some stores become visible, mostly younger ones first.
  void tick();

private:
  static constexpr size_t pendingMax = 64;
  static constexpr unsigned ticksMax = 64;

  struct Pending {
    uint64_t number = 0; ///< of the stores of its EU
    uint64_t address = 0;
    unsigned bytes = 0;
    unsigned ticks = 0;
    uint64_t value = 0;
    CheckedAccess by;
    std::byte *cell = nullptr;
  };
  /// A store that became visible before older ones of its EU.
  struct Bypass {
    uint32_t eu = 0;
    uint64_t number = 0;
    CheckedAccess by;
  };
  struct Unit {
    uint64_t stores = 0;
    bool hasBypasses = false;
    std::vector<Pending> pending; ///< oldest first; one for each word at most
    std::unordered_map<uint32_t, Bypass> seen; ///< by EU: its latest bypass
  };

  void add(uint32_t unit, Pending store);
  static uint64_t wordOf(uint64_t address) { return address / 8; }
  std::optional<MemoryViolation> look(uint32_t eu,
                                      const cpu::ObservedAccess &access);
  void publish(uint32_t eu, size_t which);
  void publishWord(uint32_t eu, uint64_t word);
  void noteVisible(uint32_t eu, const Pending &store);
  void forgetBypasses(uint32_t eu);

  const uint32_t card_; ///< the unit of the card, which follows the EUs
  Random numbers_;
  std::vector<Unit> units_;
  std::unordered_map<uint64_t, Bypass> bypasses_; ///< by word
};

} // namespace dpa

#endif
