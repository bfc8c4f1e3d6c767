// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that qemu-riscv64 cannot judge: random sequences with arbitrary changes (traps of every
// kind, control registers, mode changes, device accesses, wild jumps), run in pieces of random
// length. After every piece all engines of ours, and the first one running one instruction at a
// time, must be in the same state: registers, counters, control registers, memory. With --calls the
// programs are those of call-program.h, which run longer.
#include "test/conformance/Inputs/agreement-machine.h"
#include "test/conformance/Inputs/call-program.h"
#include "test/conformance/Inputs/encode.h"
#include "test/conformance/Inputs/engines.h"
#include "test/conformance/Inputs/specification.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>

namespace conformance {
namespace {

using dpa::cpu::Stop;

/// One way to make and run programs.
struct Kind {
  const char *option;
  uint64_t programsAtOnce;
  uint64_t instructionsMax; ///< of a program
  unsigned pieceMax;        ///< in instructions
  std::vector<uint16_t> (*programOf)(uint64_t seed, uint64_t address);
};

constexpr unsigned failuresMax = 3;

/// Any instruction with any operands, or any bits.
uint32_t anyWord(Random &dice) {
  static constexpr unsigned csrNumbers[] = {0x300, 0x304, 0x306, 0x340, 0x341,
                                            0x342, 0x343, 0x7c0, 0xb00, 0xb02,
                                            0xc00, 0xc01, 0xc02, 0xf14};
  if (dice.oneIn(8))
    return static_cast<uint32_t>(dice.next());
  const auto rows = specification();
  const Row &row = rows[dice.below(static_cast<unsigned>(rows.size()))];
  const auto operands = static_cast<uint32_t>(dice.next()) & ~row.mask();
  if (row.form == Form::Csr && !dice.oneIn(8))
    return row.match | (operands & 0xfffff) |
           csrNumbers[dice.below(std::size(csrNumbers))] << 20;
  if ((row.form == Form::Load || row.form == Form::Store) && dice.oneIn(2))
    return row.match | (operands & 0x01f07f80); // a small offset
  return row.match | operands;
}

/// A sequence of which some words are replaced.
std::vector<uint16_t> programOf(uint64_t seed, uint64_t address) {
  Random dice(seed ^ 0x5851f42d4c957f2d);
  std::vector<uint16_t> code = Sequence::random(seed).layOut(
      address, dice.oneIn(2) ? SCRATCH_NEAR : SCRATCH_FAR);
  // The base register is kept, so that some accesses succeed.
  for (unsigned left = dice.below(4); left > 0 && code.size() > 8; --left) {
    const size_t at = 4 + dice.below(static_cast<unsigned>(code.size() - 7));
    const uint32_t word = anyWord(dice);
    code[at] = static_cast<uint16_t>(word);
    if ((word & 3) == 3)
      code[at + 1] = static_cast<uint16_t>(word >> 16);
  }
  return code;
}

std::vector<uint16_t> callProgramOf(uint64_t seed, uint64_t) {
  return CallProgram(seed).code();
}

constexpr Kind sequences{"", 64, 400, 200, programOf};
constexpr Kind calls{"--calls ", 1, 30000, 1000, callProgramOf};

void printProgram(const std::vector<uint16_t> &code, uint64_t entry) {
  for (size_t i = 0; i < code.size(); ++i) {
    const uint64_t at = entry + 2 * i;
    if ((code[i] & 3) == 3 && i + 1 < code.size()) {
      std::printf("    %" PRIx64 ": %04x%04x\n", at, code[i + 1], code[i]);
      ++i;
    } else {
      std::printf("    %" PRIx64 ": %04x\n", at, code[i]);
    }
  }
}

class Agreement {
public:
  Agreement(const Kind &kind, const std::vector<std::string> &engines)
      : kind_(kind) {
    for (const std::string &engine : engines)
      machines_.push_back(std::make_unique<AgreementMachine>(engine, false));
    machines_.push_back(
        std::make_unique<AgreementMachine>(engines.front(), true));
  }

  void run(uint64_t first, uint64_t count);
  unsigned failures() const { return failures_; }

private:
  /// False if they differ; the difference is printed.
  bool runProgram(uint64_t seed, uint64_t entry);
  bool compare(uint64_t seed, const std::vector<Stop> &stops);
  bool compareMemory(uint64_t seed);

