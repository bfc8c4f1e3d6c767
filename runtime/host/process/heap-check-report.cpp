// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One sentence for each violation: what the instruction does, where it is, and what
// is known of the memory or of the value.
#include "runtime/host/process/heap-check-report.h"

#include "base/bytes.h"
#include "runtime/host/process/code-place.h"
#include "runtime/host/process/host-place.h"
#include "runtime/host/process/process-end.h"

namespace dpa::host {
namespace {

std::string bytesText(uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

/// "0x80010040 is 0 bytes after buffer 3, ...".
std::string memoryText(const HeapViolation &violation) {
  using Place = HeapViolation::Place;
  const std::string address = hex(violation.address) + " is ";
  const std::string distance = bytesText(violation.distance);
  const std::string block =
      violation.block ? describeBlock(*violation.block) : "";
  const std::string stack =
      "the stack of thread " + std::to_string(violation.thread);
  switch (violation.place) {
  case Place::InFreedBlock:
    return address + distance + " inside freed " + block;
  case Place::AfterBlock:
    return address + distance + " after " + block;
  case Place::BeforeBlock:
    return address + distance + " before " + block;
  case Place::HeapWithoutBlock:
    return address + "on the heap, in no buffer";
  case Place::BelowStackPointer:
    return address + "in " + stack + ", below its stack pointer";
  case Place::BelowStack:
    return address + distance + " below " + stack;
  case Place::AboveStack:
    return address + distance + " above " + stack;
  case Place::AfterData:
    return address + distance + " after the data of the image";
  case Place::Unknown:
    if (violation.block)
      return address + distance + " inside " + block;
    break;
  }
  return address + "not addressable";
}

std::string originText(const HeapViolation &violation,
                       const image::DeviceElf &elf) {
  switch (violation.origin) {
  case HeapViolation::Origin::Stack:
    return "it was created in the stack frame of " +
           placeOf(violation.frame, elf);
  case HeapViolation::Origin::Block:
    if (violation.block)
      return "it was created in " + describeBlock(*violation.block);
    break;
  case HeapViolation::Origin::Unknown:
    break;
  }
  return "its origin is unknown";
}

/// "64 bytes of data at 0x80010000".
std::string cardText(const HeapViolation &violation) {
  const char *object = " of data at ";
  if (violation.card == CardObject::SendEntry)
    object = " of a send queue entry at ";
  else if (violation.card == CardObject::ReceiveEntry)
    object = " of a receive queue entry at ";
  else if (violation.card == CardObject::CompletionEntry)
    object = " of a completion queue entry at ";
  return bytesText(violation.bytes) + object + hex(violation.start);
}

std::string actionText(const HeapViolation &violation) {
  switch (violation.kind) {
  case HeapViolation::Kind::Read:
    return "invalid read of " + bytesText(violation.bytes);
  case HeapViolation::Kind::Write:
    return "invalid write of " + bytesText(violation.bytes);
  case HeapViolation::Kind::UndefinedBranch:
    return "conditional branch depends on an uninitialized value";
  case HeapViolation::Kind::UndefinedAddress:
    return "uninitialized value used as an address";
  case HeapViolation::Kind::UndefinedJump:
    return "jump to an uninitialized address";
  case HeapViolation::Kind::UndefinedDevice:
    return "uninitialized value written to a device register";
  case HeapViolation::Kind::Free:
  case HeapViolation::Kind::HostFree:
    return "invalid free";
  case HeapViolation::Kind::CardRead:
    return "invalid read of " + cardText(violation);
  case HeapViolation::Kind::CardWrite:
    return "invalid write of " + cardText(violation);
  case HeapViolation::Kind::CardReadsUndefined:
    return "uninitialized byte " +
           std::to_string(violation.address - violation.start) + " of " +
           cardText(violation) + " that is read";
  }
  return "";
}

bool isAccess(const HeapViolation &violation) {
  using Kind = HeapViolation::Kind;
  return violation.kind == Kind::Read || violation.kind == Kind::Write ||
         violation.kind == Kind::CardRead ||
         violation.kind == Kind::CardWrite || violation.kind == Kind::Free ||
         violation.kind == Kind::HostFree;
}

bool isOfCard(const HeapViolation &violation) {
  using Kind = HeapViolation::Kind;
  return violation.kind == Kind::CardRead ||
         violation.kind == Kind::CardWrite ||
         violation.kind == Kind::CardReadsUndefined;
}

std::string codeText(const HeapViolation &violation,
                     const image::DeviceElf &elf) {
  if (isOfCard(violation))
    return " by the network card: ";
  if (violation.kind == HeapViolation::Kind::HostFree)
    return " at " + placeOfCaller(violation.caller) + ": ";
  const Crash &at = violation.at;
  return " at " + placeOf(at.pc, elf) + callChain(at, elf) + ", EU " +
         std::to_string(at.eu) + ", thread " + std::to_string(at.thread) + ": ";
}

} // namespace

std::string describeBlock(const HeapBlock &block) {
  std::string text = block.isOfDevice() ? "block " : "buffer ";
  text += std::to_string(block.number & ~deviceBlock) + ", " +
          bytesText(block.size) + " at " + hex(block.address);
  if (!block.allocatedAt.empty())
    text += ", allocated at " + block.allocatedAt;
  if (!block.freedAt.empty())
    text += ", freed at " + block.freedAt;
  if (block.allocatedBy)
    text += ", allocated at " + placeOfCaller(block.allocatedBy);
  if (block.isFreed && block.freedBy)
    text += ", freed at " + placeOfCaller(block.freedBy);
  return text;
}

std::string describeHeapViolation(const HeapViolation &violation,
                                  const image::DeviceElf &elf) {
  return actionText(violation) + codeText(violation, elf) +
         (isAccess(violation) ? memoryText(violation)
                              : originText(violation, elf));
}

std::string placeOfViolation(const HeapViolation &violation,
                             const image::DeviceElf &elf) {
  constexpr size_t callersMax = 3;
  std::string text = std::to_string(static_cast<int>(violation.kind)) + " " +
                     hex(violation.at.pc);
  if (isOfCard(violation))
    return text + " " + std::to_string(static_cast<int>(violation.card)) + " " +
           (violation.block ? std::to_string(violation.block->number)
                            : hex(violation.frame));
  if (violation.kind == HeapViolation::Kind::HostFree)
    return text + " " + hex(reinterpret_cast<uintptr_t>(violation.caller));
  size_t count = 0;
  for (const uint64_t caller : callersOf(violation.at, elf))
    if (count++ < callersMax)
      text += " " + hex(caller);
  return text;
}

} // namespace dpa::host
