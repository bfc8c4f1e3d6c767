// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A struct that is larger on one of the hosts is rejected; the error names it, its member and both
// layouts.
// DIAGNOSTIC: LayoutSize
// PROVES: R-CC-14
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:8: error: 'struct padded' has a different layout on the host: 16 bytes aligned to 8 on aarch64-unknown-linux-gnu, but 9 bytes aligned to 1 on riscv64-unknown-unknown-elf
struct padded {
  char a;
  // CHECK: [[#@LINE+1]]:3: note: a bit-field without a name aligns its struct on some hosts only
  uint64_t : 0;
  char b;
};
// Only the cause is reported.
struct outer { char c; struct padded p; };
// CHECK: 1 error generated
__dpa_rpc__ uint64_t f(struct outer o) { return (uint64_t)o.c; }
