// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/agreement-machine.h"

#include "test/conformance/Inputs/engines.h"

#include <cstdlib>
#include <cstring>

namespace conformance {
namespace {

using dpa::cpu::Permissions;
using dpa::cpu::Stop;

constexpr uint64_t firmwareBase = 0x70000000;
constexpr uint32_t firmwareWords[] = {
    0x30531073, // csrw mtvec, x6
    0x34129073, // csrw mepc, x5
    0x30039073, // csrw mstatus, x7
    0x7c041073, // csrw stack limit, x8
    0x30649073, // csrw mcounteren, x9
    0x30200073, // mret
    0x10500073, // the handler: wfi
    0xffdff06f, // j to the wfi
};
constexpr uint64_t startInstructions = 6;
constexpr uint64_t handler = firmwareBase + 4 * startInstructions;
constexpr uint32_t ecall = 0x00000073;
constexpr uint64_t stubsAndCode = CODE_BASE - STUBS_BASE + CODE_SIZE;
constexpr uint64_t previousMachine = 3 << 11;
constexpr dpa::cpu::Isa allExtensions{true, true, true, true};

constexpr unsigned csrs[] = {0x300, 0x304, 0x305, 0x306, 0x340, 0x341,
                             0x342, 0x343, 0x7c0, 0xb00, 0xb02};

uint64_t mixed(uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9;
  value = (value ^ value >> 27) * 0x94d049bb133111eb;
  return value ^ value >> 31;
}

/// What a register begins with: an address of some kind, or a number.
uint64_t valueFor(Random &dice) {
  const uint64_t near = SCRATCH_NEAR + dice.below(pageBytes);
  const uint64_t far = SCRATCH_FAR + dice.below(pageBytes);
  switch (dice.below(12)) {
  case 0:
    return near;
  case 1:
    return near & ~uint64_t(7);
  case 2:
    return far;
  case 3:
    return far & ~uint64_t(7);
  case 4:
    return (deviceBase + dice.below(256)) & ~uint64_t(dice.below(8));
  case 5:
    return privateBase + 8 * dice.below(64);
  case 6:
    return CODE_BASE + 2 * dice.below(4096);
  case 7:
    return SCRATCH_FAR + pageBytes - 8 + dice.below(16);
  case 8:
    return dice.next() >> dice.below(64);
  default:
    return uint64_t(int64_t(dice.next()) >> dice.below(64));
  }
}

} // namespace

AgreementMachine::AgreementMachine(const std::string &engine, bool oneByOne)
    : name_(oneByOne ? engine + " one by one" : engine), oneByOne_(oneByOne),
      space_(makeSpace(engine)) {
  const Permissions none;
  const Permissions readExecute{true, false, true};
  const Permissions readWrite{true, true, false};
  auto *code = map(code_, STUBS_BASE, stubsAndCode, readExecute, readExecute);
  for (uint64_t stub = 0; stub < 32; ++stub)
    std::memcpy(code + stub * STUB_SIZE, &ecall, sizeof ecall);
  map(near_, SCRATCH_NEAR, pageBytes, readWrite, readWrite);
  map(far_, SCRATCH_FAR, pageBytes, readWrite, readWrite);
  map(private_, privateBase, pageBytes, none, readWrite);
  std::memcpy(map(firmware_, firmwareBase, pageBytes, none, readExecute),
              firmwareWords, sizeof firmwareWords);
  if (!space_->add({deviceBase, 256, nullptr, this, readWrite, readWrite}))
    std::abort();
  hart_ = std::make_unique<dpa::cpu::Hart>(*space_, allExtensions, 3, *this);
}

std::byte *AgreementMachine::map(std::vector<uint64_t> &cells, uint64_t base,
                                 uint64_t size, Permissions user,
                                 Permissions machine) {
  cells.resize(size / 8);
  auto *host = reinterpret_cast<std::byte *>(cells.data());
  if (!space_->add({base, size, host, nullptr, user, machine}))
    std::abort();
  return host;
}

void AgreementMachine::load(const std::vector<uint16_t> &code) {
  std::memcpy(reinterpret_cast<std::byte *>(code_.data()) +
                  (CODE_BASE - STUBS_BASE),
              code.data(), code.size() * 2);
  space_->codeChanged(CODE_BASE, code.size() * 2);
}

void AgreementMachine::start(uint64_t entry, uint64_t seed) {
  Random dice(seed);
  for (std::vector<uint64_t> *cells : {&near_, &far_, &private_})
    for (size_t i = 0; i < cells->size(); ++i)
      (*cells)[i] = mixed(seed + i);
  deviceLog_ = 0;
  hart_->reset(firmwareBase);
  hart_->setX(5, entry);
  hart_->setX(6, handler);
  hart_->setX(7, dice.oneIn(3) ? previousMachine : 0);
  hart_->setX(8, dice.oneIn(2) ? SCRATCH_NEAR : 0);
  hart_->setX(9, dice.below(8));
  if (hart_->run(startInstructions) != Stop::Fuel)
    std::abort();
  for (unsigned r = 1; r < 32; ++r)
    hart_->setX(r, valueFor(dice));
}

Stop AgreementMachine::run(uint64_t fuel) {
  if (!oneByOne_)
    return hart_->run(fuel);
  Stop stop = Stop::Fuel;
  const uint64_t end = hart_->retired() + fuel;
  while (stop == Stop::Fuel && hart_->retired() < end)
    stop = hart_->run(1);
  return stop;
}

std::vector<uint64_t> AgreementMachine::state() const {
  std::vector<uint64_t> state{hart_->pc(), hart_->retired(),
                              static_cast<uint64_t>(hart_->privilege()),
                              deviceLog_};
  for (unsigned r = 1; r < 32; ++r)
    state.push_back(hart_->x(r));
  for (const unsigned number : csrs)
    state.push_back(hart_->csr(number));
  return state;
}

std::vector<uint64_t> AgreementMachine::memory() const {
  std::vector<uint64_t> all;
  for (const std::vector<uint64_t> *cells : {&near_, &far_, &private_})
    all.insert(all.end(), cells->begin(), cells->end());
  return all;
}

std::string AgreementMachine::nameOf(size_t index) {
  static const char *const first[] = {"pc", "retired", "mode", "device"};
  if (index < std::size(first))
    return first[index];
  index -= std::size(first) - 1; // x1 is the first register
  if (index < 32)
    return "x" + std::to_string(index);
  char text[16];
  std::snprintf(text, sizeof text, "csr 0x%x", csrs[index - 32]);
  return text;
}

bool AgreementMachine::load(dpa::cpu::Hart &, uint64_t offset, unsigned bytes,
                            uint64_t &value) {
  deviceLog_ = mixed(deviceLog_ + offset * 16 + bytes);
  value = deviceLog_;
  return offset < 240;
}

/// A store to the last cell requests a stop, one to the cell before fails.
bool AgreementMachine::store(dpa::cpu::Hart &hart, uint64_t offset,
                             unsigned bytes, uint64_t value) {
  deviceLog_ = mixed(deviceLog_ + value + offset * 16 + bytes + 8);
  if (offset >= 248)
    hart.requestStop();
  return offset < 240 || offset >= 248;
}

} // namespace conformance
