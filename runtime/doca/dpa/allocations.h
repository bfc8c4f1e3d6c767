// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of device memory that a program has allocated, for
// doca_dpa_mem_free() of DOCA 1.5, which does not name the context. Thread safe.
#ifndef DPA_RUNTIME_DOCA_DPA_ALLOCATIONS_H
#define DPA_RUNTIME_DOCA_DPA_ALLOCATIONS_H

#include <cstdint>
#include <utility>

namespace dpa::doca {

class Program;

/// Of one program; its blocks are forgotten with it.
class Allocations {
public:
  explicit Allocations(Program &program) : program_(program) {}
  Allocations(const Allocations &) = delete;
  Allocations &operator=(const Allocations &) = delete;
  ~Allocations();

  void add(uint64_t address);
  void remove(uint64_t address) { forget(address, program_); }

  static void forget(uint64_t address, const Program &program);
  /// How many programs have a block at this address, and the last one found.
  static std::pair<unsigned, Program *> find(uint64_t address);

private:
  Program &program_;
};

} // namespace dpa::doca

#endif
