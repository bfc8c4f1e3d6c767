// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sentence for each kind of violation: what happened, where the other
// access was, what is missing.
#include "runtime/host/process/memory-check-report.h"

#include "base/bytes.h"

namespace dpa::host {
namespace {

class Words {
public:
  Words(const MemoryViolation &violation, const image::DeviceElf &elf)
      : violation_(violation), elf_(elf) {}

  /// "0x80001000 (flag+0x0)"
  std::string address() const {
    return hex(violation_.address) + symbol(violation_.address, " (", ")");
  }

  /// "device.c:12 (set_flag+0x8, EU 1)"; of code without lines, such as a
  /// library's, the line of its caller.
  std::string place(const CheckedAccess &access) const {
    auto line = elf_.lineAt(access.pc);
    if (!line)
      line = elf_.lineAt(access.caller - 1); // the call, not what follows it
    std::string where = line ? line->file + ":" + std::to_string(line->line)
                             : "pc " + hex(access.pc);
    return where + " (" + symbol(access.pc, "", ", ") + "EU " +
           std::to_string(access.eu) + ")";
  }

  /// Of a write that was not written back before `event`.
  std::string unwritten(const std::string &event, const std::string &state,
                        const std::string &missing) const {
    return event + " at " + place(violation_.access) + ": " + address() +
           ", written at " + place(violation_.other) + ", " + state +
           "; between the two " + missing + " is missing";
  }

private:
  std::string symbol(uint64_t of, const char *before, const char *after) const {
    const auto found = elf_.symbolAt(of);
    if (!found)
      return "";
    return before + std::string(found->name) + "+" + hex(found->offset) + after;
  }

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

} // namespace dpa::host
