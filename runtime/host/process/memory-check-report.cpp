// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sentence for each kind of violation: what happened, where the other
// access was, what is missing.
#include "runtime/host/process/memory-check-report.h"

#include "runtime/host/process/code-place.h"

namespace dpa::host {
namespace {

/// "0x40001234 (set_flag+0x8, device.c:12) on EU 1"; of code without lines, such
/// as a library's, also its caller.
std::string placeText(const image::DeviceElf &elf,
                      const CheckedAccess &access) {
  std::string text = placeOf(access.pc, elf);
  if (!elf.lineAt(access.pc) && isOfCaller(access.caller, access.pc, elf))
    text += callOf(access.caller, elf);
  return text + " on EU " + std::to_string(access.eu);
}

const char *nameOf(CardObject object) {
  switch (object) {
  case CardObject::SendEntry:
    return "a send queue entry";
  case CardObject::ReceiveEntry:
    return "a receive queue entry";
  case CardObject::CompletionEntry:
    return "a completion queue entry";
  case CardObject::Data:
    return "data of a queue entry";
  case CardObject::RemoteData:
    return "data of a request of the other end";
  }
  return "";
}

class Words {
public:
  Words(const MemoryViolation &violation, const image::DeviceElf &elf)
      : violation_(violation), elf_(elf) {}

  std::string address() const { return placeOf(violation_.address, elf_); }
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

  /// Of a write that the network card has met before it was written back.
  std::string metByCard(const std::string &action,
                        const std::string &state) const {
    return "network card " + action + " " + nameOf(violation_.object) + ": " +
           address() + ", written at " + place(violation_.other) + ", " +
           state +
           "; after the write __dpa_thread_memory_writeback() is missing";
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
  case MemoryViolation::Kind::CardWritesOutOfOrder:
    return "old data read at " + words.place(violation.access) +
           ": the network card wrote " + words.address() +
           " before data that the reader has seen already; the memory key has "
           "IBV_ACCESS_RELAXED_ORDERING, so that only a completion shows that "
           "all data were written";
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
  case MemoryViolation::Kind::UnwrittenCardRead:
    return words.metByCard("read", "was not written back");
  case MemoryViolation::Kind::UnwrittenCardWrite:
    return words.metByCard(
        "wrote", "was not written back and may overwrite what the card wrote");
  case MemoryViolation::Kind::UnorderedReceiveEntry:
    return words.unwritten("doorbell record written",
                           "is a receive queue entry that need not be visible "
                           "before the record",
                           "__dpa_thread_memory_fence(__DPA_W, __DPA_W)");
  }
  return "";
}

std::string describeMisaligned(const MisalignedAccess &access,
                               const image::DeviceElf &elf) {
  return std::string("misaligned ") + (access.stores ? "store" : "load") +
         " of " + std::to_string(access.bytes) + " bytes at " +
         placeText(elf, access.access) + ", address " +
         placeOf(access.address, elf) +
         "; the DPA programming guide excludes misaligned accesses "
         "(--misaligned=trap ends the process here)";
}

} // namespace dpa::host
