// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of registers, as XML.
#include "emulator/gdb/target-description.h"

namespace dpa::gdb {
namespace {

constexpr const char *names[] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "fp", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6", "pc"};
static_assert(std::size(names) == generalRegisters);

constexpr ControlRegister controls[] = {
    {"cycle", 0xc00},   {"time", 0xc01},    {"instret", 0xc02},
    {"mstatus", 0x300}, {"mepc", 0x341},    {"mcause", 0x342},
    {"mtval", 0x343},   {"mhartid", 0xf14}, {"stacklimit", 0x7c0}};

std::string entry(const char *name, unsigned number, const char *type) {
  return std::string("  <reg name=\"") + name + R"(" bitsize="64" regnum=")" +
         std::to_string(number) + R"(" type=")" + type + "\"/>\n";
}

std::string feature(const char *name, const std::string &registers) {
  return std::string("<feature name=\"org.gnu.gdb.riscv.") + name + "\">\n" +
         registers + "</feature>\n";
}

} // namespace

std::span<const ControlRegister> controlRegisters() {
  return controls;
}

std::string targetDescription() {
  std::string general;
  for (unsigned i = 0; i < generalRegisters; ++i) {
    const char *type = i == programCounter ? "code_ptr"
                       : i == 2            ? "data_ptr"
                                           : "int";
    general += entry(names[i], i, type);
  }
  std::string control;
  for (unsigned i = 0; i < std::size(controls); ++i)
    control += entry(controls[i].name, firstControlRegister + i, "int");
  return "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM "
         "\"gdb-target.dtd\">\n<target version=\"1.0\">\n"
         "<architecture>riscv:rv64</architecture>\n" +
         feature("cpu", general) +
         feature("virtual", entry("priv", privilegeRegister, "int")) +
         feature("csr", control) + "</target>\n";
}

} // namespace dpa::gdb
