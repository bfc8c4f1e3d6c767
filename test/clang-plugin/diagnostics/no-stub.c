// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An entry point without a stub is an error: clang ignores a keyword that follows the definition.
// DIAGNOSTIC: NoStub
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

// RUN: not %clang_dpa -DNO_PASSES -Xclang -disable-llvm-passes -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PASSES

#include <stdint.h>

#ifdef NO_PASSES
// PASSES: [[#@LINE+2]]:22: error: no stub could be made for device entry point 'g'
// PASSES: [[#@LINE+1]]:22: note: without LLVM's passes (-disable-llvm-passes)
__dpa_rpc__ uint64_t g(void) { return 0; }
#else

uint64_t f(void) { return 0; }
// CHECK: warning: attribute declaration must precede definition
// CHECK: [[#@LINE+1]]:22: error: no stub could be made for device entry point 'f'
__dpa_rpc__ uint64_t f(void);
#endif
