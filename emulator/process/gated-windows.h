// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The windows of a process as the host sees them: a process that was inherited
// across fork() refuses all changes.
#ifndef DPA_EMULATOR_PROCESS_GATED_WINDOWS_H
#define DPA_EMULATOR_PROCESS_GATED_WINDOWS_H

#include "emulator/memory/window-table.h"
#include "emulator/process/process-gate.h"

namespace dpa {

class GatedWindows : public ProcessWindows {
public:
  GatedWindows(const ProcessGate &gate, WindowTable &table)
      : gate_(gate), table_(table) {}

  uint32_t createWindow(const void *domain) override {
    return isOwn() ? table_.createWindow(domain) : 0;
  }
  bool destroyWindow(uint32_t window) override {
    return isOwn() && table_.destroyWindow(window);
  }
  uint32_t createKey(const DeviceRegion &region) override {
    return isOwn() ? table_.createKey(region) : 0;
  }
  bool destroyKey(uint32_t key) override {
    return isOwn() && table_.destroyKey(key);
  }
  bool setRecoverable(uint64_t address, uint64_t size, uint32_t key) override {
    return isOwn() && table_.setRecoverable(address, size, key);
  }
  Recovery recover(uint64_t address) override {
    return isOwn() ? table_.recover(address) : Recovery::NotAsked;
  }

private:
  bool isOwn() const { return !gate_.isInherited(); }

  const ProcessGate &gate_;
  WindowTable &table_;
};

} // namespace dpa

#endif
