// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a benchmark program on Unicorn: unicorn IMAGE PROGRAM-NUMBER ROUNDS.
// Text is mapped without write permission: with it every store is slow there.
#include "bench/cpu/guest-image.h"

#include <cstdio>
#include <cstdlib>
#include <unicorn/unicorn.h>

namespace {

constexpr uint64_t MappedText = 0x100000;
constexpr uint64_t MappedData = 0x100000;
constexpr uint64_t Stack = bench::DataBase + MappedData - 64;
constexpr uint64_t ReturnAddress = bench::TextBase + MappedText - 4096;

void check(uc_err error, const char *what) {
  if (error == UC_ERR_OK)
    return;
  std::fprintf(stderr, "bench-cpu: error: unicorn: %s: %s\n", what,
               uc_strerror(error));
  std::exit(1);
}

uint64_t reg(uc_engine *engine, int number) {
  uint64_t value = 0;
  check(uc_reg_read(engine, number, &value), "reading a register");
  return value;
}

void setReg(uc_engine *engine, int number, uint64_t value) {
  check(uc_reg_write(engine, number, &value), "writing a register");
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s IMAGE PROGRAM-NUMBER ROUNDS\n", argv[0]);
    return 2;
  }
  const bench::GuestImage image = bench::loadImage(argv[1]);
  uc_engine *engine = nullptr;
  check(uc_open(UC_ARCH_RISCV, UC_MODE_RISCV64, &engine), "opening");
  check(uc_mem_map_ptr(engine, bench::TextBase, MappedText,
                       UC_PROT_READ | UC_PROT_EXEC, image.text),
        "mapping text");
  check(uc_mem_map_ptr(engine, bench::DataBase, MappedData,
                       UC_PROT_READ | UC_PROT_WRITE, image.data),
        "mapping data");
  setReg(engine, UC_RISCV_REG_RA, ReturnAddress);
  setReg(engine, UC_RISCV_REG_SP, Stack);
  setReg(engine, UC_RISCV_REG_A0, std::strtoull(argv[2], nullptr, 10));
  setReg(engine, UC_RISCV_REG_A1, std::strtoull(argv[3], nullptr, 10));
  const double begin = bench::cpuSeconds();
  check(uc_emu_start(engine, image.entry, ReturnAddress, 0, 0), "running");
  const double seconds = bench::cpuSeconds() - begin;
  bench::printResult(reg(engine, UC_RISCV_REG_A0), seconds, 0);
  uc_close(engine);
  return 0;
}
