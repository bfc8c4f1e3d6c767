// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a static RISC-V Linux program on an engine of ours, as `qemu-riscv64 PROGRAM` would:
// standard input, output and exit status are the program's; the last line on standard error is how
// many instructions it retired.
#include "test/conformance/Inputs/engines.h"
#include "test/conformance/Inputs/linux-machine.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int statusOfFault = 125;
constexpr int statusOfBudget = 124;

[[noreturn]] void usage() {
  std::fprintf(stderr,
               "usage: run-guest ENGINE BUDGET TURN PROGRAM\n"
               "       run-guest --engines\n"
               "BUDGET: instructions, 0 for no end; TURN: instructions at "
               "once, 0 for as many as there are\n"
               "status %d: the budget was used up; %d: a trap\n",
               statusOfBudget, statusOfFault);
  std::exit(2);
}

void feedStandardInput(conformance::LinuxMachine &machine) {
  char buffer[4096];
  while (const size_t count = std::fread(buffer, 1, sizeof buffer, stdin))
    machine.feed(buffer, count);
  machine.closeInput();
}

int statusOf(const conformance::LinuxMachine &machine,
             conformance::LinuxMachine::End end) {
  using End = conformance::LinuxMachine::End;
  if (end == End::Exit)
    return machine.status();
  if (end == End::Budget)
    return statusOfBudget;
  std::fprintf(stderr, "%s\n", machine.fault().c_str());
  return statusOfFault;
}

} // namespace

int main(int argc, char **argv) {
  using namespace conformance;
  if (argc == 2 && std::strcmp(argv[1], "--engines") == 0) {
    for (const std::string &engine : engines())
      std::printf("%s\n", engine.c_str());
    return 0;
  }
  if (argc != 5)
    usage();
  LinuxMachine machine(argv[4], enginesOf(argv[1]).front());
  const uint64_t budget = std::strtoull(argv[2], nullptr, 0);
  machine.setTurn(std::strtoull(argv[3], nullptr, 0));
  feedStandardInput(machine);
  const int status =
      statusOf(machine, machine.run(budget != 0 ? budget : ~uint64_t(0)));
  std::fwrite(machine.output().data(), 1, machine.output().size(), stdout);
  std::fprintf(stderr, "%" PRIu64 "\n", machine.retired());
  return status;
}
