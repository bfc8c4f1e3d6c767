// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel that denies executable memory: the JIT reports why it is not available, "auto" selects
// the interpreter, and a denial after the start ends no program, but is reported once if the JIT
// was requested. Each test runs in a process of its own, since the denial cannot be revoked.
#include "test/unit/emulator-cpu/code-words.h"

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace test {
namespace {

using dpa::cpu::AddressSpace;
using dpa::cpu::Engine;
using dpa::cpu::EngineOptions;
using dpa::cpu::Permissions;

/// Makes mmap with PROT_EXEC fail with EPERM in this process.
bool refuseExecutableMemory() {
  sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog program = {std::size(rules), rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// A loop that is hot at once counts to the expected value.
bool countsRight(const EngineOptions &options, Engine expected,
                 bool refusesLate) {
  alignas(8) static uint32_t code[] = {0x00150513,  // addi a0, a0, 1
                                       0xffdff06f}; // j -4
  AddressSpace space(options);
  const Permissions all{true, true, true};
  space.add({0x10000, sizeof code, reinterpret_cast<std::byte *>(code), nullptr,
             all, all});
  Clock clock;
  Hart hart(space, Isa{}, 0, clock);
  hart.reset(0x10000);
  if (refusesLate && !refuseExecutableMemory())
    return false;
  const bool right = space.engine() == expected &&
                     hart.run(1000) == Stop::Fuel && hart.x(10) == 500 &&
                     hart.retired() == 1000;
  space.codeChanged(0x10000, sizeof code); // a new generation is denied, too
  return right && hart.run(1000) == Stop::Fuel && hart.x(10) == 1000;
}

[[noreturn]] void runRefusedAtTheStart() {
  std::string why;
  const bool right = refuseExecutableMemory() &&
                     !dpa::cpu::jitIsAvailable(why) &&
                     countsRight({.engine = Engine::Auto, .warmUp = 1},
                                 Engine::Interpreter, false);
  std::fprintf(stderr, "%s\n", why.c_str());
  std::_Exit(right ? 0 : 1);
}

[[noreturn]] void runRefusedLater() {
  const bool right =
      countsRight({.engine = Engine::Auto, .warmUp = 1}, Engine::Jit, true);
  std::_Exit(right ? 0 : 1);
}

/// Prints the number of reports and the last reason.
[[noreturn]] void runAndReport(Engine asked, bool refusesLate) {
  int reports = 0;
  std::string reason;
  EngineOptions options{.engine = asked, .warmUp = 1};
  options.refused = [&](const std::string &why) {
    ++reports;
    reason = why;
  };
  const bool right =
      (refusesLate || refuseExecutableMemory()) &&
      countsRight(options, refusesLate ? Engine::Jit : Engine::Interpreter,
                  refusesLate);
  std::fprintf(stderr, "reports %d: %s.\n", reports, reason.c_str());
  std::_Exit(right ? 0 : 1);
}

class RefusedEngine : public testing::Test {
protected:
  void SetUp() override {
    std::string why;
    if (!dpa::cpu::jitIsAvailable(why))
      GTEST_SKIP() << why;
    // A new process: a fork of this one would have asked the kernel already.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

using RefusedEngineDeathTest = RefusedEngine;

TEST_F(RefusedEngineDeathTest, ReportsWhyAndAutoIsTheInterpreter) {
  EXPECT_EXIT(runRefusedAtTheStart(), testing::ExitedWithCode(0),
              "no memory for host code: Operation not permitted");
}

TEST_F(RefusedEngineDeathTest, ProgramContinuesInTheInterpreter) {
  EXPECT_EXIT(runRefusedLater(), testing::ExitedWithCode(0), "");
}

TEST_F(RefusedEngineDeathTest, IsReportedOnceIfTheJitWasRequested) {
  for (const bool late : {false, true}) {
    EXPECT_EXIT(runAndReport(Engine::Jit, late), testing::ExitedWithCode(0),
                "reports 1: .*Operation not permitted");
    EXPECT_EXIT(runAndReport(Engine::Auto, late), testing::ExitedWithCode(0),
                "reports 0: ");
  }
}

} // namespace
} // namespace test