  const Kind &kind_;
  std::vector<std::unique_ptr<AgreementMachine>> machines_;
  unsigned failures_ = 0;
};

void Agreement::run(uint64_t first, uint64_t count) {
  for (uint64_t begin = first;
       begin < first + count && failures_ < failuresMax;) {
    const uint64_t end = std::min(begin + kind_.programsAtOnce, first + count);
    std::vector<uint16_t> code;
    std::vector<uint64_t> entries;
    for (uint64_t seed = begin; seed < end; ++seed) {
      entries.push_back(CODE_BASE + 2 * code.size());
      const std::vector<uint16_t> program =
          kind_.programOf(seed, entries.back());
      code.insert(code.end(), program.begin(), program.end());
    }
    for (const auto &machine : machines_)
      machine->load(code);
    // Twice, so that the second run finds the code translated.
    for (int round = 0; round < 2; ++round)
      for (uint64_t seed = begin; seed < end && failures_ < failuresMax; ++seed)
        if (!runProgram(seed, entries[seed - begin])) {
          const uint64_t entry = entries[seed - begin];
          printProgram(kind_.programOf(seed, entry), entry);
          ++failures_;
        }
    begin = end;
  }
}

bool Agreement::runProgram(uint64_t seed, uint64_t entry) {
  Random dice(seed + 77);
  for (const auto &machine : machines_)
    machine->start(entry, seed);
  for (uint64_t done = 0; done < kind_.instructionsMax;) {
    const uint64_t piece =
        dice.oneIn(3) ? 1 + dice.below(8) : 1 + dice.below(kind_.pieceMax);
    std::vector<Stop> stops;
    for (const auto &machine : machines_)
      stops.push_back(machine->run(piece));
    if (!compare(seed, stops))
      return false;
    if (stops.front() == Stop::Wfi || stops.front() == Stop::Lockup)
      break;
    done += piece;
  }
  return compareMemory(seed);
}

bool Agreement::compare(uint64_t seed, const std::vector<Stop> &stops) {
  const std::vector<uint64_t> expected = machines_.front()->state();
  for (size_t i = 1; i < machines_.size(); ++i) {
    const std::vector<uint64_t> got = machines_[i]->state();
    if (got == expected && stops[i] == stops[0])
      continue;
    std::printf("%s differs from %s: engines-agree 1 %s--first=%" PRIu64 "\n",
                machines_[i]->name().c_str(), machines_[0]->name().c_str(),
                kind_.option, seed);
    if (stops[i] != stops[0])
      std::printf("  stopped because of %u, expected %u\n",
                  static_cast<unsigned>(stops[i]),
                  static_cast<unsigned>(stops[0]));
    for (size_t k = 0; k < got.size(); ++k)
      if (got[k] != expected[k])
        std::printf("  %s: %#" PRIx64 ", expected %#" PRIx64 "\n",
                    AgreementMachine::nameOf(k).c_str(), got[k], expected[k]);
    std::printf(
        "  stop %u; pc %#" PRIx64 ", retired %" PRIu64 ", mode %" PRIu64 "\n",
        static_cast<unsigned>(stops[0]), expected[0], expected[1], expected[2]);
    return false;
  }
  return true;
}

bool Agreement::compareMemory(uint64_t seed) {
  const std::vector<uint64_t> expected = machines_.front()->memory();
  for (size_t i = 1; i < machines_.size(); ++i)
    if (machines_[i]->memory() != expected) {
      std::printf(
          "%s has other memory than %s: engines-agree 1 %s--first=%" PRIu64
          "\n",
          machines_[i]->name().c_str(), machines_[0]->name().c_str(),
          kind_.option, seed);
      return false;
    }
  return true;
}

} // namespace
} // namespace conformance

int main(int argc, char **argv) {
  using namespace conformance;
  const std::string option = "--first=";
  std::string engineList = "all";
  const Kind *kind = &sequences;
  uint64_t first = 1;
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: engines-agree PROGRAMS [--calls] [--first=SEED] "
                 "[all|tiers|ENGINE,...]\n");
    return 2;
  }
  for (int i = 2; i < argc; ++i)
    if (std::string(argv[i]).starts_with(option))
      first = std::strtoull(argv[i] + option.size(), nullptr, 0);
    else if (std::string(argv[i]) == "--calls")
      kind = &calls;
    else
      engineList = argv[i];
  const uint64_t count = std::strtoull(argv[1], nullptr, 10);
  Agreement agreement(*kind, enginesOf(engineList));
  agreement.run(first, count);
  std::printf("%" PRIu64 " programs, %u failures\n", count,
              agreement.failures());
  return agreement.failures() == 0 ? 0 : 1;
}
