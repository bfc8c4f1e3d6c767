// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges of guest addresses and what is behind them.
#ifndef DPA_EMULATOR_CPU_REGION_H
#define DPA_EMULATOR_CPU_REGION_H

#include "emulator/cpu/dynamic-memory.h"

namespace dpa::cpu {

class Hart;

/// A device behind a region. Accesses are naturally aligned and within the
/// region; `offset` and `bytes` are in bytes. Returning false makes the access
/// a load or store access fault.
class MmioDevice {
public:
  virtual ~MmioDevice() = default;
  virtual bool load(Hart &hart, uint64_t offset, unsigned bytes,
                    uint64_t &value) = 0;
  virtual bool store(Hart &hart, uint64_t offset, unsigned bytes,
                     uint64_t value) = 0;
};

struct Permissions {
  bool read = false;
  bool write = false;
  bool execute = false;
};

/// A range of guest addresses: host memory (`host`, not owned, must outlive the
/// address space; aligned like `base` modulo 8), a device (`mmio`) or memory
/// that is mapped and unmapped (`dynamic`). An access or an instruction that crosses its
/// end faults. Only host memory can hold code; devices have no atomic
/// operations.
struct Region {
  uint64_t base = 0;
  uint64_t size = 0;
  std::byte *host = nullptr;
  MmioDevice *mmio = nullptr;
  Permissions user;
  Permissions machine;
  DynamicMemory *dynamic = nullptr;
};

} // namespace dpa::cpu

#endif
