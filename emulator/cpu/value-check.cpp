// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the checks before ops do: the undefined bits of registers and memory follow the
// values. A value that was reported counts as defined from then on, so that
// one mistake is one report.
#include "emulator/cpu/value-check.h"

#include "emulator/cpu/interpreter.h"
#include "emulator/cpu/undefined-bits.h"

namespace dpa::cpu {
namespace {

constexpr uint64_t bitsPerByte = 8;
constexpr uint64_t all = ~uint64_t(0);

/// Bytes of shadow memory at an offset that need not be aligned.
uint64_t loadUndefined(const ShadowMemory &shadow, uint64_t offset,
                       unsigned bytes) {
  const std::byte *cell = shadow.undefined + offset;
  if (offset % bytes == 0)
    return loadCell(cell, bytes);
  uint64_t bits = 0;
  for (unsigned i = 0; i < bytes; ++i)
    bits |= uint64_t(loadRelaxed<uint8_t>(cell + i)) << bitsPerByte * i;
  return bits;
}

void storeUndefined(const ShadowMemory &shadow, uint64_t offset, unsigned bytes,
                    uint64_t bits) {
  std::byte *cell = shadow.undefined + offset;
  if (offset % bytes == 0)
    return storeCell(cell, bytes, bits);
  for (unsigned i = 0; i < bytes; ++i)
    storeRelaxed(cell + i, static_cast<uint8_t>(bits >> bitsPerByte * i));
}

/// A bit for each byte of an access that is addressable.
uint64_t addressableBytes(const ShadowMemory &shadow, uint64_t offset) {
  const std::byte *cell = shadow.addressable + offset / bitsPerByte;
  const uint64_t bits = uint64_t(loadRelaxed<uint8_t>(cell)) |
                        uint64_t(loadRelaxed<uint8_t>(cell + 1)) << bitsPerByte;
  return bits >> offset % bitsPerByte;
}

uint64_t bytesMask(unsigned bytes) {
  return (uint64_t(1) << bytes) - 1;
}
uint64_t bitsMask(unsigned bytes) {
  return all >> (64 - bitsPerByte * bytes);
}

uint32_t *originOf(const ShadowMemory &shadow, uint64_t offset) {
  return shadow.origins + offset / ShadowMemory::bytesOfOrigin;
}

/// A memory access of the op that follows a check.
struct ShadowAccess {
  uint64_t offset = 0; ///< from the base of the shadow
  uint64_t address = 0;
  unsigned bytes = 0;
  bool hasShadow = false;
};

ValueObserver &observerOf(const HartState &hart) {
  return *hart.memory.options.values;
}

void useRegister(HartState &hart, const Op *op, unsigned index, ValueUse use) {
  uint64_t &undefined = hart.shadow.undefined[index];
  if (undefined == 0)
    return;
  undefined = 0;
  observerOf(hart).undefinedUse(hart.self, addressOf(op), use,
                                hart.shadow.origin[index]);
}

ShadowAccess accessOf(HartState &hart, const Op *op) {
  const Op &target = op[1];
  const uint64_t displacement =
      (op->immediate & (AccessLoads | AccessStores)) != 0
          ? 0
          : static_cast<uint64_t>(int64_t(target.immediate));
  const ShadowMemory &shadow = observerOf(hart).shadow();
  ShadowAccess access;
  access.address = hart.x[target.rs1] + displacement;
  access.bytes = static_cast<unsigned>(op->immediate & AccessBytes);
  access.offset = access.address - shadow.base;
  access.hasShadow = access.offset < shadow.size &&
                     shadow.size - access.offset >= access.bytes;
  return access;
}

/// Returns the undefined bits that the access of memory that is not addressable
/// gives a load. As in memcheck, a word that is aligned may be read if a part of it
/// is addressable: optimized string functions do.
uint64_t checkAddressable(HartState &hart, const Op *op,
                          const ShadowAccess &access, bool stores) {
  constexpr unsigned partialMin = 4;
  const ShadowMemory &shadow = observerOf(hart).shadow();
  const uint64_t wanted = bytesMask(access.bytes);
  const uint64_t there = addressableBytes(shadow, access.offset) & wanted;
  if (there == wanted) [[likely]]
    return 0;
  const bool isPartial = !stores && there != 0 && access.bytes >= partialMin &&
                         access.offset % access.bytes == 0;
  if (!isPartial) {
    observerOf(hart).badAccess(hart.self, addressOf(op), access.address,
                               access.bytes, stores);
    return 0;
  }
  uint64_t undefined = 0;
  for (unsigned i = 0; i < access.bytes; ++i)
    if ((there >> i & 1) == 0)
      undefined |= bitsMask(1) << bitsPerByte * i;
  return undefined;
}

/// As a load extends them.
uint64_t extendedBits(uint64_t undefined, unsigned bytes, bool isSigned) {
  const unsigned unused = 64 - static_cast<unsigned>(bitsPerByte) * bytes;
  return isSigned ? static_cast<uint64_t>(
                        static_cast<int64_t>(undefined << unused) >> unused)
                  : undefined;
}

uint64_t loadedBits(HartState &hart, const Op *op, const ShadowAccess &access) {
  const ShadowMemory &shadow = observerOf(hart).shadow();
  return loadUndefined(shadow, access.offset, access.bytes) |
         checkAddressable(hart, op, access, false);
}

void setRegister(HartState &hart, unsigned index, uint64_t undefined,
                 uint32_t origin) {
  hart.shadow.undefined[index] = undefined;
  if (undefined != 0)
    hart.shadow.origin[index] = origin;
}

void setMemory(HartState &hart, const ShadowAccess &access, uint64_t undefined,
               uint32_t origin) {
  const ShadowMemory &shadow = observerOf(hart).shadow();
  undefined &= bitsMask(access.bytes);
  storeUndefined(shadow, access.offset, access.bytes, undefined);
  if (undefined != 0)
    storeRelaxed(originOf(shadow, access.offset), origin);
}

PartialValue partialOf(const HartState &hart, unsigned index) {
  return {hart.x[index], hart.shadow.undefined[index]};
}

} // namespace

void checkValue(HartState &hart, const Op *op) {
  const Op &target = op[1];
  const PartialValue a = partialOf(hart, target.rs1);
  const PartialValue b = partialOf(hart, target.rs2);
  setRegister(hart, target.rd,
              undefinedBits(static_cast<Operation>(op->immediate), a, b,
                            static_cast<uint64_t>(int64_t(target.immediate))),
              hart.shadow.origin[a.undefined != 0 ? target.rs1 : target.rs2]);
}

void checkLoad(HartState &hart, const Op *op) {
  useRegister(hart, op, op[1].rs1, ValueUse::Address);
  const ShadowAccess access = accessOf(hart, op);
  if (!access.hasShadow)
    return setRegister(hart, op[1].rd, 0, 0);
  const uint64_t undefined = loadedBits(hart, op, access);
  setRegister(hart, op[1].rd,
              extendedBits(undefined, access.bytes,
                           (op->immediate & AccessIsSigned) != 0),
              undefined == 0 ? 0
                             : loadRelaxed<uint32_t>(originOf(
                                   observerOf(hart).shadow(), access.offset)));
}

void checkStore(HartState &hart, const Op *op) {
  const unsigned source = op[1].rs2;
  useRegister(hart, op, op[1].rs1, ValueUse::Address);
  const ShadowAccess access = accessOf(hart, op);
  if (access.hasShadow) {
    checkAddressable(hart, op, access, true);
    return setMemory(hart, access, hart.shadow.undefined[source],
                     hart.shadow.origin[source]);
  }
  if ((hart.shadow.undefined[source] & bitsMask(access.bytes)) == 0)
    return;
  const Region *region = hart.memory.find(access.address);
  if (region != nullptr && region->mmio != nullptr)
    useRegister(hart, op, source, ValueUse::Device);
}

/// A store-conditional that fails leaves memory to another hart, which has said what
/// is defined.
void checkAtomic(HartState &hart, const Op *op) {
  const Op &target = op[1];
  useRegister(hart, op, target.rs1, ValueUse::Address);
  const ShadowAccess access = accessOf(hart, op);
  const bool loads = (op->immediate & AccessLoads) != 0;
  const bool stores = (op->immediate & AccessStores) != 0;
  if (!access.hasShadow)
    return setRegister(hart, target.rd, 0, 0);
  const uint64_t operand =
      stores ? hart.shadow.undefined[target.rs2] & bitsMask(access.bytes) : 0;
  const uint32_t given = hart.shadow.origin[target.rs2];
  const uint32_t found =
      loadRelaxed<uint32_t>(originOf(observerOf(hart).shadow(), access.offset));
  checkAddressable(hart, op, access, stores);
  const uint64_t old =
      loadUndefined(observerOf(hart).shadow(), access.offset, access.bytes);
  setRegister(hart, target.rd,
              loads ? extendedBits(old, access.bytes, true) : 0, found);
  if (!stores)
    return;
  const uint64_t both = operand | old;
  if ((op->immediate & AccessSwaps) != 0)
    setMemory(hart, access, operand, given);
  else
    setMemory(hart, access, both | (0 - both), operand != 0 ? given : found);
}

void checkBranch(HartState &hart, const Op *op) {
  const unsigned first = op[1].rs1;
  const unsigned second = op[1].rs2;
  if (!isUndecided(static_cast<Operation>(op->immediate),
                   partialOf(hart, first), partialOf(hart, second)))
    return;
  const bool isFirst = hart.shadow.undefined[first] != 0;
  useRegister(hart, op, isFirst ? first : second, ValueUse::Branch);
  hart.shadow.undefined[first] = hart.shadow.undefined[second] = 0;
}

void checkJump(HartState &hart, const Op *op) {
  useRegister(hart, op, op->rs1, ValueUse::Jump);
}

void checkCall(HartState &hart) {
  constexpr unsigned firstResult = 10;
  constexpr unsigned results = 4;
  for (unsigned i = 0; i < results; ++i)
    hart.shadow.undefined[firstResult + i] = 0;
}

void checkStackPointer(HartState &hart, const Op *op) {
  ShadowRegisters &shadow = hart.shadow;
  if (shadow.undefined[StackCandidate] != 0) {
    shadow.undefined[stackPointer] = shadow.undefined[StackCandidate];
    shadow.origin[stackPointer] = shadow.origin[StackCandidate];
    shadow.undefined[StackCandidate] = 0;
  }
  const uint64_t from = shadow.stackPointer;
  shadow.stackPointer = hart.x[stackPointer];
  if (from != 0 && from != shadow.stackPointer)
    observerOf(hart).stackMoved(hart.self, addressOf(op), from,
                                shadow.stackPointer);
}

} // namespace dpa::cpu
