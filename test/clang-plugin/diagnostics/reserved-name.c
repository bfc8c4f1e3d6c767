// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An entry point with the name of a function that the host program may call is rejected: it would
// replace that function.
// DIAGNOSTIC: ReservedName
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: not %clang_dpa -fhosted -Wno-incompatible-library-redeclaration -Wno-main-return-type -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=HOSTED

#include <stdint.h>

// HOSTED: error: device entry point 'memset' has the name of a function of the C library
// CHECK: [[#@LINE+1]]:22: error: device entry point 'memset' has the name of a function of the C library, which its stub would replace in the host program
__dpa_rpc__ uint64_t memset(int a) { return (uint64_t)a; }
// CHECK: [[#@LINE+1]]:21: error: device entry point 'printf' has the name of a function of the C library
__dpa_global__ void printf(int a) { (void)a; }
#if !__STDC_HOSTED__
// CHECK: [[#@LINE+1]]:22: error: device entry point 'main' has the name of the host's main function
__dpa_rpc__ uint64_t main(void) { return 0; }
#endif

// CHECK: error: device entry point 'read' has the name of a function of the C library, which its stub would replace in the host program
__dpa_rpc__ uint64_t read(int a) { return (uint64_t)a; }
// CHECK: error: device entry point 'send' has the name of a function of the C library
__dpa_global__ void send(int a) { (void)a; }
// CHECK: error: device entry point '_exit' has the name of a function of the C library
__dpa_global__ void _exit(int a) { (void)a; }
// CHECK: error: device entry point 'wchar_t' has the name of a keyword, type or macro of the host's headers, so that no host program can name it
__dpa_global__ void wchar_t(int a) { (void)a; }
// CHECK: error: device entry point 'linux' has the name of a keyword, type or macro
__dpa_global__ void linux(int a) { (void)a; }

// Names of compiler builtins, of C++ functions and of functions without a keyword are allowed.
// CHECK-NOT: error: device
__dpa_rpc__ uint64_t move(int a) { return (uint64_t)a; }
__dpa_rpc__ uint64_t popcount(int a) { return (uint64_t)a; }
__dpa_rpc__ uint64_t readAll(int a) { return (uint64_t)a; }
__dpa_rpc__ uint64_t a(void) { return 1; }
long write(int file, const void *from, __SIZE_TYPE__ length);
void *memcpy(void *to, const void *from, __SIZE_TYPE__ length) {
  (void)from, (void)length;
  return to;
}
