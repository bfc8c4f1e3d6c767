// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory for host code, mapped twice: once to write, once to execute, so that
// no page is ever both. Code is laid down from the bottom; links and tables of
// targets, which are data of that code, from the top. Both views
// have the same layout, so distances within are the same. Nothing is freed
// before the whole, except what belongs to code that did not fit.
#ifndef DPA_EMULATOR_CPU_JIT_CODE_MEMORY_H
#define DPA_EMULATOR_CPU_JIT_CODE_MEMORY_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dpa::cpu::jit {

using LinkSlot = std::atomic<const void *>;
static_assert(sizeof(LinkSlot) == 8);

class CodeMemory {
public:
  /// A host's jumps reach no further.
  static constexpr size_t sizeMax = size_t(1) << 30;

  /// `isForPerf`: memory in which perf looks up names by /tmp/perf-<pid>.map. Null:
  /// the kernel refused, `why` says what.
  static std::unique_ptr<CodeMemory> create(size_t bytes, std::string &why,
                                            bool isForPerf = false);
  ~CodeMemory();
  CodeMemory(const CodeMemory &) = delete;
  CodeMemory &operator=(const CodeMemory &) = delete;

  /// Where the next code is written, and how much fits.
  std::byte *next() const { return writable_ + codeEnd_; }
  size_t room() const { return topBegin_ - codeEnd_; }
  bool isHalfUsed() const { return room() < size_ / 2; }
  /// Allocates the first `bytes` at next(); returns their address for execution.
  const void *commit(size_t bytes);

  /// Consecutive new slots in the writable view; null if the memory is full.
  LinkSlot *addSlots(size_t count);
  /// Memory for a record of `bytes`, a power of two, at a multiple of that; likewise.
  void *addRecord(size_t bytes);

  /// Where slots and records begin; giveBack() with it frees those added since.
  size_t mark() const { return topBegin_; }
  void giveBack(size_t mark) { topBegin_ = mark; }

  /// The executable address of something in the writable view.
  const std::byte *executable(const void *writable) const {
    return executable_ + (static_cast<const std::byte *>(writable) - writable_);
  }
  /// And back.
  std::byte *writable(const void *executable) const {
    return writable_ +
           (static_cast<const std::byte *>(executable) - executable_);
  }

private:
  CodeMemory(std::byte *writable, std::byte *executable, size_t size)
      : writable_(writable), executable_(executable), size_(size),
        topBegin_(size) {}

  std::byte *const writable_;
  std::byte *const executable_;
  const size_t size_;
  /// Compilers that check calls by pointer look for a mark before a function.
  size_t codeEnd_ = 32;
  size_t topBegin_;
};

} // namespace dpa::cpu::jit

#endif
