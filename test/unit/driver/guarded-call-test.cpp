// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that crash, and calls in which LLVM reports a fatal error, with and without an error
// handler of the program.
#include "clang-plugin/guarded-call.h"

#include "llvm/Support/ErrorHandling.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace {

using dpa::frontend::leaveGuardedCall;
using dpa::frontend::runGuarded;

TEST(GuardedCall, ReturnsAfterACrash) {
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    bool isBehind = false;
    EXPECT_FALSE(runGuarded([&] {
      raise(signal);
      isBehind = true;
    })) << signal;
    EXPECT_FALSE(isBehind);
  }
  int calls = 0;
  EXPECT_TRUE(runGuarded([&] { ++calls; }));
  EXPECT_EQ(calls, 1);
}

TEST(GuardedCall, ReturnsAfterAFatalErrorOfLlvm) {
  EXPECT_FALSE(runGuarded([] { llvm::report_fatal_error("no handler"); }));
  llvm::ScopedFatalErrorHandler handler([](void *, const char *, bool) {
    leaveGuardedCall();
    std::_Exit(3);
  });
  EXPECT_FALSE(runGuarded([] { llvm::report_fatal_error("with a handler"); }));
  // Has no effect outside of a guarded call.
  leaveGuardedCall();
}

TEST(GuardedCall, AffectsOneThreadOnly) {
  std::thread other([] {
    EXPECT_FALSE(runGuarded([] { raise(SIGSEGV); }));
    EXPECT_TRUE(runGuarded([] {}));
  });
  EXPECT_TRUE(runGuarded([&] { other.join(); }));
}

} // namespace
