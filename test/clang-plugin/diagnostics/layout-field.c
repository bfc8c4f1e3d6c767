// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A member at a different offset on a host is rejected; the error names it and both offsets.
// DIAGNOSTIC: LayoutField
// PROVES: R-CC-14
// RUN: %clang_dpa -fsyntax-only %s
// RUN: not %clang_dpa -fplugin-arg-dpacc-host=i686-unknown-linux-gnu -fsyntax-only %s 2>&1 | FileCheck %s

struct request {
  char kind;
  // CHECK: [[#@LINE+1]]:13: error: 'struct request' has a different layout on the host: member 'value' is at bit 32 (64 bits) on i686-unknown-linux-gnu, but at bit 64 (64 bits) on riscv64-unknown-unknown-elf
  long long value;
};
__dpa_global__ void f(struct request r) { (void)r; }
