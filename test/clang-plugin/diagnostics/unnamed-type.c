// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stub at file scope needs a name for every type it passes.
// DIAGNOSTIC: UnnamedType
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: error: parameter 's' of device entry point 'f' has a type without a name at file scope
__dpa_rpc__ uint64_t f(struct { int a; } s) { return (uint64_t)s.a; }
// CHECK: error: parameter 's' of device entry point 'g' has a type without a name at file scope ('struct local')
__dpa_rpc__ uint64_t g(struct local { int a; } s) { return (uint64_t)s.a; }
// CHECK: error: parameter 'u' of device entry point 'h' has a type without a name at file scope
__dpa_rpc__ uint64_t h(union { int a; } u) { return (uint64_t)u.a; }

typedef struct { int a; } named;
typedef union { int a; struct { int b; } inner; } namedUnion;
// CHECK-NOT: error:
__dpa_rpc__ uint64_t fine(named s, namedUnion u, enum { A, B } e) { return (uint64_t)(s.a + u.a + e); }
// CHECK: 3 errors generated
