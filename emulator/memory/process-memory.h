// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of one device process: firmware, text, and the data range with
// data, heap and thread areas. Given a checked image, the firmware and the heap
// size; gives the CPU its regions, the machine its mailboxes and thread
// contexts, the host bounds-checked copies. Host memory is only reserved; pages
// are allocated at the first access.
#ifndef DPA_EMULATOR_MEMORY_PROCESS_MEMORY_H
#define DPA_EMULATOR_MEMORY_PROCESS_MEMORY_H

#include "emulator/cpu/hart.h"
#include "emulator/host/host-mapping.h"
#include "emulator/interface/device.h"
#include "emulator/loader/image-rules.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/mailbox.h"
#include "runtime/abi/saved-registers.h"
#include "runtime/abi/thread-context.h"

namespace dpa {

class ProcessMemory {
public:
  /// Null on failure, with the reason in `error`.
  static std::unique_ptr<ProcessMemory> create(const DeviceImage &image,
                                               const ElfFile &firmware,
                                               uint64_t heapSize,
                                               std::string &error);

  /// Adds all memory to `space`, which must not outlive this object.
  void addTo(cpu::AddressSpace &space);

  AddressRange heap() const { return heap_; }
  /// End of the image's data.
  uint64_t dataEnd() const { return dataEnd_; }

  /// Observes writes by the host, the machine and the network card. Must be set before
  /// code of the process runs.
  void setWriteObserver(CardObserver *observer) { writes_ = observer; }
  /// Host memory of the process is about to be written to, not by user code.
  void noteWrite(const std::byte *memory, size_t size) const {
    if (writes_)
      writes_->cardWrites(memory, size, CardObject::Data);
  }

  /// Mailbox of an execution unit; the firmware writes to it while it runs.
  dpa_mailbox &mailbox(uint32_t eu);
  /// Thread context at the start of a thread area.
  dpa_thread_context &threadContext(uint32_t slot);

  /// Overwrites the stack of a thread area, so that its old contents are
  /// never relied on.
  void poisonStack(uint32_t slot);

  /// For core dumps: text, data and heap, a thread area, and the registers that the
  /// firmware has saved at an address of its memory, or null.
  StoppedMemory text() const;
  StoppedMemory data() const;
  StoppedMemory area(uint32_t slot) const;
  const dpa_saved_registers *savedRegisters(uint64_t address) const;

  /// A copy of the stack of a thread area from `sp` on; empty if `sp` is not in
  /// it.
  std::vector<std::byte> copyStack(uint32_t slot, uint64_t sp) const;

  /// Host memory of [address, address + size) in data or heap; null if that is
  /// not wholly inside.
  std::byte *hostData(uint64_t address, uint64_t size);
  /// Host memory of what user code can read: text, data, heap, thread areas.
  const std::byte *userReadable(uint64_t address, uint64_t size) const;
  /// Host memory of what user code can write, which the machine is about to write to:
  /// data, heap, thread areas.
  std::byte *userWritable(uint64_t address, uint64_t size);
  /// Of a range from `address` on that user code cannot read or write as a
  /// whole, the first byte that it cannot.
  static uint64_t firstUnreadable(uint64_t address);
  static uint64_t firstUnwritable(uint64_t address);

private:
  ProcessMemory(uint64_t codeSize, uint64_t dataEnd, AddressRange heap);

  HostMapping firmware_;
  HostMapping user_;  ///< text and data ranges, one after the other
  uint64_t codeSize_; ///< of the text range, may be executed
  uint64_t dataEnd_;
  AddressRange heap_;
  CardObserver *writes_ = nullptr; ///< null: not observed
};

/// Device address of a thread area.
constexpr uint64_t threadArea(uint32_t slot) {
  return DPA_THREAD_AREA_BASE + slot * DPA_THREAD_AREA_SLOT;
}

} // namespace dpa

#endif
