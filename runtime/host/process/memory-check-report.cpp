// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sentence for each kind of violation: what happened, where the other
// access was, what is missing.
#include "runtime/host/process/memory-check-report.h"

#include "base/bytes.h"

namespace dpa::host {
namespace {

std::string symbolOf(const image::DeviceElf &elf, uint64_t address,
                     const char *before, const char *after) {
  const auto found = elf.symbolAt(address);
  if (!found)
    return "";
  return before + std::string(found->name) + "+" + hex(found->offset) + after;
}

/// "0x80001000 (flag+0x0)"
std::string addressText(const image::DeviceElf &elf, uint64_t address) {
  return hex(address) + symbolOf(elf, address, " (", ")");
}

/// "device.c:12 (set_flag+0x8, EU 1)"; of code without lines, such as a
/// library's, the line of its caller.
std::string placeText(const image::DeviceElf &elf,
                      const CheckedAccess &access) {
  auto line = elf.lineAt(access.pc);
  if (!line)
    line = elf.lineAt(access.caller - 1); // the call, not what follows it
  std::string where = line ? line->file + ":" + std::to_string(line->line)
                           : "pc " + hex(access.pc);
  return where + " (" + symbolOf(elf, access.pc, "", ", ") + "EU " +
         std::to_string(access.eu) + ")";
}

class Words {
public:
  Words(const MemoryViolation &violation, const image::DeviceElf &elf)
      : violation_(violation), elf_(elf) {}

  std::string address() const { return addressText(elf_, violation_.address); }
  std::string place(const CheckedAccess &access) const {
    return placeText(elf_, access);
  }

  /// Of a write that was not written back before `event`.
  std::string unwritten(const std::string &event, const std::string &state,
                        const std::string &missing) const {
    return event + " at " + place(violation_.access) + ": " + address() +
           ", written at " + place(violation_.other) + ", " + state +
           "; between the two " + missing + " is missing";
  }

private:
  const MemoryViolation &violation_;
  const image::DeviceElf &elf_;
};

} // namespace

std::string describeViolation(const MemoryViolation &violation,
                              const image::DeviceElf &elf) {
  const Words words(violation, elf);
  switch (violation.kind) {
  case MemoryViolation::Kind::WritesOutOfOrder:
    return "old data read at " + words.place(violation.access) + ": " +
           words.address() + " was written at " + words.place(violation.other) +
           ", before " + words.place(violation.seen) +
           " wrote what the reader has seen already; no fence orders the two "
           "writes (__dpa_thread_memory_fence(__DPA_W, __DPA_W))";
  case MemoryViolation::Kind::StaleWindowRead:
    return "stale data read at " + words.place(violation.access) + ": " +
           words.address() + " was cached at " + words.place(violation.other) +
           ", and host memory has changed since; between the two "
           "__dpa_thread_window_read_inv() is missing";
  case MemoryViolation::Kind::WindowWriteAtDoorbell:
    return words.unwritten("doorbell rung", "is not in host memory yet",
                           "__dpa_thread_window_writeback()");
  case MemoryViolation::Kind::WindowWriteAtEnd:
    return words.unwritten("activation ended",
                           "never written back to host memory",
                           "__dpa_thread_window_writeback()");
  case MemoryViolation::Kind::MemoryWriteAtDoorbell:
    return words.unwritten("doorbell rung",
                           "is not where the network card reads it yet",
                           "__dpa_thread_memory_writeback()");
  case MemoryViolation::Kind::MemoryWriteAtEnd:
    return words.unwritten(
        "activation ended",
        "never written back to where the network card reads it",
        "__dpa_thread_memory_writeback()");
  }
  return "";
}

std::string describeMisaligned(const MisalignedAccess &access,
                               const image::DeviceElf &elf) {
  return std::string("misaligned ") + (access.stores ? "store" : "load") +
         " of " + std::to_string(access.bytes) + " bytes at " +
         placeText(elf, access.access) + ", address " +
         addressText(elf, access.address) +
         "; the DPA programming guide excludes misaligned accesses "
         "(--misaligned=trap ends the process here)";
}

} // namespace dpa::host
