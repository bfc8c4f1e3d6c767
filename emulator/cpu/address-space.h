// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of AddressSpace: the regions in order, the windows made from them,
// and the generations of decoded code. Only the code generation changes after
// the first run; that part is thread safe.
#ifndef DPA_EMULATOR_CPU_ADDRESS_SPACE_H
#define DPA_EMULATOR_CPU_ADDRESS_SPACE_H

#include "emulator/cpu/fork-count.h"
#include "emulator/cpu/guest-memory.h"
#include "emulator/cpu/hart.h"
#include "emulator/cpu/translations.h"

#include <atomic>
#include <mutex>
#include <vector>

namespace dpa::cpu {

class CodeCache;

/// Index of arrays that have one entry for each privilege.
constexpr size_t indexOf(Privilege privilege) {
  return privilege == Privilege::Machine ? 1 : 0;
}

inline const Permissions &permissionsOf(const Region &region,
                                        Privilege privilege) {
  return privilege == Privilege::Machine ? region.machine : region.user;
}

struct AddressSpace::Impl {
  explicit Impl(const EngineOptions &options);
  ~Impl();

  bool add(const Region &region);

  /// The region that holds `address`, or null.
  const Region *find(uint64_t address) const;

  /// True if a store through some region could change the host memory of
  /// `region`.
  bool mayBeStoredTo(const Region &region) const;

  std::shared_ptr<CodeCache> currentCode();
  uint64_t codeGeneration() const {
    return generation_.load(std::memory_order_seq_cst);
  }

  /// Makes a new, empty generation, unless `old` is not the current one any
  /// more.
  void retireCode(const CodeCache &old);
  void codeChanged(uint64_t address, uint64_t size);

  /// AddressSpace::forgetTranslations().
  void forgetTranslations();

  /// Tells who asked for the JIT, once, that there is none.
  void tellRefused(const std::string &why);

  /// Harts that run let go of retired code at the end of their slice or of the
  /// run; those that do not are told to by these.
  void addHart(Hart::Impl &hart);
  void removeHart(Hart::Impl &hart);

  const EngineOptions options;
  const uint32_t forks = forkCount(); ///< when it was made
  const bool translates;              ///< the JIT was chosen and is available
  std::vector<Region> regions;        ///< sorted by address
  std::array<Window, 2> readable;     ///< by privilege
  std::array<Window, 2> writable;
  ForgetRounds forgetRounds{0};

private:
  void makeWindows(Privilege privilege);

  std::atomic<bool> hasToldRefused_{false};
  std::mutex hartsMutex_;
  std::vector<Hart::Impl *> harts_;
  std::mutex codeMutex_;
  std::shared_ptr<CodeCache> code_;
  std::atomic<uint64_t> generation_{0};
};

} // namespace dpa::cpu

#endif
