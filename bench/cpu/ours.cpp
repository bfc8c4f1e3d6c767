// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a benchmark program on emulator/cpu, in user mode as device code does:
// ours ENGINE IMAGE PROGRAM-NUMBER ROUNDS; ENGINE is interp or jit. A few machine-mode words enter user mode
// and wait when the program has returned into an ecall.
#include "bench/cpu/guest-image.h"
#include "emulator/cpu/hart.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr uint64_t firmwareBase = 0x10000000;
constexpr uint64_t trapHandler = firmwareBase + 12;
constexpr uint64_t returnAddress = bench::TextBase + bench::TextSize - 4;

alignas(8) uint32_t firmware[] = {
    0x30531073, // csrw mtvec, t1
    0x34129073, // csrw mepc, t0
    0x30200073, // mret
    0x10500073, // TrapHandler: wfi
};
constexpr uint32_t ecall = 0x00000073;

class NoClock : public dpa::cpu::Clock {
public:
  uint64_t cycles(const dpa::cpu::Hart &) override { return 0; }
  uint64_t time(const dpa::cpu::Hart &) override { return 0; }
};

void mapMemory(dpa::cpu::AddressSpace &space, const bench::GuestImage &image) {
  using dpa::cpu::Permissions;
  const Permissions none;
  const Permissions code{true, false, true};
  const Permissions data{true, true, false};
  space.add({firmwareBase, sizeof firmware,
             reinterpret_cast<std::byte *>(firmware), nullptr, none, code});
  space.add({bench::TextBase, bench::TextSize, image.text, nullptr, code,
             Permissions{true, false, false}});
  space.add(
      {bench::DataBase, bench::DataSize, image.data, nullptr, data, data});
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s interp|jit IMAGE PROGRAM-NUMBER ROUNDS\n",
                 argv[0]);
    return 2;
  }
  dpa::cpu::EngineOptions options;
  options.engine = std::strcmp(argv[1], "jit") == 0
                       ? dpa::cpu::Engine::Jit
                       : dpa::cpu::Engine::Interpreter;
  std::string why;
  if (options.engine == dpa::cpu::Engine::Jit &&
      !dpa::cpu::jitIsAvailable(why)) {
    std::fprintf(stderr, "bench-cpu: error: no JIT: %s\n", why.c_str());
    return 1;
  }
  ++argv;
  const bench::GuestImage image = bench::loadImage(argv[1]);
  std::memcpy(image.text + (returnAddress - bench::TextBase), &ecall,
              sizeof ecall);
  dpa::cpu::AddressSpace space(options);
  mapMemory(space, image);
  NoClock clock;
  dpa::cpu::Hart hart(space, {}, 0, clock);
  hart.reset(firmwareBase);
  hart.setX(1, returnAddress);
  hart.setX(2, bench::StackTop);
  hart.setX(5, image.entry);
  hart.setX(6, trapHandler);
  hart.setX(10, std::strtoull(argv[2], nullptr, 10));
  hart.setX(11, std::strtoull(argv[3], nullptr, 10));

  const double begin = bench::cpuSeconds();
  const dpa::cpu::Stop stop = hart.run(~uint64_t(0));
  const double seconds = bench::cpuSeconds() - begin;
  const uint64_t ended = hart.csr(0x341); // mepc
  if (stop != dpa::cpu::Stop::Wfi || ended != returnAddress) {
    std::fprintf(stderr, "bench-cpu: error: %s: ended at %#llx (cause %llu)\n",
                 argv[1], static_cast<unsigned long long>(ended),
                 static_cast<unsigned long long>(hart.csr(0x342)));
    return 1;
  }
  bench::printResult(hart.x(10), seconds, hart.retired());
  return 0;
}
