// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/unit/emulator-cpu/step.h"

#include "test/unit/emulator-cpu/code-words.h"

namespace test {
namespace {

constexpr uint16_t compressedEbreak = 0x9002;
constexpr uint64_t fillBase = textBase + 0x1800; // guest.S is before
constexpr uint64_t enterUser = firmwareBase + 0x1000;
constexpr uint64_t stubInstructions = 3;
constexpr uint64_t handlerInstructions = 1; // wfi

bool isWide(uint32_t bits) {
  return (bits & 3) == 3;
}

} // namespace

StepMachine::StepMachine(const Isa &isa) : Machine(isa) {
  for (uint64_t at = fillBase; at < textBase + textSize; at += 2)
    write<uint16_t>(at, compressedEbreak);
  space.codeChanged(fillBase, textBase + textSize - fillBase);
  code(enterUser, {csrrw(MStatus, 0, 0), csrrw(MEpc, 0, 5), mretBits});
  boot();
}

/// Enters machine mode with a trap handler.
void StepMachine::boot() {
  runMachine(symbol("machine_ecall"));
}

void StepMachine::place(uint64_t address, uint32_t bits) {
  if (isWide(bits))
    write<uint32_t>(address, bits);
  else
    write<uint16_t>(address, static_cast<uint16_t>(bits));
}

void StepMachine::fill(const std::vector<uint32_t> &bits) {
  for (uint64_t at = slotBase; at < slotBase + slotCount * slotSize; at += 2)
    write<uint16_t>(at, compressedEbreak);
  for (size_t i = 0; i < bits.size(); ++i)
    place(slot(i), bits[i]);
  space.codeChanged(slotBase, slotCount * slotSize);
}

void StepMachine::put(uint64_t address, uint32_t bits) {
  place(address, bits);
  space.codeChanged(address, 4);
}

void StepMachine::restore(uint64_t address) {
  write<uint32_t>(address, compressedEbreak << 16 | compressedEbreak);
  space.codeChanged(address, 4);
}

Step StepMachine::run(Privilege privilege, uint64_t address, Registers x) {
  const bool user = privilege == Privilege::User;
  if (user)
    x[5] = address;
  for (unsigned r = 1; r < 32; ++r)
    hart.setX(r, x[r]);
  hart.setPc(user ? enterUser : address);
  const uint64_t before = hart.retired();
  Step step;
  step.ended = hart.run(200) == Stop::Wfi;
  for (unsigned r = 0; r < 32; ++r)
    step.x[r] = hart.x(r);
  step.cause = cause();
  step.epc = epc();
  step.value = value();
  step.retired = hart.retired() - before - handlerInstructions -
                 (user ? stubInstructions : 0);
  if (!step.ended)
    boot();
  return step;
}

Registers dataPointers() {
  Registers x{};
  for (unsigned r = 1; r < 32; ++r)
    x[r] = dataBase + 0x1000 + 8 * r;
  return x;
}

uint64_t randomOperand(std::mt19937_64 &random) {
  const uint64_t r = random();
  switch (r % 8) {
  case 0:
    return (r >> 8) % 4 - 1;
  case 1:
    return uint64_t(1) << (r >> 8) % 64;
  case 2:
    return (uint64_t(1) << (r >> 8) % 64) - 1;
  case 3:
    return uint64_t(int64_t(int32_t(r >> 16)));
  case 4:
    return uint64_t(1) << 63;
  default:
    return random();
  }
}

} // namespace test
